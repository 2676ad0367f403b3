"""Python runs this first in the guest: as soon as picamera2 is imported, it accepts the virtual camera.

VIRTUAL_CAMERA_PAUSE, in seconds, slows the camera down: it has no clock, and would play a film far too fast.
"""

import importlib.machinery
import os
import sys
import time


class _Loader(importlib.machinery.SourceFileLoader):
    def exec_module(self, module):
        super().exec_module(module)
        import virtual_picamera2  # noqa: F401
        pause = float(os.environ.get("VIRTUAL_CAMERA_PAUSE", 0))
        if pause:
            _slow_down(module.Picamera2, pause)


def _slow_down(camera, pause):
    process = camera.process_requests

    def slowly(self, display):
        time.sleep(pause)
        process(self, display)

    camera.process_requests = slowly


class _Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name != "picamera2":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None:
            spec.loader = _Loader(name, spec.origin)
        return spec


sys.meta_path.insert(0, _Finder)
