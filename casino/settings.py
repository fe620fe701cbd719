"""One settings file; the environment decides. `.env.example` lists every variable.

Nothing here fails when a variable is missing, so that commands which need no server run without one; what does need it says so.
"""

import secrets

from casino import environment, logs

ENV = environment.read()
BASE_DIR = environment.ROOT

ENVIRONMENT = ENV.get("ENVIRONMENT", "production")
IS_DEMO = ENVIRONMENT == "demo"
DEBUG = ENV.get("DEBUG") == "1"
BUILD = ENV.get("BUILD", "unreleased")  # stands in every line of the journal

SECRET_KEY = ENV.get("SECRET_KEY") or secrets.token_urlsafe(48)
KEEPING_KEY = ENV.get("KEEPING_KEY") or SECRET_KEY  # what keys of persons and devices are kept under
ALLOWED_HOSTS = [host.strip() for host in ENV.get("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",") if host.strip()]
CSRF_TRUSTED_ORIGINS = [origin.strip() for origin in ENV.get("TRUSTED_ORIGINS", "").split(",") if origin.strip()]

INSTALLED_APPS = [
    "casino",
    "devices",
    "payouts",
    "games",
    "promotions",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "casino.request_log.request_log",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "casino.content_policy.ContentPolicyMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "casino.refusing.RefusalMiddleware",
    "casino.sending.WhereNextMiddleware",
    "casino.people.PeopleMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "casino.urls"
ASGI_APPLICATION = "casino.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": ["django.template.context_processors.request"],
            "builtins": ["django.templatetags.static"],
        },
    },
]

# "default" is what the processes log in with; "owner" migrates and rebuilds and is absent from their environment.
CONN_MAX_AGE = int(ENV["DATABASE_CONNECTION_SECONDS"]) if ENV.get("DATABASE_CONNECTION_SECONDS") else None
DATABASES = {
    alias: environment.django_database(ENV[variable], CONN_MAX_AGE=CONN_MAX_AGE, CONN_HEALTH_CHECKS=True)
    for alias, variable in {"default": "DATABASE_URL", "owner": "OWNER_DATABASE_URL"}.items()
    if ENV.get(variable)
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = ENV.get("REDIS_URL", "")
REDIS_TIMEOUT_SECONDS = float(ENV.get("REDIS_TIMEOUT_SECONDS", "2"))
METRICS_TOKEN = ENV.get("METRICS_TOKEN", "")
READY_TIMEOUT_SECONDS = float(ENV.get("READY_TIMEOUT_SECONDS", "2"))

MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"  # a toast for the next page; nothing that matters
PASSWORD_HASHERS = ["casino.hashing.Argon2"]
PASSWORD_MEMORY_KIB = int(ENV.get("PASSWORD_MEMORY_KIB", "102400"))
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
WEB_THREADS = int(ENV.get("WEB_THREADS", "8"))  # each keeps a database connection
MAX_BODY_BYTES = DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

LANGUAGE_CODE = "en-au"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False

# Files are served as they stand: there is no build step and nothing to collect.
STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_SCHEMA_CLASS": "casino.api.schema.Schema",
    "EXCEPTION_HANDLER": "casino.api.problems.answer",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Pitledger",
    "DESCRIPTION": "A casino's back office, for programs and machines. Amounts are whole cents, moments UTC to the microsecond.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {"DocumentEnum": "casino.api.patron_serializers.DOCUMENTS", "KindEnum": "devices.domain.device.Kind"},
}

IS_BEHIND_TLS = ENV.get("BEHIND_TLS", "0" if IS_DEMO else "1") == "1"
SECURE_SSL_REDIRECT = False  # the proxy in front redirects; health checks come in over plain HTTP
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_BEHIND_TLS else None
SECURE_HSTS_SECONDS = 31_536_000 if IS_BEHIND_TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = IS_BEHIND_TLS
SECURE_HSTS_PRELOAD = IS_BEHIND_TLS
SESSION_COOKIE_SECURE = IS_BEHIND_TLS
CSRF_COOKIE_SECURE = IS_BEHIND_TLS
X_FRAME_OPTIONS = "DENY"
SILENCED_SYSTEM_CHECKS = ["security.W008"]  # SECURE_SSL_REDIRECT, see above

LOGGING_CONFIG = "casino.logs.configure"
LOGGING = logs.configuration(is_for_people=IS_DEMO, level=ENV.get("LOG_LEVEL", "INFO"))
