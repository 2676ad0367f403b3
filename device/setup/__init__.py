"""The set-up page's side of the machine: what camera, mat, light and panel are like now, and what to do about it."""
