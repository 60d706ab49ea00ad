"""`python -m boardcam` is `boardcam`."""

import sys

from boardcam.cli import main

sys.exit(main())
