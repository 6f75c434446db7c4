import type { Model, RelationEnd, Route, Service } from '../../ir/index.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { modelOf } from '../../ir/lookup.js'
import { endOf, inverseOf } from '../shared.js'
import { internalEntries, ORDINALS, sampleOf, type TestItem, testItem } from './items.js'

/** Names already used in test files. Variables for items must not have these names. */
const TAKEN: ReadonlySet<string> = new Set([
  'app',
  'before',
  'check',
  'context',
  'describe',
  'it',
  'items',
  'make',
  'response',
])

/** An item that a test stores. It is assigned to a variable only if other code in the test refers to it. */
export class Seed {
  readonly item: TestItem
  /** The index of the item's sample. */
  readonly index: number
  readonly #variable: string
  readonly #call: string
  #isNamed = false

  /** @param call the code that stores the item */
  constructor(item: TestItem, index: number, variable: string, call: string) {
    this.item = item
    this.index = index
    this.#variable = variable
    this.#call = call
  }

  /** Returns the code for a property of the item: `story.title`. */
  property(name: string): string {
    this.#isNamed = true
    return this.#variable + memberAccess(name)
  }

  /** Returns the code for the item as it was stored first. */
  row(): string {
    this.#isNamed = true
    return this.#variable
  }

  /** Returns the code that reads the item again. */
  readAgain(): string {
    const { key, names } = this.item.model
    return `await items.${names.var}.findUnique({ where: { ${propertyKey(key)}: ${this.key()} } })`
  }

  /** Returns the code for the item's key: `story.id`, `user['user-name']`. */
  key(): string {
    return this.property(this.item.model.key)
  }

  /** Returns the line of code that stores the item. */
  get line(): string {
    return `${this.#isNamed ? `const ${this.#variable} = ` : ''}await ${this.#call}`
  }
}

/** The items that a test stores, and whether the test uses samples. */
export class Seeds {
  readonly #service: Service
  readonly #seeds: Seed[] = []
  #usesSamples = false

  constructor(service: Service) {
    this.#service = service
  }

  /**
   * Returns the lines that store the items, in order. Call this method last, because other code can still add items or
   * refer to them.
   */
  get lines(): readonly string[] {
    return this.#seeds.map(({ line }) => line)
  }

  get usesSamples(): boolean {
    return this.#usesSamples
  }

  /** Returns the number of stored items of a model, which is the index of the next sample. */
  countOf({ id }: Model): number {
    return this.#seeds.filter(({ item }) => item.model.id === id).length
  }

  /** Returns the code for a sample: `samples.story.second`. */
  sample({ names }: Model, ordinal: (typeof ORDINALS)[number]): string {
    this.#usesSamples = true
    return `samples.${names.var}.${ordinal}`
  }

  /**
   * Adds an item for the test to store and returns its seed. Returns null if tests cannot create such an item.
   * @param given the code for additional properties
   */
  add(model: string, given: readonly string[] = []): Seed | null {
    const item = testItem(this.#service, model)
    if (item === null) return null
    const count = this.countOf(item.model)
    const ordinal = ORDINALS[count]
    if (ordinal === undefined || sampleOf(item.model, count) === null) return null
    const { var: name } = item.model.names
    const plain = TAKEN.has(name) ? `${name}Item` : name
    const variable = count === 0 ? plain : `${plain}${count + 1}`
    const sample =
      count === 0 ? [] : [`...${this.sample(item.model, ordinal)}`, ...internalEntries(item.model, count)]
    const entries = [...sample, ...given]
    const values = entries.length === 0 ? '' : `, { ${entries.join(', ')} }`
    const seed = new Seed(item, count, variable, `make.${name}(items${values})`)
    this.#seeds.push(seed)
    return seed
  }

  /** Returns the seed of an item of the model. Adds an item if there is none. */
  any(model: string): Seed | null {
    return this.#seeds.find(({ item }) => item.model.id === model) ?? this.add(model)
  }
}

/** The items in a route's path. */
interface StoredParents {
  readonly seeds: Seeds
  /** The items, starting at the root. */
  readonly parents: readonly Seed[]
  /** The relation that the path sets on the route's items, or null at the root. */
  readonly link: Link | null
}

/** The link from an item to its parent. */
export interface Link {
  readonly end: RelationEnd
  readonly parent: Seed
}

/** Returns the code for the property that links an item to its parent: `owner: user.username`. */
function linkEntries(link: Link | null): readonly string[] {
  if (link === null) return []
  const key = link.parent.key()
  return [`${propertyKey(link.end.name)}: ${link.end.many ? `[${key}]` : key}`]
}

/** Stores the parents of a route and returns them. Returns null if tests cannot create them. */
export function storeParents(service: Service, route: Pick<Route, 'parents'>): StoredParents | null {
  const seeds = new Seeds(service)
  const parents: Seed[] = []
  let link: Link | null = null
  for (const { model, field } of route.parents) {
    const seed = seeds.add(model, linkEntries(link))
    if (seed === null) return null
    parents.push(seed)
    link = linkFrom(service, seed, field)
  }
  return { seeds, parents, link }
}

/** An item of a route's model that a test stores, below the parents in the route's path. */
export interface StoredItem extends StoredParents {
  readonly seed: Seed
}

/** Stores the parents of a route and one of its items. Returns null if tests cannot create them. */
export function storeItem(service: Service, route: Pick<Route, 'parents' | 'model'>): StoredItem | null {
  const stored = storeParents(service, route)
  const seed = stored?.seeds.add(route.model, linkEntries(stored.link)) ?? null
  return stored === null || seed === null ? null : { ...stored, seed }
}

function linkFrom(service: Service, parent: Seed, field: string): Link | null {
  const parentEnd = endOf(parent.item.model, field)
  const end = parentEnd && endOf(modelOf(service, parentEnd.target), inverseOf(service, parentEnd))
  return end === undefined ? null : { end, parent }
}

/**
 * Returns the code for a valid POST or PUT body: a sample with its required relations. Stores the related items first.
 * Returns null if requests cannot create items, or if tests cannot create a related item.
 * @param given the relation that the path sets
 */
export function bodyCode(seeds: Seeds, item: TestItem, given: Link | null): string | null {
  if (!item.isCreatable) return null
  const entries: string[] = item.lists.map(({ name }) => `${propertyKey(name)}: []`)
  for (const end of item.links) {
    if (end.name === given?.end.name) continue
    const seed = seeds.any(end.target)
    if (seed === null) return null
    entries.push(`${propertyKey(end.name)}: ${seed.key()}`)
  }
  return sampleCode(seeds, item, entries)
}

/**
 * Returns the code for the next unused sample, with the given properties and the required virtual fields. Returns null
 * if there are no more samples.
 */
export function sampleCode(seeds: Seeds, { model }: TestItem, entries: readonly string[]): string | null {
  const count = seeds.countOf(model)
  const ordinal = ORDINALS[count]
  const sample = sampleOf(model, count)
  if (ordinal === undefined || sample === null) return null
  const code = seeds.sample(model, ordinal)
  const hasVirtual = Object.keys(sample.virtual).length > 0
  const all = [...(hasVirtual ? [`...${literal(sample.virtual)}`] : []), ...entries]
  return all.length === 0 ? code : `{ ...${code}, ${all.join(', ')} }`
}
