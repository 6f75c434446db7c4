import { didYouMean } from '../diagnostics/nearest.js'
import type { Entry, MapNode } from '../source/node.js'
import { reportDuplicate } from '../source/duplicate-key.js'
import { report, type Context } from './context.js'
import { hasParameter } from './template-text.js'

/** The keys of a construct. In traits and resource types, `optional` ones, which are not scalars, can end in `?`. */
export interface Shape<Key extends string = string> {
  /** The name of the construct with an article: `a method`. */
  readonly what: string
  readonly plain: readonly Key[]
  readonly optional: readonly Key[]
}

export function shapeOf<const Key extends string>(
  what: string,
  plain: readonly Key[],
  optional: readonly Key[] = [],
): Shape<Key> {
  return { what, plain, optional }
}

/** Handles a key that is not in the shape. Returns `taken` to accept the key, or the help for reporting it. */
export type OtherKey = (name: string, entry: Entry) => 'taken' | { readonly help: string | undefined }

/** An entry with a known key. `name` is the key without its optional marker (`?`). */
export interface Field extends Entry {
  readonly name: string
}

/** The entries of a construct with this shape. */
export type FieldsOf<S> = S extends Shape<infer Key> ? { readonly [Name in Key]?: Field } : never

/** Returns the entries without optional markers, and without those whose keys contain parameters. */
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
 * Returns the entries of a construct, keyed by name. Reports unknown keys and invalid optional markers.
 * @param other handles keys that are not in the shape, such as status codes
 */
export function fieldsOf<Key extends string>(
  map: MapNode,
  shape: Shape<Key>,
  context: Context,
  other: OtherKey = () => ({ help: undefined }),
): { readonly [Name in Key]?: Field } {
  const fields: { [Name in Key]?: Field } = {}
  const isPlain = (name: string): name is Key => shape.plain.some((key) => key === name)
  const isOptional = (name: string): name is Key => shape.optional.some((key) => key === name)
  for (const field of entriesOf(map, context)) {
    const { name, key } = field
    if (isPlain(name) && key !== name) reportMark(field, context)
    else if (isPlain(name) || isOptional(name)) fields[name] = field
    else {
      const decision = other(name, field)
      if (decision !== 'taken') reportUnknown(field, shape, decision.help, context)
    }
  }
  return fields
}

function reportUnknown(
  { key, keyAt }: Field,
  { what, plain, optional }: Shape,
  help: string | undefined,
  context: Context,
): void {
  report(context, 'SVC2005', {
    message: `Unknown key "${key}" in ${what}`,
    at: keyAt,
    help: help ?? (() => didYouMean(key, [...plain, ...optional])),
  })
}

function reportMark({ key, name, keyAt }: Field, context: Context): void {
  report(context, 'SVC2007', {
    message: `"${key}" cannot be optional`,
    at: keyAt,
    help: `Write "${name}"; scalar properties cannot be optional`,
  })
}
