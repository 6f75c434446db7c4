/** Ceilings that keep hostile input from taking the machine (SPEC 16); real APIs stay an order of magnitude below each. */
export const LIMITS = {
  /** Bytes of one file. */
  fileBytes: 2 * 1024 * 1024,
  /** Levels of maps and lists inside one another, across includes. */
  depth: 200,
  /** Characters of all files together. */
  characters: 32 * 1024 * 1024,
  /** Words, marks, blanks and line ends of one YAML file. */
  tokens: 400_000,
  /** Values in all, with aliases and includes counted each time they are used. */
  nodes: 500_000,
} as const
