"""What templates may say: amounts, signs, dice and the wheel, charts, tables."""
