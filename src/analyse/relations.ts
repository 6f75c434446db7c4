import type { Collector } from '../diagnostics/collector.js'
import type { Engine, JsonSchema, Relation } from '../ir/index.js'
import { LooseNames } from '../naming/loose-match.js'
import { sortedBy } from '../naming/order.js'
import { jsonForm, typesOf, typeValue } from '../schema/json-form.js'
import type { ModelSchema, Property } from '../schema/model-schema.js'
import { sortedObject } from '../schema/node.js'
import { ILLEGAL } from '../schema/property.js'
import type { Named } from '../schema/settings.js'
import { generatedKeyForm } from './fields.js'
import { assignForeignKeys, type Link } from './foreign-keys.js'
import type { Key } from './key.js'
import { locationOf } from './location.js'
import { findModel } from './models-by-name.js'
import { storedProperties, type StoredProperty } from './stored-property.js'

/** A model as far as links between models need it. */
export interface LinkedModel {
  readonly schema: ModelSchema
  readonly key: Key
}

/** What relations are made from. */
export interface RelationSource {
  readonly models: ReadonlyMap<string, LinkedModel>
  readonly engine: Engine
  readonly collector: Collector
}

/** All relations of the service, sorted by id (SPEC 8). Every misfit is reported with both of its ends, and the relation left out. */
export function relationsOf(source: RelationSource): readonly Relation[] {
  const links = linksOf(source)
  const keys = assignForeignKeys(links, source)
  return links.flatMap((link) => {
    const key = keys.get(link)
    return key === undefined ? [] : [relation(link, key, source)]
  })
}

/** A relationship that was reported, and so is none. */
export interface FailedLink {
  readonly from: string
  readonly field: string
  /** Null where the other model is not known. */
  readonly to: string | null
  readonly backref: string | null
}

/** The relationships that the schemas declare and that did not become relations: what needs them is not reported again. */
export function failedLinks(
  models: ReadonlyMap<string, LinkedModel>,
  relations: readonly Relation[],
): readonly FailedLink[] {
  const made = new Set(relations.map(({ id }) => id))
  const names = new LooseNames(models.keys())
  return [...models].flatMap(([from, { schema }]) =>
    storedProperties(schema)
      .filter(({ name, settings }) => settings.type === 'relationship' && !made.has(`${from}.${name}`))
      .map(({ name, settings }) => ({
        from,
        field: name,
        to: names.match(settings.document?.name ?? '')?.name ?? null,
        backref: settings.backrefName?.name ?? null,
      })),
  )
}

function linksOf(source: RelationSource): readonly Link[] {
  const names = new LooseNames(source.models.keys())
  const links = [...source.models].flatMap(([from, { schema }]) =>
    storedProperties(schema)
      .filter(({ settings }) => settings.type === 'relationship')
      .flatMap((property) => linkOf(from, property, names, source.collector)),
  )
  return withoutTakenNames(
    sortedBy(links, ({ id }) => id),
    source,
  )
}

function linkOf(
  from: string,
  property: StoredProperty,
  names: LooseNames,
  collector: Collector,
): readonly Link[] {
  const { document, backrefName, typeAt } = property.settings
  for (const [value, key] of [
    [document, 'document'],
    [backrefName, 'backref_name'],
  ] as const) {
    if (value !== null) continue
    const message = `The relationship "${property.name}" has no "${key}"`
    collector.report('SVC3020', { message, at: typeAt, help: `Add one, as in ${EXAMPLES[key]}` })
  }
  if (document === null || backrefName === null) return []
  const to = findModel(document, names, collector)
  return to === null
    ? []
    : [{ id: `${from}.${property.name}`, from, to, property, document, backref: backrefName }]
}

const EXAMPLES = { document: '"document": "Story"', backref_name: '"backref_name": "owner"' } as const

/** A back-reference needs a name that nothing else on the other model has (SPEC 8). */
function withoutTakenNames(links: readonly Link[], { models, collector }: RelationSource): readonly Link[] {
  const taken = new Map<string, Link>()
  return links.filter((link) => {
    const { to, backref } = link
    const rival = taken.get(`${to}.${backref.name}`)
    const field = models
      .get(to)
      ?.schema.properties.find(({ name, settings }) => name === backref.name && settings !== null)
    if (rival === undefined && field === undefined && !ILLEGAL.has(backref.name)) {
      taken.set(`${to}.${backref.name}`, link)
      return true
    }
    collector.report('SVC4015', {
      message: takenMessage(link, rival),
      at: backref.at,
      related: [
        ...(rival === undefined
          ? []
          : [{ message: `The back-reference of ${rival.id} is here`, at: rival.backref.at }]),
        ...(field === undefined
          ? []
          : [{ message: `The field ${to}.${field.name} is here`, at: field.nameAt }]),
      ],
      help: 'Give the back-reference a name of its own',
    })
    return false
  })
}

function takenMessage({ to, backref }: Link, rival: Link | undefined): string {
  const by = rival === undefined ? '' : `, by the relationship ${rival.id}`
  return `The back-reference "${backref.name}" cannot be made: ${to}.${backref.name} is taken${by}`
}

function relation(
  link: Link,
  foreignKey: Relation['foreignKey'] & { readonly required: boolean },
  source: RelationSource,
): Relation {
  const { id, from, to, property, backref } = link
  const { settings } = property
  const backrefProperty = source.models.get(to)?.schema.properties.find(({ name }) => name === backref.name)
  const { required, ...column } = foreignKey
  return {
    id,
    kind: settings.useList ? 'one-to-many' : 'one-to-one',
    from,
    field: property.name,
    to,
    backref: backref.name,
    foreignKey: column,
    required,
    onDelete: settings.onDelete,
    backrefOnDelete: settings.backrefOnDelete,
    fieldJson: fieldForm(property, keyForm(to, source)),
    backrefJson: backrefForm(backrefProperty, keyForm(from, source), required),
    processors: namesOf(property.processors),
    backrefProcessors: namesOf(property.backrefProcessors),
    renamedFrom: property.renamedFrom?.name ?? null,
    loc: locationOf(property.nameAt),
  }
}

/** The JSON form of a model's key. */
function keyForm(model: string, { models, engine }: RelationSource): JsonSchema {
  const linked = models.get(model)
  if (linked === undefined || linked.key.type === 'id_field') return generatedKeyForm(engine)
  const property = linked.schema.properties.find(({ name }) => name === linked.key.name)
  const limits = { type: linked.key.type, required: true, minLength: null, maxLength: null, choices: null }
  const { type = jsonForm({}, limits)['type'] ?? 'string' } = jsonForm(property?.json ?? {}, limits)
  return { type }
}

function fieldForm({ json, settings, required }: StoredProperty, key: JsonSchema): JsonSchema {
  const orNull = (types: readonly ('array' | 'null')[]) => typeValue(required ? ['array'] : types)
  if (!settings.useList)
    return typesOf(json) === undefined && isOpen(json) ? nullable({ ...json, ...key }, required) : json
  return sortedObject(Object.entries({ items: key, type: orNull(['array', 'null']), ...json }))
}

function backrefForm(property: Property | undefined, key: JsonSchema, required: boolean): JsonSchema {
  const json = property?.json ?? {}
  return typesOf(json) === undefined && isOpen(json) ? nullable({ ...json, ...key }, required) : json
}

/** Tells whether a schema says nothing of what types a value may have. */
function isOpen(json: JsonSchema): boolean {
  return ['enum', 'allOf', 'anyOf', 'oneOf', '$ref'].every((keyword) => !(keyword in json))
}

function nullable(json: JsonSchema, required: boolean): JsonSchema {
  const types = typesOf(json) ?? []
  return sortedObject(Object.entries({ ...json, type: typeValue(required ? types : [...types, 'null']) }))
}

function namesOf(named: readonly Named[]): readonly string[] {
  return named.map(({ name }) => name)
}
