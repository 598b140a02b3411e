hide_version("python-stack/3.11")
