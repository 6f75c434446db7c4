import type { Collector } from '../diagnostics/collector.js'
import type { Entry, MapNode, Node } from '../source/node.js'
import { entryOf, type Named, scalarOf, stringOf, valueOf } from './node.js'
import { resolvePointer } from './pointer.js'
import { ROOT_KEYS } from './keywords/extension-keys.js'
import { flagOf, nameList } from './root-keys.js'

/** The keys of a schema that say who can read and write a value. */
export const ACCESS_KEYS: readonly string[] = ['readOnly', 'writeOnly', '_write_once', '_writable_by']

/** The keys of a model's schema that say who can read and write its items. */
const MODEL_KEYS = ['row_rules', 'public_fields', 'auth_fields', 'hidden_fields', 'register_fields']

/** Keywords whose values contain no schemas, and those for the targets of references, which are schemas of their own. */
const OTHER = ['const', 'enum', 'default', 'example', 'examples', '$defs', 'definitions']

/** Keywords whose values contain schemas by name. */
const NAMED = ['properties', 'patternProperties', 'dependentSchemas']

/** Returns the keys of access anywhere in a schema that only stored models obey, without those in the targets of references. */
export function ownAccessKeys(schema: Node): readonly Entry[] {
  return keysIn(schema, (key) => isModelAccess(key) || key === '_write_once' || key === '_writable_by')
}

/** Returns entries anywhere in a schema by their keys, without those in the targets of references. */
export function keysIn(schema: Node, isWanted: (key: string) => boolean): readonly Entry[] {
  if (schema.kind === 'list') return schema.items.flatMap((each) => keysIn(each, isWanted))
  if (schema.kind !== 'map') return []
  return schema.entries.flatMap((entry): readonly Entry[] => {
    const { key, value } = entry
    if (isWanted(key)) return [entry]
    if (key.startsWith('_') || OTHER.includes(key)) return []
    if (!NAMED.includes(key)) return keysIn(value, isWanted)
    return value.kind === 'map' ? value.entries.flatMap((each) => keysIn(each.value, isWanted)) : []
  })
}

function isModelAccess(key: string): boolean {
  return key.startsWith('_') && MODEL_KEYS.includes(key.slice(1))
}

/** Returns the keys of access that apply to a model with these schemas, in the schemas themselves and in their parts. */
export function appliedAccessKeys(schemas: readonly Node[], root: Node): readonly Entry[] {
  return appliedSchemas(schemas, root).flatMap((applied) => [
    ...applied.entries.filter(({ key }) => isModelAccess(key)),
    ...appliedSchemas([...namedSchemas([applied]).values()].flat(), root).flatMap((property) =>
      property.entries.filter(({ key }) => ACCESS_KEYS.includes(key)),
    ),
  ])
}

/**
 * Returns the keys of a model in the alternatives and conditions of its schema, where they have no effect.
 * @param inner the schemas of objects in it whose members are fields of the model
 */
export function partialKeys(schema: Node, inner: readonly Node[], root: Node): readonly Entry[] {
  const whole = new Set(appliedSchemas([schema], root, WHOLE))
  return appliedSchemas([schema, ...inner], root)
    .filter((applied) => !whole.has(applied))
    .flatMap(({ entries }) => entries.filter(({ key }) => isModelKey(key)))
}

function isModelKey(key: string): boolean {
  return key.startsWith('_') && key !== '_stored' && ROOT_KEYS.includes(key.slice(1))
}

/** A property's `readOnly`, `_write_once` and `_writable_by`. */
export interface PropertyWriteRule {
  readonly readOnly: boolean
  readonly writeOnce: boolean
  readonly writableBy: readonly Named[] | null
}

/** Who can read and write a value. */
export interface Access {
  /** Null if all clients can write the value. */
  readonly rule: PropertyWriteRule | null
  /** Whether clients can write the value and nobody can read it. */
  readonly writeOnly: boolean
}

/** A step into a value: the name of a member, or all items and members except those with these names. */
export type Step = string | readonly string[]

/** Who can read and write a part of a value. */
export interface PartAccess extends Access {
  readonly path: readonly Step[]
  /** The key that says so. */
  readonly at: Entry
  readonly keys: readonly Entry[]
}

/** Keywords that apply one or more schemas to every value of a schema. */
const WHOLE = ['allOf', 'extends']

/** Keywords that apply one or more schemas to the value itself, or to some values. */
const IN_PLACE = [...WHOLE, 'anyOf', 'oneOf', 'then', 'else', 'dependentSchemas']

/** Keywords that apply a schema to each item or other member. */
const EACH = ['additionalProperties', 'unevaluatedProperties', 'items', 'unevaluatedItems', 'contains']

/** Returns a schema and all schemas that apply to the same value: targets of references, parts and alternatives. */
function appliedSchemas(written: readonly Node[], root: Node, keywords = IN_PLACE): readonly MapNode[] {
  const found = new Set<MapNode>()
  const pending = [...written].reverse()
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind !== 'map' || found.has(node)) continue
    found.add(node)
    const reference = stringOf(valueOf(node, '$ref'))
    const target = reference?.startsWith('#') === true ? resolvePointer(root, reference) : undefined
    const parts = keywords.flatMap((keyword) => {
      const value = valueOf(node, keyword)
      return keyword === 'dependentSchemas' && value?.kind === 'map'
        ? value.entries.map((each) => each.value)
        : schemasIn(value)
    })
    pending.push(...[...(target === undefined ? [] : [target]), ...parts].reverse())
  }
  return [...found]
}

function schemasIn(value: Node | undefined): readonly Node[] {
  if (value === undefined) return []
  return value.kind === 'list' ? value.items : [value]
}

/** Returns the schemas of each property in a schema and in all schemas that apply to the same value. */
export function propertySchemas(schema: Node, root: Node): ReadonlyMap<string, readonly Node[]> {
  return namedSchemas(appliedSchemas([schema], root))
}

/**
 * Adds the members of an object to schemas by property. What a schema says about who can read and write the object holds for
 * each member.
 */
export function withMembers(
  properties: ReadonlyMap<string, readonly Node[]>,
  object: readonly Node[],
  root: Node,
): ReadonlyMap<string, readonly Node[]> {
  const applied = appliedSchemas(object, root)
  const whole = applied
    .map((schema): MapNode => ({ ...schema, entries: accessKeys(schema) }))
    .filter(({ entries }) => entries.length > 0)
  const members = [...namedSchemas(applied)].map(
    ([name, nodes]) => [name, [...(properties.get(name) ?? []), ...nodes, ...whole]] as const,
  )
  return new Map([...properties, ...members])
}

/** Returns the names that a schema, or a schema that applies to the same value, requires. */
export function requiredIn(schema: Node, root: Node): readonly string[] {
  return appliedSchemas([schema], root).flatMap((applied) => {
    const names = valueOf(applied, 'required')
    return names?.kind === 'list' ? names.items.flatMap((name) => stringOf(name) ?? []) : []
  })
}

function namedSchemas(schemas: readonly MapNode[]): ReadonlyMap<string, readonly Node[]> {
  const named = new Map<string, Node[]>()
  for (const schema of schemas) {
    const properties = valueOf(schema, 'properties')
    for (const { key, value } of properties?.kind === 'map' ? properties.entries : []) {
      const known = named.get(key)
      if (known === undefined) named.set(key, [value])
      else known.push(value)
    }
  }
  return named
}

/**
 * Returns who can read and write a property. A key counts in any schema that applies to the property: through
 * references, and in parts and alternatives. Reports invalid keys, and lists that differ.
 * @param written the property's schemas
 */
export function accessOf(name: string, written: readonly Node[], root: Node, collector: Collector): Access {
  return accessIn(name, appliedSchemas(written, root), collector)
}

function accessIn(name: string, schemas: readonly MapNode[], collector: Collector): Access {
  const flagged = (key: string): Entry | undefined =>
    schemas.flatMap((schema) => entryOf(schema, key) ?? []).find((entry) => flagOf(entry, collector) === true)
  const [writers, ...others] = schemas.flatMap((schema) => entryOf(schema, '_writable_by') ?? [])
  for (const other of writers === undefined ? [] : others)
    if (!isSameList(writers?.value, other.value))
      collector.report('SVC3026', {
        message: `"${name}" has different values for "${other.key}"`,
        at: other.keyAt,
        related: [{ message: 'First declared here', at: (writers ?? other).keyAt }],
        help: 'Keep only one of them',
      })
  const once = flagged('_write_once')
  const writeOnly = flagged('writeOnly') !== undefined
  if (flagged('readOnly') !== undefined) {
    for (const entry of [once, writers]) if (entry !== undefined) reportIgnoredRule(entry, collector)
    return { rule: { readOnly: true, writeOnce: false, writableBy: null }, writeOnly }
  }
  const writableBy = nameList(writers, collector)
  const isRuled = once !== undefined || writableBy !== null
  return { rule: isRuled ? { readOnly: false, writeOnce: once !== undefined, writableBy } : null, writeOnly }
}

function isSameList(a: Node | undefined, b: Node): boolean {
  const names = (node: Node | undefined): string =>
    schemasIn(node)
      .map((each) => String(scalarOf(each)))
      .sort()
      .join('\n')
  return names(a) === names(b)
}

/** Warns about a write rule next to `readOnly`, which already prevents all writes by clients. */
function reportIgnoredRule({ key, keyAt }: Entry, collector: Collector): void {
  collector.report('SVC3016', {
    message: `"${key}" has no effect, because the property is "readOnly"`,
    at: keyAt,
    help: `Remove "readOnly" or "${key}"`,
  })
}

/** Maximum depth of a part with its own access, and maximum number of such parts in a property. */
const MAX_DEPTH = 16
const MAX_PARTS = 200

/** Returns who can read and write the parts of a property's values, if this differs from the whole property. */
export function partAccess(
  written: readonly Node[],
  root: Node,
  collector: Collector,
): readonly PartAccess[] {
  return new PartReader(root, collector).read(written)
}

class PartReader {
  readonly #root: Node
  readonly #collector: Collector
  readonly #found: PartAccess[] = []

  constructor(root: Node, collector: Collector) {
    this.#root = root
    this.#collector = collector
  }

  read(written: readonly Node[]): readonly PartAccess[] {
    const schemas = appliedSchemas(written, this.#root)
    if (keyBelow(schemas, this.#root) !== undefined) this.#visit(schemas, [], new Set())
    return this.#found
  }

  #visit(schemas: readonly MapNode[], path: readonly Step[], above: ReadonlySet<MapNode>): void {
    const around = new Set([...above, ...schemas])
    for (const [step, nodes] of membersOf(schemas)) {
      const applied = appliedSchemas(nodes, this.#root)
      const at = [...path, step]
      const keys = applied.flatMap(accessKeys)
      const [key] = keys
      if (key !== undefined) {
        const name = at.map((each) => (typeof each === 'string' ? each : '*')).join('.')
        this.#found.push({ path: at, at: key, keys, ...accessIn(name, applied, this.#collector) })
      }
      const below = keyBelow(applied, this.#root)
      if (below === undefined) continue
      const isRecursive = applied.every((schema) => around.has(schema))
      if (isRecursive || at.length >= MAX_DEPTH || this.#found.length >= MAX_PARTS) {
        this.#collector.report('SVC3016', {
          message: `"${below.key}" has no effect ${isRecursive ? 'at further levels of this recursive schema' : 'in this part of the schema'}`,
          at: below.keyAt,
          help: 'Use it for a property of the model, or move the part to a model of its own',
        })
      } else this.#visit(applied, at, around)
    }
  }
}

/** Returns the schemas of each member and of all other members and items. */
function membersOf(schemas: readonly MapNode[]): readonly (readonly [Step, readonly Node[]])[] {
  const named = namedSchemas(schemas)
  const others: Node[] = []
  for (const schema of schemas) {
    for (const keyword of EACH) others.push(...schemasIn(valueOf(schema, keyword)))
    others.push(...schemasIn(valueOf(schema, 'prefixItems')))
    const patterns = valueOf(schema, 'patternProperties')
    for (const { value } of patterns?.kind === 'map' ? patterns.entries : []) others.push(value)
  }
  return [...named, ...(others.length === 0 ? [] : [[[...named.keys()].sort(), others] as const])]
}

function accessKeys(schema: MapNode): readonly Entry[] {
  return schema.entries.filter(({ key, value }) => ACCESS_KEYS.includes(key) && scalarOf(value) !== false)
}

/** Schemas below which there is no key of access. Without them, each property would visit all that it can reach. */
const KEYLESS = new WeakSet<MapNode>()

/** Returns a key of access anywhere below schemas, if there is one. */
function keyBelow(schemas: readonly MapNode[], root: Node): Entry | undefined {
  const seen = new Set<MapNode>(schemas)
  const pending: MapNode[] = [...schemas]
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    for (const [, nodes] of membersOf([schema])) {
      for (const applied of appliedSchemas(nodes, root)) {
        const [key] = accessKeys(applied)
        if (key !== undefined) return key
        if (seen.has(applied) || KEYLESS.has(applied)) continue
        seen.add(applied)
        pending.push(applied)
      }
    }
  }
  for (const schema of seen) KEYLESS.add(schema)
  return undefined
}
