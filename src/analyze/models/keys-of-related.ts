import { isObject } from '../../ir/index.js'
import { isKeyNameOf } from '../../naming/key-names.js'
import { looseKey } from '../../naming/loose-match.js'
import { componentModel } from '../../naming/model-names.js'
import type { ModelSchema } from '../../schema/index.js'
import type { Property } from '../../schema/property.js'
import type { MapNode } from '../../source/node.js'

/** A property with related items, and the one beside it that contains their keys: `assignee` and `assignee_id`. */
interface Pair {
  readonly items: Property
  readonly keys: Property
}

/**
 * Returns the schemas without the properties that contain the keys of related items which another property contains, such as
 * `assignee_id` beside `assignee`: both show the same relationship, which requests can set by the key.
 */
export function withoutKeysOfRelated(
  schemas: ReadonlyMap<string, ModelSchema>,
): ReadonlyMap<string, ModelSchema> {
  return new Map([...schemas].map(([model, schema]) => [model, withoutKeys(model, schema, schemas)]))
}

function withoutKeys(
  model: string,
  schema: ModelSchema,
  schemas: ReadonlyMap<string, ModelSchema>,
): ModelSchema {
  if (!schema.isInferred) return schema
  const pairs = schema.properties.flatMap((items): Pair[] => {
    const keys = schema.properties.find(
      (each) =>
        each !== items &&
        each.name !== schema.keyName?.name &&
        !isKeyNameOf(each.name, model, false) &&
        isKeysOf(each, items, schemas),
    )
    return keys === undefined ? [] : [{ items, keys }]
  })
  if (pairs.length === 0) return schema
  const keys = new Set(pairs.map((pair) => pair.keys))
  const names = new Set([...keys].map(({ name }) => name))
  const properties = schema.properties.filter((property) => !keys.has(property))
  return {
    ...schema,
    properties: properties.map((property) => {
      const pair = pairs.find(({ items }) => items === property)
      return pair === undefined ? property : joined(pair)
    }),
    required: schema.required.map((named) => {
      const pair = names.has(named.name) ? pairs.find((each) => each.keys.name === named.name) : undefined
      return pair === undefined ? named : { ...named, name: pair.items.name }
    }),
    // Whoever cannot see the keys must not see the items either, which contain them.
    hiddenFields: schema.hiddenFields.map((named) => {
      const pair = pairs.find(({ keys: { name } }) => name === named.name)
      return pair === undefined ? named : { ...named, name: pair.items.name }
    }),
  }
}

/** Returns whether a property contains the keys of the items in another one. */
function isKeysOf(
  { name, json, related }: Property,
  items: Property,
  schemas: ReadonlyMap<string, ModelSchema>,
): boolean {
  const { related: target } = items
  if (items.json['writeOnly'] === true || target === null || target.keyTypes.length > 0) return false
  const schema = schemas.get(componentModel(target.component.name))
  const isNamed = (key: string): boolean => isKeyNameOf(name, items.name, target.many, key)
  if (related !== null)
    return (
      related.component.name === target.component.name &&
      related.many === target.many &&
      (isNamed('id') || schema?.properties.some((each) => isNamed(each.name)) === true)
    )
  const keyName = ['id', schema?.keyName?.name ?? 'id'].find(isNamed)
  if (keyName === undefined) return false
  const types = typesIn(target.many ? itemsOf(json) : json)
  const key = schema?.properties.find((each) => looseKey(each.name) === looseKey(keyName))
  const known = key === undefined ? ['string', 'integer'] : typesIn(key.json)
  return types.length > 0 && types.every((type) => type === 'null' || known.includes(type))
}

/**
 * Returns the property with the items, which requests can set if they can set the keys. Other restrictions and settings of
 * one of the two hold for both, because each of them writes the relationship.
 */
function joined({ items, keys }: Pair): Property {
  const { readOnly: _readOnly, ...writable } = items.json
  const rules = [items.writeRule, keys.writeRule].filter((rule) => rule !== null)
  const readOnly = items.writeRule?.readOnly === true && keys.writeRule?.readOnly === true
  const writers = rules.flatMap(({ writableBy }) => (writableBy === null ? [] : [writableBy]))
  const isListed = (name: string): boolean =>
    writers.every((list) => list.some((writer) => writer.name === name))
  const writeRule = {
    readOnly,
    writeOnce: rules.some(({ writeOnce }) => writeOnce),
    writableBy: writers[0]?.filter(({ name }) => isListed(name)) ?? null,
  }
  return {
    ...items,
    related: items.related && { ...items.related, settings: settingsOf(items, keys) },
    renamedFrom: items.renamedFrom ?? keys.renamedFrom,
    backfill: items.backfill ?? keys.backfill,
    required: items.required || keys.required,
    writeRule: rules.length === 0 ? null : writeRule,
    json: readOnly ? items.json : writable,
  }
}

/** Returns the settings beside both properties. The type of the keys is that of the related items' key. */
function settingsOf(items: Property, { settingsNode: ofKeys }: Property): MapNode | null {
  const ofItems = items.related?.settings ?? null
  if (ofKeys === null) return ofItems
  const own = ofItems?.entries ?? []
  const others = ofKeys.entries.filter(({ key }) => key !== 'type' && own.every((each) => each.key !== key))
  return { ...ofKeys, entries: [...own, ...others] }
}

function itemsOf({ type, items }: Property['json']): Property['json'] {
  return [type].flat().includes('array') && isObject(items) ? items : {}
}

function typesIn({ type }: Property['json']): readonly string[] {
  return [type ?? []].flat().map(String)
}
