/** Limits that protect against hostile input. Real APIs are an order of magnitude below each limit. */
export const LIMITS = {
  /** Maximum size of one file, in bytes. */
  fileBytes: 2 * 1024 * 1024,
  /** Maximum nesting depth of maps and lists, across includes. */
  depth: 200,
  /** Maximum number of characters in all files together. */
  characters: 32 * 1024 * 1024,
  /** Maximum number of tokens in one YAML file. */
  tokens: 400_000,
  /** Maximum number of values. Aliases and includes are counted each time they are used. */
  nodes: 500_000,
} as const
