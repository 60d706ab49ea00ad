"""One file opens one thing: camera, display, lights, buttons. Importing any of them touches no hardware."""
