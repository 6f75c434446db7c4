/** The maximum length of a path. All common browsers and proxies accept URLs with this length. */
export const MAX_PATH_LENGTH = 2000
