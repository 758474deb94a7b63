"""`python -m mohs`, where the script `mohs` is not on the path."""

import sys

from mohs.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
