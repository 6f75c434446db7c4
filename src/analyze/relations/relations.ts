import { type Default, type JsonSchema, type Relation, UNCONSTRAINED } from '../../ir/index.js'
import { jsonForm, typesOf, typeValue } from '../../schema/keywords/json-form.js'
import { type Named, sortedObject, toJson, valueOf } from '../../schema/node.js'
import type { Property } from '../../schema/property.js'
import { readDefault } from '../../schema/settings/default.js'
import { defaultOf, generatedKeyForm } from '../models/fields.js'
import type { StoredProperty } from '../models/stored-properties.js'
import { assignForeignKeys } from './foreign-keys.js'
import { type Link, linksOf, type RelationSource } from './links.js'
import { bothDirections, checkManyToMany, type Common, sidesOf } from './many-to-many.js'
import { sortedBy } from '../../naming/order.js'
import { locationOf } from '../location.js'

/** Returns all relations, sorted by ID. Reports and leaves out invalid relationships. */
export function relationsOf(source: RelationSource): readonly Relation[] {
  const all = linksOf(source).filter((link) => checkManyToMany(link, source))
  const links = all.filter(({ property }) => !property.settings.manyToMany)
  const keys = assignForeignKeys(links, source)
  const relations = links.flatMap((link) => {
    const key = keys.get(link)
    return key === undefined ? [] : [relation(link, key, source)]
  })
  const others = all
    .filter(({ property }) => property.settings.manyToMany)
    .flatMap((link) => {
      const sides = sidesOf(link, { ...source, relations })
      return sides === null ? [] : bothDirections(link, sides, commonOf(link, source))
    })
  return sortedBy([...relations, ...others], ({ id }) => id)
}

/** Returns what the relations in both directions of a many-to-many relationship have whatever links their items. */
function commonOf(link: Link, source: RelationSource): readonly [Common, Common] {
  const { from, to, property, backref } = link
  const other = source.models.get(to)?.schema.properties.find(({ name }) => name === backref.name)
  const own = fieldForm(property, keyForm(to, source))
  const others = listForm(other?.json ?? {}, keyForm(from, source), false)
  const loc = locationOf(property.nameAt)
  const declared = namesOf(property.backrefProcessors)
  const backward = other === undefined || other.processors.length === 0 ? declared : namesOf(other.processors)
  const ends = {
    processors: namesOf(property.processors),
    backrefProcessors: backward,
    fieldJson: own,
    backrefJson: others,
    loc,
  }
  return [
    {
      ...ends,
      ...(property.isListed ? {} : { listed: false }),
      renamedFrom: property.renamedFrom?.name ?? null,
    },
    {
      ...ends,
      fieldJson: others,
      backrefJson: own,
      processors: ends.backrefProcessors,
      backrefProcessors: ends.processors,
      ...(other?.isListed === false ? { listed: false } : {}),
      renamedFrom: other?.renamedFrom?.name ?? null,
    },
  ]
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
    backrefJson: keyOrNull(backrefProperty?.json ?? {}, keyForm(from, source), required),
    ...(property.isListed ? {} : { listed: false }),
    processors: namesOf(property.processors),
    backrefProcessors: namesOf(property.backrefProcessors),
    renamedFrom: property.renamedFrom?.name ?? null,
    ...(foreignKey.field === null && backrefProperty !== undefined ? ofKey(backrefProperty, source) : {}),
    loc: locationOf(property.nameAt),
  }
}

/** Returns what a property whose relationship is inferred declares of its column. */
function ofKey(
  { related, backfill, renamedFrom }: Property,
  source: RelationSource,
): Pick<Relation, 'default' | 'onUpdate' | 'backfill' | 'keyRenamedFrom'> {
  if (related === null) return {}
  const read = (key: string): Default | null => {
    const value = related.settings && valueOf(related.settings, key)
    return defaultOf(value ?? null, 'foreign_key', UNCONSTRAINED, source)
  }
  const [made, onUpdate] = [read('default'), read('onupdate')]
  return {
    ...(made === null ? {} : { default: made }),
    ...(onUpdate === null ? {} : { onUpdate }),
    ...(backfill === null ? {} : { backfill: readDefault(toJson(backfill), 'foreign_key') }),
    ...(renamedFrom === null ? {} : { keyRenamedFrom: renamedFrom.name }),
  }
}

function keyForm(model: string, { models, engine }: RelationSource): JsonSchema {
  const linked = models.get(model)
  if (linked === undefined || linked.key.type === 'id_field') return generatedKeyForm(engine)
  const property = linked.schema.properties.find(({ name }) => name === linked.key.name)
  const limits = { required: true, minLength: null, maxLength: null, choices: null }
  const form = (json: JsonSchema) => jsonForm(json, linked.key.type, limits)
  const { type = form({})['type'] ?? 'string' } = form(property?.json ?? {})
  return { type }
}

function fieldForm({ json, settings, required }: StoredProperty, key: JsonSchema): JsonSchema {
  return settings.useList ? listForm(json, key, required) : keyOrNull(json, key, required)
}

function listForm(json: JsonSchema, key: JsonSchema, required: boolean): JsonSchema {
  const type = typeValue(required ? ['array'] : ['array', 'null'])
  return sortedObject(Object.entries({ items: key, type, ...json }))
}

/** Adds the form of a key to a schema that allows values of any type. */
function keyOrNull(json: JsonSchema, key: JsonSchema, required: boolean): JsonSchema {
  if (['type', 'enum', 'allOf', 'anyOf', 'oneOf', '$ref'].some((keyword) => keyword in json)) return json
  const types = typesOf(key) ?? []
  const type = typeValue(required ? types : [...types, 'null'])
  return sortedObject(Object.entries({ ...json, ...key, type }))
}

function namesOf(named: readonly Named[]): readonly string[] {
  return named.map(({ name }) => name)
}
