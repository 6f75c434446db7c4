import type { Collector } from '../diagnostics/collector.js'
import type { Engine, Field, Json, JsonSchema, Model, Relation, RelationEnd } from '../ir/index.js'
import { nameModels } from '../naming/model-names.js'
import { compareText, sortedBy } from '../naming/order.js'
import { sortedObject } from '../schema/node.js'
import type { Named } from '../schema/settings.js'
import { didYouMean } from '../schema/suggestion.js'
import { columnsOf } from './columns.js'
import { fieldsOf } from './fields.js'
import { locationOf } from './location.js'
import { fieldNames } from './name-lists.js'
import type { FailedLink, LinkedModel } from './relations.js'

/** What models are made from. */
export interface ModelSource {
  readonly models: ReadonlyMap<string, LinkedModel>
  readonly relations: readonly Relation[]
  readonly failed: readonly FailedLink[]
  readonly engine: Engine
  readonly collector: Collector
}

/** All models, sorted by id, with their fields, their ends of relations, and the schema of a body. */
export function modelsOf(source: ModelSource): readonly Model[] {
  const ids = [...source.models.keys()].sort(compareText)
  const names = nameModels(ids)
  return ids.flatMap((id) => {
    const linked = source.models.get(id)
    const own = names.get(id)
    return linked === undefined || own === undefined ? [] : [{ ...model(id, linked, source), names: own }]
  })
}

function model(id: string, linked: LinkedModel, source: ModelSource): Omit<Model, 'names'> {
  const { schema, key } = linked
  const ends = endsOf(id, source.relations)
  const fields = usedFields(id, linked, source)
  const known = [...fields.filter(({ type }) => type !== 'foreign_key'), ...ends].map(({ name }) => name)
  const reported = reportedNames(id, source.failed)
  const list = (names: readonly Named[], key: string) =>
    fieldNames(names, { model: id, list: key, known: [...known, ...reported], collector: source.collector })
  const nested = list(schema.nestedRelationships, '_nested_relationships')
  checkRename(id, schema.renamedFrom, source)
  return {
    id,
    title: schema.title,
    description: schema.description,
    key: key.name,
    fields,
    relations: ends,
    visibility: {
      public: schema.publicFields && list(schema.publicFields, '_public_fields'),
      authenticated: schema.authFields && list(schema.authFields, '_auth_fields'),
      hidden: list(schema.hiddenFields, '_hidden_fields'),
    },
    nested: {
      names: nested.filter((name) => ends.some((end) => end.name === name)),
      depth: schema.nestingDepth,
    },
    additionalProperties: (schema.keywords['additionalProperties'] ?? false) !== false,
    schema: bodySchema(id, linked, fields, source),
    renamedFrom: schema.renamedFrom?.name ?? null,
    plain: schema.plain,
    loc: locationOf(schema.at),
  }
}

/** Names that a relationship would have given the model, had it not been reported. */
function reportedNames(id: string, failed: readonly FailedLink[]): readonly string[] {
  return failed.flatMap(({ from, field, to, backref }) => [
    ...(from === id ? [field] : []),
    ...((to === id || to === null) && backref !== null ? [backref] : []),
  ])
}

/** Foreign keys that no relation uses could never have a value. */
function usedFields(id: string, linked: LinkedModel, source: ModelSource): readonly Field[] {
  const backrefs = source.relations.filter(({ to }) => to === id)
  const used = new Set(backrefs.map(({ foreignKey }) => foreignKey.field))
  const fields = fieldsOf({
    model: id,
    schema: linked.schema,
    key: linked.key,
    engine: source.engine,
    columns: columnsOf(
      linked,
      backrefs.map(({ backref }) => backref),
    ),
    relations: new Set(backrefs.map(({ backref }) => backref)),
    collector: source.collector,
  })
  return fields.filter(({ name, type }) => type !== 'foreign_key' || used.has(name))
}

function endsOf(id: string, relations: readonly Relation[]): readonly RelationEnd[] {
  const ends = relations.flatMap((relation): RelationEnd[] => [
    ...(relation.from === id
      ? [
          {
            name: relation.field,
            relation: relation.id,
            side: 'one' as const,
            target: relation.to,
            many: relation.kind === 'one-to-many',
          },
        ]
      : []),
    ...(relation.to === id
      ? [
          {
            name: relation.backref,
            relation: relation.id,
            side: 'holder' as const,
            target: relation.from,
            many: false,
          },
        ]
      : []),
  ])
  return sortedBy(ends, ({ name }) => name)
}

/** The schema of a POST or PUT body; see {@link Model.schema}. */
function bodySchema(
  id: string,
  { schema }: LinkedModel,
  fields: readonly Field[],
  source: ModelSource,
): JsonSchema {
  const own = source.relations.filter(({ from }) => from === id)
  const backrefs = source.relations.filter(({ to }) => to === id)
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
      ...(schema.definitions.size === 0 ? {} : { definitions: sortedObject(schema.definitions) }),
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
  { models, relations, failed, collector }: ModelSource,
): readonly string[] {
  const left = new Set([
    ...fields.map(({ name }) => name),
    ...foreignKeysOf(models.get(id)),
    ...reportedNames(id, failed),
  ])
  for (const { name, at } of listed) {
    if (properties.has(name) || left.has(name)) continue
    const message = `"required" of ${id} names "${name}", which is no property, and is left out`
    collector.report('SVC3023', { message, at, help: didYouMean(name, properties) })
  }
  const names = [
    ...listed.map(({ name }) => name).filter((name) => properties.has(name)),
    ...fields.filter(mustBeGiven).map(({ name }) => name),
    ...relations.filter(({ to, required }) => to === id && required).map(({ backref }) => backref),
    ...demandedRelations(models.get(id)).filter((name) => properties.has(name)),
  ]
  return [...new Set(names)].sort(compareText)
}

function mustBeGiven({ type, constraints, default: value }: Field): boolean {
  return constraints.required && value === null && type !== 'id_field' && type !== 'foreign_key'
}

function demandedRelations(linked: LinkedModel | undefined): readonly string[] {
  const properties = linked?.schema.properties ?? []
  return properties
    .filter(({ required, settings }) => required && settings?.type === 'relationship')
    .map(({ name }) => name)
}

function foreignKeysOf(linked: LinkedModel | undefined): readonly string[] {
  const properties = linked?.schema.properties ?? []
  return properties.filter(({ settings }) => settings?.type === 'foreign_key').map(({ name }) => name)
}

function checkRename(id: string, renamedFrom: Named | null, { models, collector }: ModelSource): void {
  const standing = renamedFrom && models.get(renamedFrom.name)
  if (!renamedFrom || !standing) return
  collector.report('SVC3022', {
    message: `${id} is said to be renamed from ${renamedFrom.name}, which still is a model`,
    at: renamedFrom.at,
    related: [{ message: `The schema of ${renamedFrom.name} is here`, at: standing.schema.at }],
  })
}
