import { type Json, type JsonObject, isObject } from '../json.js'
import type { Member, Shape, Template } from './mapping.js'

/** What the members of a response are called in a {@link Template}. */
export type Facts = Readonly<Record<string, Json | undefined>>

/** The items of a response, as the service returns them to its own clients. */
export interface Found {
  readonly item?: JsonObject
  readonly items?: readonly JsonObject[]
}

/** Returns the body of a response, or undefined for a fact without a value. */
export function filled(template: Template, facts: Facts, found: Found = {}): Json | undefined {
  if ('fact' in template) return facts[template.fact]
  if ('constant' in template) return template.constant
  if ('item' in template) return found.item && shown(found.item, template.item)
  if ('items' in template) return (found.items ?? []).map((item) => shown(item, template.items))
  if ('list' in template) {
    const list = facts[template.list]
    if (!Array.isArray(list)) return undefined
    return list.filter(isObject).map((each) => filled(template.each, each) ?? null)
  }
  const body: Record<string, Json> = {}
  for (const [name, member] of Object.entries(template.object)) {
    const value = filled(member, facts, found) ?? null
    if (value !== null || template.nullable?.includes(name) === true) body[name] = value
  }
  return body
}

/** Returns the members of a document that a response declares. */
function shown(document: JsonObject, { members, nullable = [] }: Shape): JsonObject {
  const result: Record<string, Json> = {}
  for (const [name, member] of Object.entries(members)) {
    const value = memberOf(document[name] ?? null, member)
    if (value !== null || nullable.includes(name)) result[name] = value
  }
  return result
}

function memberOf(value: Json, member: Member): Json {
  if (member === 'value') return value
  if ('constant' in member) return member.constant
  if ('key' in member)
    return Array.isArray(value) ? value.map((each) => keyIn(each, member.key)) : keyIn(value, member.key)
  if ('document' in member) return isObject(value) ? shown(value, member.document) : null
  return Array.isArray(value) ? value.filter(isObject).map((each) => shown(each, member.documents)) : []
}

/** Returns the key of a related item, which other operations can show as a document. */
function keyIn(value: Json, key: string): Json {
  return isObject(value) ? (value[key] ?? null) : value
}
