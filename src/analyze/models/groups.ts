import type { Collector } from '../../diagnostics/collector.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { type Field, type FieldGroup, type RelationEnd, VALUE_TRAITS } from '../../ir/index.js'
import type { ModelSchema } from '../../schema/index.js'
import type { Named } from '../../schema/node.js'

export interface GroupSource {
  readonly model: string
  readonly schema: ModelSchema
  readonly fields: readonly Field[]
  readonly relations: readonly RelationEnd[]
  /** Back-references, keyed by foreign key. */
  readonly backReferences: ReadonlyMap<string, string>
  /** Names of invalid fields, relationships and back-references, which have been reported. */
  readonly reported: ReadonlySet<string>
  readonly collector: Collector
}

/** Returns the groups in `_unique_together` and `_index_together`. Reports names that cannot be in a group. */
export function groupsOf(source: GroupSource): readonly FieldGroup[] {
  const { uniqueTogether, indexTogether } = source.schema
  const groups = [
    ...indexTogether.flatMap((names) => groupOf(names, '_index_together', source)),
    ...uniqueTogether.flatMap((names) => groupOf(names, '_unique_together', source)),
  ]
  // A unique index makes an ordinary index on the same fields redundant.
  return [...new Map(groups.map((group) => [JSON.stringify(group.names), group])).values()]
}

function groupOf(
  named: readonly Named[],
  key: '_unique_together' | '_index_together',
  source: GroupSource,
): readonly FieldGroup[] {
  const known = named.filter((each) => isKnown(each, key, source))
  const names = [...new Set(known.map(({ name }) => name))]
  const [first] = named
  if (known.length < named.length || first === undefined) return []
  if (names.length > 1) return [{ names, unique: key === '_unique_together' }]
  source.collector.report('SVC4030', {
    message: `A group in "${key}" of ${source.model} has only one field`,
    at: first.at,
    help: `Write "${key === '_unique_together' ? 'unique' : 'index'}": true in the "_db_settings" of "${first.name}"`,
  })
  return []
}

function isKnown({ name, at }: Named, key: string, source: GroupSource): boolean {
  const { fields, relations, reported, collector } = source
  if (reported.has(name)) return false
  const problem = problemWith(name, key, source)
  if (problem === null) return true
  const usable = [
    ...fields.filter(({ type }) => type !== 'foreign_key').map((field) => field.name),
    ...relations.map((end) => end.name),
  ].filter((each) => problemWith(each, key, source) === null)
  collector.report('SVC4030', {
    message: problem.message,
    at,
    help: problem.help ?? (() => didYouMean(name, usable)),
  })
  return false
}

/** A problem with a name in a group. Without help, a similar name is suggested. */
interface Problem {
  readonly message: string
  readonly help?: string | undefined
}

function problemWith(
  name: string,
  key: string,
  { model, fields, relations, backReferences }: GroupSource,
): Problem | null {
  const group = `"${key}" of ${model}`
  const end = relations.find((each) => each.name === name)
  if (end?.side === 'holder') return null
  if (end !== undefined)
    return { message: `Relationship "${name}" cannot be in ${group}; the foreign key is in ${end.target}` }
  const field = fields.find((each) => each.name === name)
  if (field === undefined) return { message: `Unknown field "${name}" in ${group}` }
  if (field.type === 'foreign_key') {
    const backReference = backReferences.get(name)
    const help = backReference === undefined ? undefined : `Use the back-reference "${backReference}"`
    return { message: `Foreign key "${name}" cannot be in ${group}`, help }
  }
  if (!field.stored) {
    const help = 'Add "_db_settings" to store the field'
    return { message: `Field "${name}" cannot be in ${group}; it is not stored`, help }
  }
  if (VALUE_TRAITS[field.type].isSortable) return null
  return { message: `Field "${name}" of type "${field.type}" cannot be in ${group}` }
}
