// Does nothing: what starting Node costs.
