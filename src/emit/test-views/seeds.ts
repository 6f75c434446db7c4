import type { Model, RelationEnd, Route, Service } from '../../ir/index.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { modelOf } from '../../ir/lookup.js'
import { relationOf } from '../views/shared.js'
import { keyOf, ORDINALS, sampleOf, type TestItem, testItem } from './items.js'

/** Names that test files use themselves. */
const TAKEN: ReadonlySet<string> = new Set([
  'answer',
  'app',
  'check',
  'context',
  'describe',
  'it',
  'items',
  'make',
])

/** An item that a test stores, under the name of its variable. */
export interface Seed {
  readonly item: TestItem
  readonly variable: string
}

/** The items that a test stores, in order, as lines of code. */
export class Seeds {
  readonly #service: Service
  readonly #seeds: Seed[] = []
  readonly #lines: string[] = []

  constructor(service: Service) {
    this.#service = service
  }

  get lines(): readonly string[] {
    return this.#lines
  }

  /** How many items of the model there are: the next takes the sample of this number. */
  countOf({ id }: Model): number {
    return this.#seeds.filter(({ item }) => item.model.id === id).length
  }

  /**
   * Stores an item; null where none can be made.
   * @param given entries of code that go before the sample
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
    const entries = [...(count === 0 ? [] : [`...samples.${name}.${ordinal}`]), ...given]
    this.#lines.push(
      `const ${variable} = await make.${name}(items${entries.length === 0 ? '' : `, { ${entries.join(', ')} }`})`,
    )
    const seed = { item, variable }
    this.#seeds.push(seed)
    return seed
  }

  /** An item of the model that is there already, or a new one. */
  any(model: string): Seed | null {
    return this.#seeds.find(({ item }) => item.model.id === model) ?? this.add(model)
  }
}

/** What a route's path leads through. */
export interface Way {
  readonly seeds: Seeds
  /** The items on the way, from the root. */
  readonly parents: readonly Seed[]
  /** The relation of the route's model that the path sets; null at the root. */
  readonly link: Link | null
}

/** What ties an item to its parent: the entry `owner: user.username`. */
export interface Link {
  readonly end: RelationEnd
  readonly entry: string
}

/** Stores the parents of a route; null where they cannot be made. */
export function wayTo(service: Service, route: Route): Way | null {
  const seeds = new Seeds(service)
  const parents: Seed[] = []
  let link: Link | null = null
  for (const { model, field } of route.parents) {
    const seed = seeds.add(model, link === null ? [] : [link.entry])
    if (seed === null) return null
    parents.push(seed)
    link = linkFrom(service, seed, field)
  }
  return { seeds, parents, link }
}

function linkFrom(service: Service, { item, variable }: Seed, field: string): Link | null {
  const there = item.model.relations.find(({ name }) => name === field)
  if (there === undefined) return null
  const relation = relationOf(service, there)
  const inverse = there.side === 'one' ? relation.backref : relation.field
  const end = modelOf(service, there.target).relations.find(
    (candidate) => candidate.name === inverse && candidate.relation === relation.id,
  )
  if (end === undefined) return null
  const key = keyOf(item.model, variable)
  return { end, entry: `${propertyKey(inverse)}: ${end.many ? `[${key}]` : key}` }
}

/**
 * Code of a body that a POST or PUT of the model takes: a sample with what it must belong to, which is stored first.
 * @param given the relation that the path sets
 */
export function bodyCode(seeds: Seeds, item: TestItem, given: Link | null): string | null {
  const entries: string[] = item.lists.map(({ name }) => `${propertyKey(name)}: []`)
  for (const end of item.links) {
    if (end.name === given?.end.name) continue
    const seed = seeds.any(end.target)
    if (seed === null) return null
    entries.push(`${propertyKey(end.name)}: ${seed.variable}${memberAccess(seed.item.model.key)}`)
  }
  return sampleCode(seeds, item, entries)
}

/** Code of the sample that no stored item has yet, with these entries and the virtual fields that must be given. */
export function sampleCode(seeds: Seeds, { model }: TestItem, entries: readonly string[]): string | null {
  const count = seeds.countOf(model)
  const ordinal = ORDINALS[count]
  const sample = sampleOf(model, count)
  if (ordinal === undefined || sample === null) return null
  const code = `samples.${model.names.var}.${ordinal}`
  const all = [...virtualEntries(sample.virtual), ...entries]
  return all.length === 0 ? code : `{ ...${code}, ${all.join(', ')} }`
}

function virtualEntries(virtual: object): string[] {
  return Object.keys(virtual).length === 0 ? [] : [`...${literal(virtual)}`]
}
