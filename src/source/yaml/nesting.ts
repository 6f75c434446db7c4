import type { CST } from 'yaml'
import { LIMITS } from '../limits.js'

/**
 * Finds what stands too deep, without recursion: composing a document recurses, and would overflow the stack.
 * @returns the offset of the first token that is deeper than {@link LIMITS}, or null
 */
export function tooDeepAt(tokens: readonly CST.Token[]): number | null {
  const open = tokens.map((token) => ({ token, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next
    if (depth > LIMITS.depth) return token.offset
    for (const child of childrenOf(token)) open.push({ token: child, depth: depth + 1 })
  }
  return null
}

function childrenOf(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value]
  if (!('items' in token)) return []
  return token.items.flatMap(({ key, value }) => [...(key ? [key] : []), ...(value ? [value] : [])])
}
