import type { Body, SchemaUse } from '../../api/api.js'
import { entryOf, valueOf } from '../../schema/node.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import { entriesIn, itemsIn } from '../document/values.js'
import type { Context } from '../schemas/context.js'

const MEDIA_TYPE = /^[^\s/;]+\/[^\s/;]+\s*(;.*)?$/

/** Reads the `content` of a request body or a response. */
export function readContent(content: Node | undefined, context: Context): readonly Body[] {
  return entriesIn(content).flatMap((entry) => {
    const { key, keyAt, value } = entry
    if (value.kind !== 'map') return []
    if (!MEDIA_TYPE.test(key.trim())) {
      context.collector.report('SVC8029', {
        message: `"${key}" is not a media type; it is ignored`,
        at: keyAt,
        help: /json/i.test(key) ? 'Did you mean "application/json"?' : undefined,
      })
      return []
    }
    return [readMediaType(entry, value, context)]
  })
}

function readMediaType({ key, keyAt }: Entry, value: MapNode, context: Context): Body {
  return {
    mediaType: key.trim(),
    at: keyAt,
    schema: readSchemaUse(entryOf(value, 'schema'), context),
    isUnread: false,
    example: exampleIn(value, context),
    formParameters: [],
    ...context.kept.of(value, 'mediaType', ['encoding', 'examples']),
  }
}

function readSchemaUse(entry: Entry | undefined, { schemas }: Context): SchemaUse | null {
  if (entry === undefined) return null
  const read = schemas.read(entry.value)
  return { source: schemas.sourceOf(read), name: read.name, at: entry.value.at, usedAt: null }
}

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
