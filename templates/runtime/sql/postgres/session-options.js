/** What every connection asks for, so that values are written in one form whatever the server's settings are. */
export const SESSION_OPTIONS = '-c datestyle=ISO -c timezone=UTC -c bytea_output=hex -c extra_float_digits=1'
