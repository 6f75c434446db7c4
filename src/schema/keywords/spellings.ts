import { PROPERTY_KEYS, ROOT_KEYS } from './extension-keys.js'

/** Standard keywords that are often written as extensions or in lowercase. */
const STANDARD: readonly string[] = ['readOnly', 'writeOnly']

/** The keys by their letters, so that `_rowRules`, `x-Row-Rules` and `x_row_rules` are found. */
const BY_LETTERS: ReadonlyMap<string, string> = new Map(
  [...ROOT_KEYS.map((key) => `_${key}`), ...PROPERTY_KEYS, ...STANDARD].map((key) => [lettersOf(key), key]),
)

export function lettersOf(key: string): string {
  return key
    .replace(/^_|^[Xx][-_]|^x(?=[A-Z])/, '')
    .replace(/[-_]/g, '')
    .toLowerCase()
}

/** Returns the key of svcgen in schemas of which a key is another spelling. */
export function similarKey(key: string): string | undefined {
  const similar = BY_LETTERS.get(lettersOf(key))
  if (similar === undefined || similar === key) return undefined
  // Other tools have keys such as `search` and `list`.
  return /[-_]|[a-z][A-Z]/.test(key) || STANDARD.includes(similar) ? similar : undefined
}
