"""The program as people start it, in a process of its own."""

import sys

ARBITRIO = [sys.executable, "-c", "import sys; from device.cli import main; sys.exit(main())"]
