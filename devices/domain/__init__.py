"""What happens to devices and what may happen to them."""
