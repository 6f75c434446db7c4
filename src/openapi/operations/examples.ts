import { entryOf, valueOf } from '../../schema/node.js'
import type { Node } from '../../source/node.js'
import { entriesIn, itemsIn } from '../document/values.js'
import type { Context } from '../schemas/context.js'

/** Returns the `example` of a media type, parameter or header, or the value of the first of its `examples`. */
export function exampleIn(node: Node, { references }: Pick<Context, 'references'>): Node | null {
  const single = entryOf(node, 'example')
  if (single !== undefined) return single.value
  const examples = valueOf(node, 'examples')
  for (const { value } of entriesIn(examples)) {
    const target = value.kind === 'map' ? references.follow(value) : null
    const found = target === null ? undefined : entryOf(target, 'value')
    if (found !== undefined) return found.value
  }
  return itemsIn(examples)[0] ?? null
}

export function isJsonType(mediaType: string): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(mediaType)
}
