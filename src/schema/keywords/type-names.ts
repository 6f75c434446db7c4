import type { Node } from '../../source/node.js'

/** Returns whether a value can match both `type` keywords. Unknown type names are reported elsewhere. */
export function haveCommonType(a: Node, b: Node): boolean {
  const others = namesIn(b)
  return namesIn(a).some((name) => others.some((other) => isWithin(name, other) || isWithin(other, name)))
}

function namesIn(type: Node): readonly unknown[] {
  const items = type.kind === 'list' ? type.items : [type]
  return items.map((item) => (item.kind === 'scalar' ? item.value : null))
}

/** Returns whether the values of a JSON type are also values of another. */
export function isWithin(inner: unknown, outer: unknown): boolean {
  return inner === outer || (inner === 'integer' && outer === 'number')
}
