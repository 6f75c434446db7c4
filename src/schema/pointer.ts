import type { Node } from '../source/node.js'
import { valueOf } from './node.js'

/** Returns the target of a local reference (`#/definitions/name`, RFC 6901 in a URI fragment). */
export function resolvePointer(root: Node, reference: string): Node | undefined {
  return tokensOf(reference)?.reduce<Node | undefined>(step, root)
}

function tokensOf(reference: string): readonly string[] | undefined {
  try {
    const pointer = decodeURIComponent(reference.slice(1))
    return pointer
      .split('/')
      .slice(1)
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  } catch {
    return undefined
  }
}

function step(node: Node | undefined, token: string): Node | undefined {
  if (node?.kind === 'list') return node.items[Number(token)]
  return node && valueOf(node, token)
}
