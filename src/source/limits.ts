/** Limits that protect against hostile input (SPEC 16). Real APIs are an order of magnitude below each limit. */
export const LIMITS = {
  /** Bytes of one file. */
  fileBytes: 2 * 1024 * 1024,
  /** Nesting depth of maps and lists, across includes. */
  depth: 200,
  /** Characters of all files together. */
  characters: 32 * 1024 * 1024,
  /** Tokens of one YAML file. */
  tokens: 400_000,
  /** Values in total. Aliases and includes are counted each time they are used. */
  nodes: 500_000,
} as const
