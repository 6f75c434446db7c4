import type { FastifyRequest } from 'fastify'
import { BadRequest, FaultList, pointer } from '../errors.js'
import { type Json, type JsonObject, isObject, memberOf } from '../json.js'
import { shownValue } from '../values/scalars.js'
import type { Alternatives, Contract } from './mapping.js'
import type { Masked } from './parts.js'
import { othersOf } from './responses.js'

/** The members with a meaning in the service's own documents, which no other document declares. */
const OWN_MEMBERS: ReadonlySet<string> = new Set(['_acl', '_pk', '_self', '_type'])

interface Sent {
  /** The values of the query parameters. */
  readonly values: Readonly<Record<string, Json>>
  readonly request: FastifyRequest
  /** The nesting depth that a body can have. */
  readonly maxDepth: number
  readonly masked?: Masked | undefined
}

/** Returns the item in a body, without the fields that the request does not declare or that a mask leaves out. */
export function itemIn(body: unknown, contract: Contract, sentWith: Sent): unknown {
  const {
    wrapper,
    hasAttributes,
    unwritten = [],
    keys = {},
    renamed = {},
    alternatives = {},
    decimals = {},
    newKey = {},
  } = contract
  const sent = wrapper === undefined || !isObject(body) ? body : (body[wrapper] ?? {})
  if (!isObject(sent)) return sent
  const members = hasAttributes === true ? withAttributes(sent, contract) : sent
  const item = withParameters({ ...contract.defaults, ...members }, contract, sentWith)
  const faults = new FaultList()
  // Rules that have no effect would leave the item open.
  if (Object.hasOwn(item, '_acl'))
    faults.add(`${placeOf('/_acl', contract)}/_acl`, 'cannot be set by this operation')
  for (const [name, value] of Object.entries(newKey))
    if ((item[name] ?? value) !== value)
      faults.add(placeOf(pointer('', name), contract) + pointer('', name), `must be ${shownValue(value)}`)
  const isRenamed = (name: string): boolean => Object.hasOwn(renamed, name)
  const byKey = Object.values(renamed).filter((name) => !Object.hasOwn(keys, name))
  const others = new Set([...OWN_MEMBERS, ...unwritten, ...byKey])
  // A body need not declare the key that a parameter contains.
  for (const [name, role] of Object.entries(contract.roles ?? {}))
    if (role.as === 'key' && sentWith.values[name] !== undefined) others.delete(role.field)
  // The key of a related item takes precedence over the item beside it.
  const fields = Object.entries(item)
    .filter(([name]) => !others.has(name))
    .toSorted(([a], [b]) => Number(isRenamed(a)) - Number(isRenamed(b)))
    .map(([name, value]) => {
      const key = memberOf(keys, name)
      const path = pointer('', name)
      const place = placeOf(path, contract) + path
      const field = memberOf(renamed, name) ?? name
      if (key !== undefined) return [field, keyFor(value, key, place, faults)] as const
      const scale = memberOf(decimals, name)
      if (scale !== undefined && typeof value === 'number') return [field, decimalText(value, scale)] as const
      return [field, Object.hasOwn(alternatives, name) ? only(value, alternatives[name]) : value] as const
    })
  faults.throwIfAny('body')
  return { ...Object.fromEntries(fields), ...newKey }
}

/** Returns a number as text with as many digits after the point, unless it has more. */
function decimalText(value: number, scale: number): string {
  const text = String(value)
  const [, decimals = ''] = text.split('.')
  return decimals.length > scale || text.includes('e') ? text : value.toFixed(scale)
}

/** Returns an item with the key, or only the members, that parameters contain. */
function withParameters(
  item: JsonObject,
  { roles = {} }: Contract,
  { values, request, maxDepth, masked }: Sent,
): JsonObject {
  let changed = item
  for (const [name, role] of Object.entries(roles)) {
    const value = values[name]
    if (value === undefined) continue
    if (role.as === 'key') changed = { ...changed, [role.field]: value }
    if (role.as !== 'mask') continue
    if (masked === undefined) throw new TypeError('The service reads no masks')
    const { item: change, replaced } = masked(changed, String(value), name, role.members, maxDepth)
    changed = change
    request.emptied = Object.fromEntries(replaced.map((each) => [each, null]))
  }
  return changed
}

/** Returns an object in which the members of other alternatives are null, so that a PATCH removes them. */
function only(value: Json, alternatives: Alternatives | undefined): Json {
  if (!isObject(value) || alternatives === undefined) return value
  const { property, members } = alternatives
  const selected = String(value[property])
  const others = Object.hasOwn(members, selected) ? othersOf(members, selected) : []
  return { ...Object.fromEntries(others.map((name) => [name, null])), ...value }
}

/** Returns the key of a related item that is sent as a document, or the keys of several. */
function keyFor(value: Json, key: string, path: string, faults: FaultList): Json {
  if (Array.isArray(value)) return value.map((each, index) => keyFor(each, key, `${path}/${index}`, faults))
  if (!isObject(value)) return value
  const found = value[key] ?? null
  if (found === null) faults.add(`${path}/${key}`, 'is required')
  return found
}

/** Returns the fields of a resource object of JSON:API, and its relationships. Its type is not a field. */
function withAttributes(
  { id, attributes, relationships: sent }: JsonObject,
  { relationships = [] }: Contract,
): JsonObject {
  const related = relationships.flatMap((name) => {
    const data = isObject(sent) && isObject(sent[name]) ? sent[name]['data'] : undefined
    return data === undefined ? [] : [[name, data] as const]
  })
  return {
    ...(id === undefined ? {} : { id }),
    ...(isObject(attributes) ? attributes : {}),
    ...Object.fromEntries(related),
  }
}

/** Returns the path parameters of an operation whose body contains the key. @throws BadRequest if it does not */
export function keyIn(body: unknown, name: string): object {
  const value = isObject(body) ? body[name] : undefined
  if (value === undefined || value === null)
    throw new BadRequest('The body is invalid.', { errors: [{ path: `/${name}`, message: 'is required' }] })
  return { [name]: value }
}

/** Returns the JSON pointer of the object that contains a member of the item in a request. */
export function placeOf(path: string, { wrapper, hasAttributes, relationships = [] }: Contract): string {
  const isRelated = relationships.some((name) => `${path}/`.startsWith(`${pointer('', name)}/`))
  const part = isRelated ? '/relationships' : hasAttributes === true && path !== '/id' ? '/attributes' : ''
  return `${wrapper === undefined ? '' : pointer('', wrapper)}${part}`
}

/** Returns the path of a member of the item as the request names it. */
export function sentPath(path: string, { renamed = {} }: Contract): string {
  const [, field = '', ...rest] = path.split('/')
  const [name] = Object.entries(renamed).find(([, relation]) => pointer('', relation) === `/${field}`) ?? []
  return name === undefined ? path : [pointer('', name), ...rest].join('/')
}
