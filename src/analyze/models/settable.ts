import type { Collector } from '../../diagnostics/collector.js'
import { effectiveSchema, isObject, type JsonSchema } from '../../ir/index.js'
import { isKeyNameOf } from '../../naming/key-names.js'
import { looseKey } from '../../naming/loose-match.js'
import { componentModel } from '../../naming/model-names.js'
import { listed } from '../../naming/phrases.js'
import type { ModelSchema } from '../../schema/index.js'
import { nodeOf, valueOf } from '../../schema/node.js'
import type { Property } from '../../schema/property.js'
import type { Settings } from '../../schema/settings/settings.js'
import { type KeyUses, SETS_NEW_ITEMS } from './inferred-key.js'

/**
 * Returns the schema of a component without what it requires of new items although the bodies that create them do not
 * contain it. Warns about properties that nobody can ever set.
 * @param key the name of the key
 * @param keyOf returns the name of the key of another model
 */
export function withSettable(
  model: string,
  schema: ModelSchema,
  key: string,
  { created, demanded, updated, above, within }: KeyUses,
  keyOf: (model: string) => string,
  collector: Collector,
): ModelSchema {
  if (!schema.isInferred || created.size === 0) return schema
  const areSetByHandlers = schema.eventHandlers.some(({ tag }) => SETS_NEW_ITEMS.has(tag.name))
  const hasDefault = ({ settings, processors, related }: Property): boolean => {
    const beside = related?.settings ?? null
    const made = settings === null && beside !== null ? valueOf(beside, 'default') : settings?.default
    return related?.many === true || processors.length > 0 || (made ?? null) !== null
  }
  const isSent = (
    { name, related }: Pick<Property, 'name' | 'related'>,
    sent: ReadonlySet<string>,
  ): boolean =>
    sent.has(name) ||
    [...sent].some((member) => looseKey(member) === looseKey(name)) ||
    (related !== null &&
      ['id', keyOf(modelOf(related))].some((id) =>
        [...sent].some((member) => isKeyNameOf(member, name, related.many, id)),
      ))
  const others = schema.properties.filter(
    (property) =>
      property.required &&
      property.name !== key &&
      (!isSent(property, created) || isNullable(property) || hasDefault(property)),
  )
  const missing = others.filter((property) => !isNullable(property) && !hasDefault(property))
  const unset = missing.filter(({ related }) => !above.has(modelOf(related)))
  const [never, late] = [false, true].map((isUpdated) =>
    unset.filter((property) => isSent(property, updated) === isUpdated),
  )
  const isLeftOut = (property: Property): boolean =>
    property.required &&
    property.name !== key &&
    isSent(property, created) &&
    !isSent(property, demanded) &&
    !isNullable(property) &&
    !hasDefault(property) &&
    !within.has(modelOf(property.related))
  const leftOut = schema.properties.filter(isLeftOut)
  const emptied = new Map(leftOut.flatMap((property) => emptyByDefault(property)))
  const hasKey = schema.properties.some(({ name }) => name === key)
  const report = (
    properties: readonly Property[] = [],
    message: (names: string) => string,
    more = '',
  ): void => {
    const [first] = properties
    if (first === undefined || areSetByHandlers) return
    const { format, type } = effectiveSchema(first.json)
    const isKey = !hasKey && (format === 'uuid' || type === 'integer')
    const asKey = isKey ? `Write "x-key: ${first.name}" in ${model} if it identifies the items, add` : 'Add'
    collector.report('SVC8083', {
      message: message(listed(properties.map(({ name }) => `"${name}"`))),
      at: first.nameAt,
      help: `${asKey} a default, as in "x-db-settings: { default: ${exampleFor(properties)} }", or a handler in "x-event-handlers", or do not require ${properties.length === 1 ? 'it' : 'them'}${more}`,
    })
  }
  report(
    never,
    (names) => `No request can set ${names} of ${model}, which responses require`,
    '; or write "x-operation: own" in the POST if a function of yours stores the items',
  )
  report(
    late,
    (names) => `No request that creates ${model} can set ${names}, which responses require of new items, too`,
  )
  report(
    leftOut.filter(({ name }) => !emptied.has(name)),
    (names) =>
      `Requests that create ${model} can leave out ${names}, which responses require, and are rejected then`,
  )
  const emptyLists = schema.properties.filter(
    ({ name, required, related, json }) =>
      required &&
      related?.many === true &&
      Number(effectiveSchema(json)['minItems'] ?? 0) > 0 &&
      !isSent({ name, related }, demanded),
  )
  const [emptyList] = emptyLists
  if (emptyList !== undefined && !areSetByHandlers) {
    const names = listed(emptyLists.map(({ name }) => `"${name}"`))
    collector.report('SVC8083', {
      message: `Requests that create ${model} can leave out ${names}, of which responses require items`,
      at: emptyList.nameAt,
      help: `Require ${names} in the bodies that create ${model}, remove "minItems", or do not require ${emptyLists.length === 1 ? 'the list' : 'the lists'}, which ${emptyLists.length === 1 ? 'is' : 'are'} left out without items then`,
    })
  }
  const setByHandlers = areSetByHandlers
    ? [...unset, ...leftOut.filter(({ name }) => !emptied.has(name))].map(({ name }) => name)
    : []
  const optional = new Set([
    ...setByHandlers,
    ...others.map(({ name }) => name),
    ...emptied.keys(),
    ...(demanded.has(key) ? [] : [key]),
  ])
  if (schema.required.every(({ name }) => !optional.has(name)) && others.length + setByHandlers.length === 0)
    return schema
  // The path sets a relation to the item above, if it can mean only one.
  const isSetByPath = ({ related }: Property): boolean =>
    within.has(modelOf(related)) &&
    schema.properties.filter((each) => modelOf(each.related) === modelOf(related)).length === 1
  const names = new Set(
    others
      .filter(
        (each) =>
          (missing.includes(each) && !areSetByHandlers && !isSetByPath(each)) ||
          isNullable(each) ||
          each.related?.many === true,
      )
      .map(({ name }) => name),
  )
  return {
    ...schema,
    setByHandlers,
    neverSet: areSetByHandlers ? [] : (never ?? []).map(({ name }) => name),
    required: schema.required.filter(({ name }) => !optional.has(name)),
    properties: schema.properties.map((property) =>
      names.has(property.name)
        ? { ...property, required: false }
        : { ...property, settings: emptied.get(property.name) ?? property.settings },
    ),
  }
}

/** Returns a default that any of the properties can have. */
function exampleFor(properties: readonly Property[]): string {
  const types = properties.map(({ settings }) => settings?.type)
  if (types.includes('datetime')) return "'{{datetime.datetime.utcnow}}'"
  if (types.includes('date')) return "'{{datetime.date.today}}'"
  const isTime = properties.every(
    ({ name, settings }) =>
      /(?:_at|At|[Tt]ime|[cC]reated|[uU]pdated)$/.test(name) && settings?.type.endsWith('integer') === true,
  )
  return isTime ? "'{{time.time}}'" : '…'
}

/** Returns the settings with which a list or object that requests can leave out is empty then; none if it cannot be empty. */
function emptyByDefault({ name, nameAt, json, settings }: Property): readonly [string, Settings][] {
  if (settings === null || !canBeEmpty(json)) return []
  const { type } = settings
  if (type !== 'list' && type !== 'dict') return []
  return [[name, { ...settings, default: nodeOf(type === 'list' ? [] : {}, nameAt) }]]
}

/** Returns whether a list without items, or an object without members, fits a schema. */
function canBeEmpty({
  minItems = 0,
  minProperties = 0,
  required = [],
  contains,
  allOf = [],
}: JsonSchema): boolean {
  return (
    minItems === 0 &&
    minProperties === 0 &&
    [required].flat().length === 0 &&
    contains === undefined &&
    [allOf].flat().filter(isObject).every(canBeEmpty)
  )
}

function modelOf(related: Property['related']): string {
  return related === null || related === undefined ? '' : componentModel(related.component.name)
}

function isNullable({ json, related }: Property): boolean {
  return related?.nullable ?? allowsNull(json)
}

function allowsNull({ type, anyOf, oneOf }: JsonSchema): boolean {
  const alternatives = [anyOf, oneOf].flat().filter(isObject)
  return [type].flat().includes('null') || alternatives.some(allowsNull)
}
