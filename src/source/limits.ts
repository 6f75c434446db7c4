/** Limits that protect against hostile input. */
export interface Limits {
  /** Maximum size of one file, in bytes. */
  readonly fileBytes: number
  /** Maximum nesting depth of maps and lists, across includes. */
  readonly depth: number
  readonly characters: number
  /** Maximum number of tokens in one YAML file. */
  readonly tokens: number
  /** Maximum number of values. Aliases and includes are counted each time they are used. */
  readonly nodes: number
}

/** The limits for RAML. Real APIs are an order of magnitude below each limit. */
export const LIMITS: Limits = {
  fileBytes: 2 * 1024 * 1024,
  depth: 200,
  characters: 32 * 1024 * 1024,
  tokens: 400_000,
  nodes: 500_000,
}

/** The limits for OpenAPI, whose largest known documents have 47 million characters and 1.5 million values. */
export const OPENAPI_LIMITS: Limits = {
  fileBytes: 96 * 1024 * 1024,
  depth: 200,
  characters: 192 * 1024 * 1024,
  tokens: 20_000_000,
  nodes: 5_000_000,
}
