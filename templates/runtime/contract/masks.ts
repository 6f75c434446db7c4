import { checkNames } from '../body/parser.js'
import { FaultList } from '../errors.js'
import { type Json, type JsonObject, isObject, memberOf } from '../json.js'
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
  const found: Path[] = []
  for (const path of paths.filter(Boolean)) {
    const [first = '', ...rest] = path.split('.')
    const name = members.includes(first) ? first : names.get(loose(first))
    if (name === undefined) faults.add(parameter, `must be some of ${members.join(', ')}`, 'query')
    else if (rest.length >= maxDepth) faults.add(parameter, 'is nested too deeply', 'query')
    else found.push([name, ...rest])
  }
  faults.throwIfAny('query')
  const change = partsOf(item, found)
  checkNames(change, maxDepth)
  const whole = new Set(found.flatMap(([name = '', ...rest]) => (rest.length === 0 ? [name] : [])))
  return { item: change, replaced: [...whole].filter((name) => isObject(item[name])) }
}

/** Returns what names have in common that differ only in case and underscores, as in `displayName` and `display_name`. */
function loose(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

type Path = readonly string[]

/** Returns an object with the parts of a value at paths, which are null if it lacks them. */
function partsOf(value: Json | undefined, paths: readonly Path[]): JsonObject {
  const groups = new Map<string, Path[]>()
  for (const [name = '', ...rest] of paths) {
    const group = groups.get(name) ?? []
    group.push(rest)
    groups.set(name, group)
  }
  return Object.fromEntries(
    [...groups].map(([name, group]) => {
      const part = isObject(value) ? memberOf(value, name) : undefined
      return [name, group.some((rest) => rest.length === 0) ? (part ?? null) : partsOf(part, group)]
    }),
  )
}
