/** The HTTP methods (RFC 2616, RFC 5789) that RAML 0.8 supports. */
export const VERBS = ['get', 'post', 'put', 'delete', 'head', 'patch', 'options', 'trace', 'connect'] as const

const KNOWN: ReadonlySet<string> = new Set(VERBS)

export function isVerb(key: string): boolean {
  return KNOWN.has(key)
}
