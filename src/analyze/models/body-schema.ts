import type { Field, Json, JsonSchema } from '../../ir/index.js'
import { compareText } from '../../naming/order.js'
import { type Named, sortedObject } from '../../schema/node.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import type { ModelSource } from './models.js'
import { forNames, reportedNames } from './name-lists.js'
import type { LinkedModel } from './key.js'

/** Returns the schema for a POST or PUT body (see {@link Model.schema}). Reports unknown names in `required`. */
export function bodySchema(
  id: string,
  { schema }: LinkedModel,
  fields: readonly Field[],
  source: ModelSource,
): JsonSchema {
  const own = source.relations.from(id)
  const backrefs = source.relations.to(id)
  const written = fields.filter(({ type }) => type !== 'id_field' && type !== 'foreign_key')
  const properties: [string, Json][] = [
    ...written.map(({ name, json }): [string, Json] => [name, json]),
    ...own.map(({ field, fieldJson }): [string, Json] => [field, fieldJson]),
    ...backrefs.map(({ backref, backrefJson }): [string, Json] => [backref, backrefJson]),
  ]
  const required = requiredNames(
    id,
    schema.required,
    fields,
    new Set(properties.map(([name]) => name)),
    source,
  )
  return sortedObject(
    Object.entries({
      ...schema.keywords,
      additionalProperties: schema.keywords['additionalProperties'] ?? false,
      ...(schema.definitions.size === 0 ? {} : { $defs: sortedObject(schema.definitions) }),
      properties: sortedObject(properties),
      ...(required.length === 0 ? {} : { required }),
      ...(schema.title === null ? {} : { title: schema.title }),
      ...(schema.description === null ? {} : { description: schema.description }),
      type: 'object',
    }),
  )
}

function requiredNames(
  id: string,
  listed: readonly Named[],
  fields: readonly Field[],
  properties: ReadonlySet<string>,
  source: ModelSource,
): readonly string[] {
  const { models, relations } = source
  const others = listed.filter(({ name }) => !properties.has(name))
  if (others.length > 0) reportUnknown(id, others, fields, properties, source)
  const names = [
    ...listed.map(({ name }) => name).filter((name) => properties.has(name)),
    ...fields.filter(isRequiredOnCreate).map(({ name }) => name),
    ...relations
      .to(id)
      .filter(({ required }) => required)
      .map(({ backref }) => backref),
    ...requiredRelations(models.get(id)).filter((name) => properties.has(name)),
  ]
  return [...new Set(names)].sort(compareText)
}

function reportUnknown(
  id: string,
  listed: readonly Named[],
  fields: readonly Field[],
  properties: ReadonlySet<string>,
  source: ModelSource,
): void {
  const collector = forNames(id, source)
  const left = new Set([
    ...fields.map(({ name }) => name),
    ...foreignKeysOf(source.models.get(id)),
    ...reportedNames(id, source.models.get(id)?.schema, source.failed),
  ])
  for (const { name, at } of listed) {
    if (left.has(name)) continue
    const message = `Unknown property "${name}" in "required" of ${id}; it is ignored`
    collector.report('SVC3023', { message, at, help: () => didYouMean(name, properties) })
  }
}

function isRequiredOnCreate({ type, constraints, default: value }: Field): boolean {
  return constraints.required && value === null && type !== 'id_field' && type !== 'foreign_key'
}

function requiredRelations(linked: LinkedModel | undefined): readonly string[] {
  const properties = linked?.schema.properties ?? []
  return properties
    .filter(({ required, settings }) => required && settings?.type === 'relationship')
    .map(({ name }) => name)
}

function foreignKeysOf(linked: LinkedModel | undefined): readonly string[] {
  const properties = linked?.schema.properties ?? []
  return properties.filter(({ settings }) => settings?.type === 'foreign_key').map(({ name }) => name)
}
