import type { Collector } from '../../diagnostics/collector.js'
import { isObject, type JsonSchema } from '../../ir/index.js'
import { listed } from '../../naming/phrases.js'
import type { ModelSchema } from '../../schema/index.js'
import { valueOf } from '../../schema/node.js'
import type { Property } from '../../schema/property.js'
import { isKeyNameOf } from '../contract/related-keys.js'
import type { KeyUses } from './inferred-key.js'

/**
 * Returns the schema of a component without what it requires of new items although the bodies that create them do not
 * contain it. Warns about properties that nobody can ever set.
 * @param key the name of the key
 */
export function withSettable(
  model: string,
  schema: ModelSchema,
  key: string,
  { created, demanded, updated, above, within }: KeyUses,
  collector: Collector,
): ModelSchema {
  if (!schema.isInferred || created.size === 0 || schema.eventHandlers.length > 0) return schema
  const hasDefault = ({ settings, processors, related }: Property): boolean => {
    const beside = related?.settings ?? null
    const made = settings === null && beside !== null ? valueOf(beside, 'default') : settings?.default
    return related?.many === true || processors.length > 0 || (made ?? null) !== null
  }
  const isSent = ({ name, related }: Property, sent: ReadonlySet<string>): boolean =>
    sent.has(name) ||
    (related !== null && [...sent].some((member) => isKeyNameOf(member, name, related.many)))
  const others = schema.properties.filter(
    (property) =>
      property.required &&
      property.name !== key &&
      (!isSent(property, created) || isNullable(property) || hasDefault(property)),
  )
  const missing = others.filter((property) => !isNullable(property) && !hasDefault(property))
  const never = missing.filter(
    (property) => !isSent(property, updated) && !above.has(property.related?.component.name ?? ''),
  )
  const [first] = never
  if (first !== undefined)
    collector.report('SVC8083', {
      message: `No request can set ${listed(never.map(({ name }) => `"${name}"`))} of ${model}, which responses require`,
      at: first.nameAt,
      help: `Add a default, as in "x-db-settings: { default: … }", or a handler in "x-event-handlers", or do not require ${never.length === 1 ? 'it' : 'them'}`,
    })
  const optional = new Set([...others.map(({ name }) => name), ...(demanded.has(key) ? [] : [key])])
  if (schema.required.every(({ name }) => !optional.has(name)) && others.length === 0) return schema
  // The path sets a relation to the item above, if it can mean only one.
  const isSetByPath = ({ related }: Property): boolean =>
    within.has(related?.component.name ?? '') &&
    schema.properties.filter((each) => each.related?.component.name === related?.component.name).length === 1
  const names = new Set(
    others
      .filter(
        (each) =>
          (missing.includes(each) && !isSetByPath(each)) || isNullable(each) || each.related?.many === true,
      )
      .map(({ name }) => name),
  )
  return {
    ...schema,
    required: schema.required.filter(({ name }) => !optional.has(name)),
    properties: schema.properties.map((property) =>
      names.has(property.name) ? { ...property, required: false } : property,
    ),
  }
}

function isNullable({ json, related }: Property): boolean {
  return related?.nullable ?? allowsNull(json)
}

function allowsNull({ type, anyOf, oneOf }: JsonSchema): boolean {
  const alternatives = [anyOf, oneOf].flat().filter(isObject)
  return [type].flat().includes('null') || alternatives.some(allowsNull)
}
