import type {
  Engine,
  Field,
  Model,
  Relation,
  RelationEnd,
  Through,
  Json,
  JsonSchema,
} from '../../ir/index.js'
import { nameModels } from '../../naming/model-names.js'
import { compareText, sortedBy } from '../../naming/order.js'
import type { ModelSchema } from '../../schema/index.js'
import { type Named, sortedObject } from '../../schema/node.js'
import { fieldsOf } from './fields.js'
import { backReferencesOf, type Ends } from './ends.js'
import { groupsOf } from './groups.js'
import { locationOf } from '../location.js'
import { fieldNames, forNames, type NameSource, reportedNames } from './name-lists.js'
import type { LinkedModel } from './key.js'
import { didYouMean } from '../../diagnostics/nearest.js'

export interface ModelSource extends NameSource {
  readonly models: ReadonlyMap<string, LinkedModel>
  readonly relations: Ends<Relation>
  /** The links of many-to-many relationships whose model svcgen made. */
  readonly made: ReadonlyMap<string, Through>
  readonly engine: Engine
}

/** Returns all models, sorted by ID, with their fields, relations and body schemas. */
export function modelsOf(source: ModelSource): readonly Model[] {
  const ids = [...source.models.keys()].sort(compareText)
  const names = nameModels(ids)
  return ids.flatMap((id) => {
    const linked = source.models.get(id)
    const own = names.get(id)
    return linked === undefined || own === undefined ? [] : [{ ...modelOf(id, linked, source), names: own }]
  })
}

/** Returns a model without its `names`, because those depend on the names of all other models. */
function modelOf(id: string, linked: LinkedModel, source: ModelSource): Omit<Model, 'names'> {
  const { schema, key } = linked
  const ends = relationEnds(id, source.relations)
  const fields = fieldsOf(id, linked, source.relations.to(id), source)
  const reported = reportedNames(id, schema, source.failed)
  const known = () => [
    ...[...fields.filter(({ type }) => type !== 'foreign_key'), ...ends].map(({ name }) => name),
    ...reported,
  ]
  const list = (names: readonly Named[], key: string) =>
    names.length === 0
      ? []
      : fieldNames(names, { model: id, list: key, known: new Set(known()), collector: forNames(id, source) })
  const nested = list(schema.nestedRelationships, '_nested_relationships')
  checkRename(id, schema.renamedFrom, source)
  const groups = groupsOf({
    model: id,
    schema,
    fields,
    relations: ends,
    backReferences: backReferencesOf(source.relations.to(id)),
    reported: new Set(reported),
    collector: forNames(id, source),
  })
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
    ...(groups.length === 0 ? {} : { groups }),
    ...(schema.search ? { search: true } : {}),
    nested: {
      names: nested.filter((name) => ends.some((end) => end.name === name)),
      depth: schema.nestingDepth,
    },
    additionalProperties: (schema.keywords['additionalProperties'] ?? false) !== false,
    schema: bodySchema({ id, schema, fields, reported }, source),
    ...(schema.setByHandlers.length === 0 ? {} : { setByHandlers: schema.setByHandlers }),
    renamedFrom: schema.renamedFrom?.name ?? null,
    plain: schema.plain,
    ...([...source.made.values()].some(({ model }) => model === id) ? { link: true } : {}),
    loc: locationOf(schema.at),
  }
}

function relationEnds(id: string, relations: Ends<Relation>): readonly RelationEnd[] {
  const own = relations.from(id).map(({ field, id: relation, to, kind }): RelationEnd => ({
    name: field,
    relation,
    side: 'one',
    target: to,
    many: kind !== 'one-to-one',
  }))
  const holding = relations.to(id).filter(({ kind }) => kind !== 'many-to-many')
  const held = holding.map(({ backref, id: relation, from }): RelationEnd => ({
    name: backref,
    relation,
    side: 'holder',
    target: from,
    many: false,
  }))
  return sortedBy([...own, ...held], ({ name }) => name)
}

function checkRename(id: string, renamedFrom: Named | null, { models, collector }: ModelSource): void {
  const existing = renamedFrom && models.get(renamedFrom.name)
  if (!renamedFrom || !existing) return
  collector.report('SVC3022', {
    message: `${id} cannot be renamed from ${renamedFrom.name}, because that model still exists`,
    at: renamedFrom.at,
    related: [{ message: `Schema of ${renamedFrom.name}`, at: existing.schema.at }],
    help: `A model is named after its resource; rename the resource of ${renamedFrom.name}, or remove "_renamed_from"`,
  })
}

interface Parts {
  readonly id: string
  readonly schema: ModelSchema
  readonly fields: readonly Field[]
  /** Names of invalid fields, relationships and back-references, which have been reported. */
  readonly reported: readonly string[]
}

/** Returns the schema for a POST or PUT body (see {@link Model.schema}). Reports unknown names in `required`. */
function bodySchema(parts: Parts, source: ModelSource): JsonSchema {
  const { id, schema, fields } = parts
  const written = fields.filter(({ type }) => type !== 'id_field' && type !== 'foreign_key')
  const properties: [string, Json][] = [
    ...written.map(({ name, json }): [string, Json] => [name, json]),
    ...source.relations.from(id).map(({ field, fieldJson }): [string, Json] => [field, fieldJson]),
    ...source.relations.to(id).map(({ backref, backrefJson }): [string, Json] => [backref, backrefJson]),
  ]
  const required = requiredNames(parts, new Set(properties.map(([name]) => name)), source)
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
  { id, schema, fields, reported }: Parts,
  properties: ReadonlySet<string>,
  source: ModelSource,
): readonly string[] {
  const { required: listed, properties: declared } = schema
  const known = new Set([
    ...[...fields, ...declared.filter(({ settings }) => settings?.type === 'foreign_key')].map(
      ({ name }) => name,
    ),
    ...reported,
  ])
  const collector = forNames(id, source)
  for (const { name, at } of listed) {
    if (properties.has(name) || known.has(name)) continue
    const message = `Unknown property "${name}" in "required" of ${id}; it is ignored`
    collector.report('SVC3023', { message, at, help: () => didYouMean(name, properties) })
  }
  const relations = declared.filter(({ required, settings }) => required && settings?.type === 'relationship')
  const held = source.relations.to(id).filter(({ required, foreignKey, default: own = null }) => {
    const field = fields.find(({ name }) => name === foreignKey.field)
    return required && (field?.default ?? own) === null
  })
  const names = [
    ...[...listed, ...relations].map(({ name }) => name).filter((name) => properties.has(name)),
    ...fields.filter(isRequiredOnCreate).map(({ name }) => name),
    ...held.map(({ backref }) => backref),
  ]
  const required = new Set(names)
  for (const name of schema.setByHandlers) required.delete(name)
  return [...required].sort(compareText)
}

function isRequiredOnCreate({ type, constraints, default: value }: Field): boolean {
  return constraints.required && value === null && type !== 'id_field' && type !== 'foreign_key'
}
