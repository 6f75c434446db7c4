import { dispatchOf } from './alternatives.js'
import { isObject, type Json, type JsonSchema, referredName } from './json-schema.js'
import { objectOf } from './json.js'
import { oncePer } from './once.js'

/** Shared schemas by name. */
export type Definitions = Readonly<Record<string, Json>>

/** Shared schemas that validators apply by `repeated`. */
export interface RepeatedSchemas {
  /** Those whose results are remembered for each value. */
  readonly names: ReadonlySet<string>
  /** Those that apply in place to a schema with `unevaluatedProperties` or `unevaluatedItems`. */
  readonly inPlace: ReadonlySet<string>
  /** Repeated schemas in which results cannot be remembered, so that time is not linear. */
  readonly unbounded: ReadonlySet<string>
}

/**
 * Finds the schemas that are too deep to compile at once, and those that alternatives or parts apply to the same part of a
 * value again and again, which takes time that is exponential in its depth: `Expr` if two of its alternatives contain an `Expr`
 * in the same property.
 */
export const repeatedSchemas = oncePer((definitions: Definitions): RepeatedSchemas =>
  new Finder(definitions).run(),
)

/** Keywords that apply one or more schemas to the value itself. */
const IN_PLACE: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']

/** Keywords that apply a schema to members or items. */
const EACH: readonly string[] = [
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'unevaluatedItems',
  'contains',
  'prefixItems',
]

/** Above this number of visits of a value, results are remembered even if no schema is recursive. */
const MAX_VISITS = 200

/** Maximum number of schemas, one within another, that validators compile at once. */
const MAX_DEPTH = 200

/** Any member or item. */
const ANY = Symbol('any')

type Step = string | typeof ANY

class Finder {
  readonly #definitions: Definitions
  readonly #component = new Map<string, number>()
  readonly #visits = new Map<string, number>()

  constructor(definitions: Definitions) {
    this.#definitions = definitions
  }

  run(): RepeatedSchemas {
    const names = new Set<string>()
    const groups = this.#groups()
    for (const group of groups.filter((each) => this.#isCycle(each)))
      if (group.some((name) => this.#isRepeated(this.#schema(name), name)))
        for (const name of group) names.add(name)
    const isCostly = Object.keys(this.#definitions).some((name) => this.#visitsOf(name) > MAX_VISITS)
    if (isCostly) for (const name of Object.keys(this.#definitions)) names.add(name)
    for (const name of this.#deep(groups, names)) names.add(name)
    const inPlace = this.#inPlaceOfUnevaluated()
    return { names, inPlace, unbounded: this.#unbounded(names, inPlace) }
  }

  #schema(name: string): JsonSchema {
    const schema = Object.hasOwn(this.#definitions, name) ? this.#definitions[name] : undefined
    return objectOf(schema)
  }

  #isCycle([name = '', ...others]: readonly string[]): boolean {
    return others.length > 0 || referencesIn(this.#schema(name)).has(name)
  }

  /**
   * Returns the schemas from which so many others are reached one after another that compiling them at once, in calls within
   * calls, would exhaust the stack. Those that are repeated are compiled when a value first needs them.
   * @param groups each after those to which it refers
   */
  #deep(groups: readonly (readonly string[])[], repeated: ReadonlySet<string>): readonly string[] {
    const depths = new Map<string, number>()
    return groups.flatMap((group) => {
      const below = group.flatMap((name) => [...referencesIn(this.#schema(name))])
      const depth = group.length + Math.max(0, ...below.map((name) => depths.get(name) ?? 0))
      const isDeep = depth > MAX_DEPTH
      for (const name of group) depths.set(name, isDeep || repeated.has(name) ? 0 : depth)
      return isDeep ? group : []
    })
  }

  /**
   * Returns the schemas in groups that contain each other, each group after those to which it refers, by Tarjan's algorithm
   * without recursive calls.
   */
  #groups(): readonly (readonly string[])[] {
    const edges = new Map(
      Object.entries(this.#definitions).map(([name, schema]) => [name, [...referencesIn(schema)]]),
    )
    const groups: string[][] = []
    const index = new Map<string, number>()
    const low = new Map<string, number>()
    const stack: string[] = []
    const lower = (name: string, to: number): void => {
      low.set(name, Math.min(low.get(name) ?? to, to))
    }
    for (const start of edges.keys()) {
      if (index.has(start)) continue
      const work: { readonly name: string; next: number }[] = [{ name: start, next: 0 }]
      for (let top = work.at(-1); top !== undefined; top = work.at(-1)) {
        const { name } = top
        if (top.next === 0) {
          index.set(name, index.size)
          lower(name, index.size - 1)
          stack.push(name)
        }
        const target = edges.get(name)?.[top.next]
        top.next += 1
        if (target !== undefined) {
          if (!index.has(target)) work.push({ name: target, next: 0 })
          else if (!this.#component.has(target)) lower(name, index.get(target) ?? 0)
          continue
        }
        work.pop()
        const above = work.at(-1)
        if (above !== undefined) lower(above.name, low.get(name) ?? 0)
        if (low.get(name) !== index.get(name)) continue
        const group = stack.splice(stack.lastIndexOf(name))
        for (const each of group) this.#component.set(each, groups.length)
        groups.push(group)
      }
    }
    // Each group follows those to which it refers, so that no call needs a deeper one.
    for (const group of groups) for (const name of group) this.#visitsOf(name)
    return groups
  }

  /** Returns whether any schema in a definition applies schemas of its own cycle to the same part of a value twice. */
  #isRepeated(schema: JsonSchema, owner: string): boolean {
    const branches = this.#branches(schema).map((branch) => this.#steps(branch, owner, new Set()))
    for (const [index, steps] of branches.entries())
      for (const other of branches.slice(index + 1)) if (meet(steps, other)) return true
    return schemasIn(schema).some((each) => this.#isRepeated(each, owner))
  }

  /** Returns the schemas that apply to a value at the same time. Of exclusive alternatives, only one applies. */
  #branches(schema: JsonSchema): readonly (readonly JsonSchema[])[] {
    const dispatch = dispatchOf(schema, (name) => this.#definitions[name])
    const { patternProperties, dependentSchemas, contains, ...own } = schema
    const direct = Object.fromEntries(
      Object.entries(own).filter(([key]) => !IN_PLACE.includes(key) && key !== '$ref'),
    )
    const branches: (readonly JsonSchema[])[] = [[direct]]
    for (const keyword of IN_PLACE) {
      const inner = listed(schema[keyword])
      if (keyword === dispatch?.keyword) branches.push(inner)
      else for (const each of inner) branches.push([each])
    }
    for (const each of isObject(dependentSchemas) ? listed(Object.values(dependentSchemas)) : [])
      branches.push([each])
    if (contains !== undefined) branches.push([{ contains }])
    for (const [pattern, each] of isObject(patternProperties) ? Object.entries(patternProperties) : [])
      branches.push([{ patternProperties: { [pattern]: each } }])
    if (schema['$ref'] !== undefined) branches.push([{ $ref: schema['$ref'] }])
    return branches
  }

  /** Returns the parts of a value to which schemas apply, directly or in place, one of the owner's cycle. */
  #steps(schemas: readonly JsonSchema[], owner: string, seen: Set<string>): ReadonlySet<Step> {
    const steps = new Set<Step>()
    const leads = (schema: Json): boolean =>
      [...referencesIn(schema)].some((name) => this.#component.get(name) === this.#component.get(owner))
    for (const schema of schemas) {
      const { properties, patternProperties } = schema
      for (const [name, each] of isObject(properties) ? Object.entries(properties) : [])
        if (leads(each)) steps.add(name)
      for (const keyword of EACH) if (leads(schema[keyword] ?? null)) steps.add(ANY)
      if (leads(patternProperties ?? null)) steps.add(ANY)
      const target = referredName(schema['$ref'])
      if (
        target !== null &&
        !seen.has(target) &&
        this.#component.get(target) === this.#component.get(owner)
      ) {
        seen.add(target)
        for (const step of this.#steps([this.#schema(target)], owner, seen)) steps.add(step)
      }
      for (const step of this.#steps(inPlaceOf(schema), owner, seen)) steps.add(step)
    }
    return steps
  }

  /** Returns how often a validator can visit a part of a value, without recursion. */
  #visitsOf(name: string): number {
    const found = this.#visits.get(name)
    if (found !== undefined) return found
    this.#visits.set(name, 1)
    const count = Math.min(this.#visitsIn(this.#schema(name), this.#component.get(name)), 1e6)
    this.#visits.set(name, count)
    return count
  }

  #visitsIn(schema: JsonSchema, component: number | undefined): number {
    const target = referredName(schema['$ref'])
    const referred = target === null || this.#component.get(target) === component ? 0 : this.#visitsOf(target)
    const inPlace = inPlaceOf(schema).map((each) => this.#visitsIn(each, component))
    const inner = schemasIn(schema)
      .filter((each) => !inPlaceOf(schema).includes(each))
      .map((each) => this.#visitsIn(each, component))
    return Math.max(1, ...inner) - 1 + Math.max(1, referred + inPlace.reduce((sum, each) => sum + each, 0))
  }

  /** Returns the repeated schemas that contain themselves only through references whose results are not remembered. */
  #unbounded(names: ReadonlySet<string>, inPlace: ReadonlySet<string>): ReadonlySet<string> {
    const forgotten = (schema: JsonSchema, isInPlace: boolean): readonly string[] => {
      const target = referredName(schema['$ref'])
      const applied = inPlaceOf(schema)
      return [
        ...(isInPlace && target !== null && names.has(target) ? [target] : []),
        ...schemasIn(schema).flatMap((each) =>
          forgotten(each, applied.includes(each) && (isInPlace || isUnevaluated(schema))),
        ),
      ]
    }
    const edges = new Map([...names].map((name) => [name, forgotten(this.#schema(name), inPlace.has(name))]))
    const isUnbounded = (name: string): boolean => {
      const reached = new Set(edges.get(name))
      for (const each of reached) for (const next of edges.get(each) ?? []) reached.add(next)
      return reached.has(name)
    }
    return new Set([...names].filter(isUnbounded))
  }

  #inPlaceOfUnevaluated(): ReadonlySet<string> {
    const found = new Set<string>()
    const follow = (start: JsonSchema): void => {
      const pending = [start]
      for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
        const target = referredName(schema['$ref'])
        if (target !== null && !found.has(target)) {
          found.add(target)
          pending.push(this.#schema(target))
        }
        pending.push(...inPlaceOf(schema))
      }
    }
    const visit = (schema: JsonSchema): void => {
      if (isUnevaluated(schema)) follow(schema)
      for (const each of schemasIn(schema)) visit(each)
    }
    for (const name of Object.keys(this.#definitions)) visit(this.#schema(name))
    return found
  }
}

/** Returns whether a schema depends on what other schemas have evaluated, which remembered results do not say. */
export function isUnevaluated(schema: JsonSchema): boolean {
  return 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema
}

function meet(a: ReadonlySet<Step>, b: ReadonlySet<Step>): boolean {
  if (a.size === 0 || b.size === 0) return false
  return a.has(ANY) || b.has(ANY) || [...a].some((step) => b.has(step))
}

function inPlaceOf(schema: JsonSchema): readonly JsonSchema[] {
  const { dependentSchemas } = schema
  return [
    ...IN_PLACE.flatMap((keyword) => listed(schema[keyword])),
    ...(isObject(dependentSchemas) ? listed(Object.values(dependentSchemas)) : []),
  ]
}

/** Returns the schemas directly in a schema. */
function schemasIn(schema: JsonSchema): readonly JsonSchema[] {
  return [
    ...inPlaceOf(schema),
    ...EACH.flatMap((keyword) => listed(schema[keyword])),
    ...['properties', 'patternProperties'].flatMap((keyword) =>
      listed(Object.values(Object(schema[keyword]))),
    ),
  ]
}

function listed(value: Json | undefined): readonly JsonSchema[] {
  if (Array.isArray(value)) return value.filter(isObject)
  return isObject(value) ? [value] : []
}

const referencesOf = new WeakMap<object, ReadonlySet<string>>()

/** Returns the names of the shared schemas to which a schema refers, at any depth. */
export function referencesIn(schema: Json): ReadonlySet<string> {
  if (typeof schema !== 'object' || schema === null) return new Set()
  const cached = referencesOf.get(schema)
  if (cached !== undefined) return cached
  const found = new Set<string>()
  if (isObject(schema)) {
    const name = referredName(schema['$ref'])
    if (name !== null) found.add(name)
  }
  for (const [key, value] of Object.entries(schema))
    if (!DATA.includes(key)) for (const name of referencesIn(value)) found.add(name)
  referencesOf.set(schema, found)
  return found
}

/** Keywords whose values are data. */
const DATA: readonly string[] = ['default', 'enum', 'const', 'examples', 'discriminator']
