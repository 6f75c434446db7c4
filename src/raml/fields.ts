import { didYouMean } from '../diagnostics/nearest.js'
import type { Entry, MapNode } from '../source/node.js'
import { reportDuplicate } from '../source/duplicate-key.js'
import { report, type Context } from './context.js'
import { hasParameter } from './parameters.js'

/** The keys of a construct of RAML; `optional` ones may be marked with `?` in traits and resource types: all that are no scalars. */
export interface Shape<Key extends string> {
  /** The construct with its article: `a method`. */
  readonly what: string
  readonly keys: Readonly<Record<Key, 'plain' | 'optional'>>
}

/** What is done with a key that is not in the shape: take it, or give a hint for the report that it is unknown. */
export type OtherKey = (name: string, entry: Entry) => 'taken' | { readonly help: string | undefined }

/** An entry whose key is known; `name` is the key without the `?` of what is optional. */
export interface Field extends Entry {
  readonly name: string
}

/**
 * Gives the entries of a map without the `?` that traits and resource types have, and without keys that are parameters there. A key
 * with and without the mark counts as twice the same.
 */
export function entriesOf(map: MapNode, context: Context): readonly Field[] {
  if (!context.isTemplate) return map.entries.map((entry) => named(entry, entry.key))
  const fields = new Map<string, Field>()
  for (const entry of map.entries) {
    const name = entry.key.endsWith('?') ? entry.key.slice(0, -1) : entry.key
    const first = fields.get(name)
    if (first !== undefined) reportDuplicate(name, entry.keyAt, first.keyAt, context.collector)
    else if (!hasParameter(name)) fields.set(name, named(entry, name))
  }
  return [...fields.values()]
}

function named({ key, keyAt, value }: Entry, name: string): Field {
  return { name, key, keyAt, value }
}

/**
 * Reads the entries of a construct by name. Reports unknown keys, with the nearest known one, and marks `?` where none may stand.
 * @param other decides on keys that the shape does not have, such as status codes
 */
export function fieldsOf<Key extends string>(
  map: MapNode,
  shape: Shape<Key>,
  context: Context,
  other: OtherKey = () => ({ help: undefined }),
): { readonly [Name in Key]?: Field } {
  const fields: { [Name in Key]?: Field } = {}
  for (const field of entriesOf(map, context)) {
    const { name, key } = field
    if (!isKeyOf(shape, name)) {
      const decision = other(name, field)
      if (decision !== 'taken') reportUnknown(field, shape, decision.help, context)
      continue
    }
    if (key !== name && shape.keys[name] === 'plain') reportMark(field, context)
    else fields[name] = field
  }
  return fields
}

function isKeyOf<Key extends string>(shape: Shape<Key>, name: string): name is Key {
  return Object.hasOwn(shape.keys, name)
}

function reportUnknown(
  { key, keyAt }: Field,
  { what, keys }: Shape<string>,
  help: string | undefined,
  context: Context,
): void {
  report(context, 'SVC2005', {
    message: `"${key}" is no key of ${what}`,
    at: keyAt,
    help: help ?? (() => didYouMean(key, Object.keys(keys))),
  })
}

function reportMark({ key, name, keyAt }: Field, context: Context): void {
  report(context, 'SVC2007', {
    message: `"${key}" cannot be optional`,
    at: keyAt,
    help: `Write "${name}": only what is no plain value may be marked with "?"`,
  })
}
