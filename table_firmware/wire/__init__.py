"""Messages between a seat and the controller, and their lines on a socket."""
