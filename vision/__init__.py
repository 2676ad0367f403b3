"""Frame in, reading out. Pure: frames come as arrays; no camera, files, clock, threads or network.

Frames are uint8, height x width x 3, in the order blue, green, red, as OpenCV has them.
"""
