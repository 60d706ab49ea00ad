"""From a frame to an Observation. Pure functions on arrays; the networks are files in `models/`."""
