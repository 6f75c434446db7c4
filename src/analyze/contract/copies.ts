import type { Field, Model } from '../../ir/index.js'
import { looseKey } from '../../naming/loose-match.js'
import { type FindSchema, objectSchema } from './schemas.js'
import { describes } from './shape.js'

/** Returns the stored component of which a field stores a copy, as its schema describes it, or null. */
export function copiedComponent(
  field: Field,
  source: { readonly models: ReadonlyMap<string, Model>; readonly find: FindSchema },
): string | null {
  const described = [...source.models.values()].filter(
    (each) =>
      objectSchema(field.json, source.find)?.properties.has(each.key) === true &&
      describes(field.json, each, source),
  )
  const named = described.filter(({ id }) => looseKey(id) === looseKey(field.name))
  const [component, ...others] = named.length > 0 ? named : described
  return component === undefined || others.length > 0 ? null : component.id
}
