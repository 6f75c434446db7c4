import { type Json, type JsonObject, isObject } from '../json.js'
import type { ModelSpec } from '../model.js'
import type { Alternatives, Member, Shape, Template } from './mapping.js'

/** What the members of a response are called in a {@link Template}. */
export type Facts = Readonly<Record<string, Json | undefined>>

/** What a client wants of the declared documents. */
export interface Wanted {
  /** The members to return; all, if omitted. */
  readonly fields?: ReadonlySet<string> | undefined
  /** The attributes and relationships of resource objects to return; all, if omitted. */
  readonly sparse?: ReadonlySet<string> | undefined
  /** The relations whose items to return instead of their keys. */
  readonly expand?: ReadonlySet<string> | undefined
  /** Where links begin of items that have no URL of their own; by default, at the path. */
  readonly origin?: string | undefined
}

/** The items of a response, as the service returns them to its own clients. */
export interface Found extends Wanted {
  readonly item?: JsonObject
  readonly items?: readonly JsonObject[]
}

/** Returns the body of a response, or undefined for a fact without a value. */
export function filled(template: Template, facts: Facts, found: Found = {}): Json | undefined {
  if ('fact' in template) return facts[template.fact] ?? template.absent
  if ('constant' in template) return template.constant
  if ('byStatus' in template) {
    const status = String(facts['status'])
    return template.byStatus[status] ?? template.byStatus[`${status.slice(0, 1)}XX`]
  }
  if ('item' in template) return found.item && shownOf(found.item, template.item, found)
  if ('items' in template) return (found.items ?? []).map((item) => shownOf(item, template.items, found))
  if ('included' in template) return includedIn(template, found)
  if ('list' in template) {
    const list = facts[template.list]
    if (!Array.isArray(list)) return undefined
    return list.filter(isObject).map((each) => filled(template.each, each) ?? null)
  }
  const body: Record<string, Json> = {}
  for (const [name, member] of Object.entries(template.object)) {
    const part = filled(member, facts, found)
    const value = part === undefined || isEmptyPart(member, part) ? null : part
    if (value !== null || template.nullable?.includes(name) === true) body[name] = value
  }
  return body
}

/** Returns each related item that the request asks for once, without those that the response contains anyway. */
function includedIn(
  { included, isRequired }: Extract<Template, { readonly included: unknown }>,
  { item, items = item === undefined ? [] : [item], expand, origin }: Found,
): Json | undefined {
  if (expand === undefined && isRequired !== true) return undefined
  const nameOf = (each: JsonObject): string => JSON.stringify([each['_type'], each['_pk']])
  const known = new Set(items.map(nameOf))
  const wanted = [...(expand ?? [])]
  return Object.entries(included).flatMap(([path, shape]) =>
    // What is asked for contains what leads there.
    (wanted.some((each) => `${each}.`.startsWith(`${path}.`)) ? items : [])
      .flatMap((each) => relatedAt(each, path.split('.')))
      .filter((each) => !known.has(nameOf(each)) && known.add(nameOf(each)))
      .map((each) => shownOf(each, shape, { origin })),
  )
}

function relatedAt(item: JsonObject, [relation = '', ...rest]: readonly string[]): readonly JsonObject[] {
  const found = [item[relation] ?? []].flat().filter(isObject)
  return rest.length === 0 ? found : found.flatMap((each) => relatedAt(each, rest))
}

/** Returns whether an object has none of the members that it can have, such as the link to a page that does not exist. */
function isEmptyPart(template: Template, value: Json): boolean {
  return (
    'object' in template && template.isRequired !== true && isObject(value) && Object.keys(value).length === 0
  )
}

declare module '../model.js' {
  interface ModelSpec {
    /** What the component of the API's document contains. Undefined if your functions get svcgen's own documents. */
    readonly document?: Shape
  }
}

/** Returns what a document is as the component of its model. */
export function declaredDocument({ document: shape }: ModelSpec, document: JsonObject): JsonObject {
  return shape === undefined ? document : shownOf(document, shape)
}

/** Returns the members of a document that a response declares. */
export function shownOf(
  document: JsonObject,
  { members, nullable = [], filled = [], alternatives = [] }: Shape,
  wanted: Wanted = {},
): JsonObject {
  const result: Record<string, Json> = {}
  const unselected = new Set(alternatives.flatMap((each) => unselectedIn(document, each)))
  for (const [name, member] of Object.entries(members)) {
    const shows = wanted.expand?.has(name) === true
    if ((wanted.fields?.has(name) === false && !shows) || unselected.has(name)) continue
    if (member !== 'value' && 'isOnDemand' in member && !shows) continue
    const shown = memberOf(
      isOfDocument(member) ? document : (document[sourceOf(name, member)] ?? null),
      member,
      shows,
      { ...wanted, fields: SPARSE.has(name) ? wanted.sparse : undefined },
    )
    const value = Array.isArray(shown) && shown.length === 0 && filled.includes(name) ? null : shown
    if (value !== null || nullable.includes(name)) result[name] = value
  }
  return result
}

/** The members of resource objects of JSON:API of which clients can select some. */
const SPARSE: ReadonlySet<string> = new Set(['attributes', 'relationships'])

/** Returns the members that the selected alternative does not have; if none is selected, those that not every one has. */
function unselectedIn(document: JsonObject, { property, members }: Alternatives): readonly string[] {
  const value = document[property]
  return value === null ? [] : othersOf(members, String(value))
}

/** Returns the members that only other alternatives have than the one that a value selects. */
export function othersOf(members: Alternatives['members'], value: string): readonly string[] {
  const own = new Map(Object.entries(members)).get(value) ?? []
  return Object.values(members)
    .flat()
    .filter((name) => !own.includes(name))
}

/** Returns the members that `expand` can name. */
export function expandableIn({ members }: Shape): readonly string[] {
  return Object.entries(members).flatMap(([name, member]) => {
    if (member === 'value') return []
    if ('part' in member) return expandableIn(member.part)
    return isExpandable(member) ? [name] : []
  })
}

function isExpandable(member: Exclude<Member, 'value'>): boolean {
  return 'expanded' in member || 'isOnDemand' in member
}

/** Returns whether documents contain documents of related items for which clients do not ask. */
export function hasDocuments({ members }: Shape): boolean {
  return Object.values(members).some((member) => {
    if (member === 'value') return false
    if ('part' in member) return hasDocuments(member.part)
    return ('document' in member || 'documents' in member) && !isExpandable(member)
  })
}

/** Returns the member of the service's own document that a member shows. */
function sourceOf(name: string, member: Member): string {
  return member !== 'value' && 'of' in member ? (member.of ?? name) : name
}

/** Returns whether a member shows the document itself instead of a field of it. */
function isOfDocument(member: Member): boolean {
  return member !== 'value' && ('part' in member || 'link' in member || 'at' in member || 'count' in member)
}

function memberOf(
  value: Json,
  member: Member,
  isExpanded: boolean,
  { origin, expand, fields }: Wanted,
): Json {
  if (member === 'value') return value
  if ('part' in member) {
    const part = isObject(value) ? shownOf(value, member.part, { origin, expand, fields }) : null
    return part !== null && member.needs?.some((name) => part[name] === undefined) ? null : part
  }
  if ('constant' in member) return member.constant
  if ('link' in member) return isObject(value) ? linkIn(value, member, origin) : null
  if ('count' in member) return isObject(value) ? countIn(value, member.count) : null
  if ('at' in member)
    return member.at.reduce<Json>((found, name) => (isObject(found) ? (found[name] ?? null) : null), value)
  const shown = (each: Json): Json => {
    if ('key' in member && !(isExpanded && member.expanded)) return keyIn(each, member)
    const shape =
      'key' in member ? member.expanded : 'document' in member ? member.document : member.documents
    const document = shape && isObject(each) ? shownOf(each, shape, { origin }) : null
    return 'only' in member && member.only !== undefined ? (document?.[member.only] ?? null) : document
  }
  if (Array.isArray(value)) return value.flatMap((each) => shown(each) ?? [])
  return 'documents' in member ? [] : shown(value)
}

function countIn(document: JsonObject, relation: string): Json {
  const listed = document[relation]
  // Long lists are cut off.
  return document[`${relation}_total`] ?? (Array.isArray(listed) ? listed.length : null)
}

/** Returns the URL of a link from an item, or null if it leads nowhere. */
function linkIn(
  document: JsonObject,
  { link, segments = 0, isObject: hasMembers }: Extract<Member, { readonly link: string }>,
  origin = '',
): Json {
  const self = typeof document['_self'] === 'string' ? document['_self'] : null
  const own = self?.split('/').slice(-segments).join('/') ?? null
  const values = [...link.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const value = document[name] ?? null
    return isObject(value) ? (value['_pk'] ?? null) : value
  })
  let index = 0
  const path = link.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(values[index++])))
  const start = own?.replace(/^(\w+:\/\/[^/]*).*$/, '$1') ?? origin
  const url = link === '' ? own : path.startsWith('/') ? start + path : path
  if (url === null || values.includes(null)) return null
  return hasMembers ? { href: url } : url
}

/** Returns the key of a related item, which other operations can show as a document. */
function keyIn(value: Json, { key, asText, type }: Extract<Member, { readonly key: string }>): Json {
  const found = isObject(value) ? (value[key] ?? null) : value
  const shown = asText && found !== null ? String(found) : found
  return type === undefined || found === null ? shown : { [key]: shown, type }
}
