import { checkNames } from '../body/parser.js'
import { FaultList } from '../errors.js'
import { type Json, type JsonObject, isObject } from '../json.js'
import type { MaskedChange } from './parts.js'

/**
 * Returns the change that a mask such as `title,address.city` leaves of a body: the members that it names, which are null if the
 * body lacks them. `*` names all members.
 * @param parameter the parameter that contains the mask
 * @param members the members that clients can change
 * @param maxDepth the nesting depth that a body can have
 * @throws BadRequest if the mask names another member, or parts that a body cannot have
 */
export function masked(
  item: JsonObject,
  mask: string,
  parameter: string,
  members: readonly string[],
  maxDepth: number,
): MaskedChange {
  const faults = new FaultList()
  const paths = mask === '*' ? members : mask.split(',').map((path) => path.trim())
  const names = new Map(members.map((member) => [loose(member), member]))
  const change: Record<string, Json> = {}
  const replaced: string[] = []
  for (const path of paths.filter(Boolean)) {
    const [first = '', ...rest] = path.split('.')
    const name = members.includes(first) ? first : names.get(loose(first))
    if (name === undefined) faults.add(parameter, `must be some of ${members.join(', ')}`, 'query')
    else if (rest.length >= maxDepth) faults.add(parameter, 'is nested too deeply', 'query')
    else if (rest.length > 0) change[name] = withPart(change[name], rest, item[name])
    else {
      change[name] = item[name] ?? null
      if (isObject(item[name])) replaced.push(name)
    }
  }
  faults.throwIfAny('query')
  checkNames(change, maxDepth)
  return { item: change, replaced }
}

/** Returns what names have in common that differ only in case and underscores, as in `displayName` and `display_name`. */
function loose(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

/** Returns an object with one more part of a value, at a path. */
function withPart(object: Json | undefined, path: readonly string[], value: Json | undefined): Json {
  const [name = '', ...rest] = path
  const part = isObject(value) ? value[name] : undefined
  const before = isObject(object) ? object : {}
  return { ...before, [name]: rest.length === 0 ? (part ?? null) : withPart(before[name], rest, part) }
}
