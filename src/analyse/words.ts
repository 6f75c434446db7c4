import type { Engine, Field, FieldType } from '../ir/index.js'

/** The types of the fields in which `q` searches (SPEC 7). */
const SEARCHED: ReadonlySet<FieldType> = new Set(['string', 'text', 'choice'])

/**
 * The fields of a model, with a full-text index where it asks for one: `index` on a field of type `text`. Then the words of all fields that `q`
 * searches are indexed. An index of whole texts, which `index` means on other types, would be of no use there, and PostgreSQL has none for long ones.
 */
export function withWords(fields: readonly Field[], engine: Engine): readonly Field[] {
  if (engine !== 'svc_sqla' || !fields.some(asksForWords)) return fields
  return fields.map((field) => {
    if (!field.stored || !SEARCHED.has(field.type)) return field
    const index = field.constraints.index && field.type !== 'text'
    return { ...field, constraints: { ...field.constraints, index, words: true } }
  })
}

function asksForWords({ type, constraints: { index, unique } }: Field): boolean {
  return type === 'text' && index && !unique
}
