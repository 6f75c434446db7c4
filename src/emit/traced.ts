import type { Acl, Model, Relation, Route, Service } from '../ir/index.js'
import { type List, LISTS } from '../output/lists.js'

/** A part of the IR by its name: `model:Story`, or `models:` for all of them. */
export type Fact = string

/** What a view has read of the IR. Its head, which is all but the lists, is not told: everything depends on it. */
export interface Trace {
  /** The service for the view. */
  readonly service: Service
  /** May be cleared, for the next view. */
  readonly facts: Set<Fact>
}

/** All of the IR. */
export const WHOLE: readonly Fact[] = LISTS.map((list) => `${list}:`)

const traced = new WeakMap<Service, { readonly whole: Service; readonly facts: Set<Fact> }>()

/**
 * The service for one view, so that it is known what the view reads. By the functions below it reads single parts; whoever takes a list of it has
 * read all of the list.
 */
export function trace(whole: Service): Trace {
  const facts = new Set<Fact>()
  const listed = <L extends List>(list: L): Service[L] => {
    facts.add(`${list}:`)
    return whole[list]
  }
  const service: Service = {
    ...whole,
    get models() {
      return listed('models')
    },
    get relations() {
      return listed('relations')
    },
    get routes() {
      return listed('routes')
    },
    get acls() {
      return listed('acls')
    },
    get handlers() {
      return listed('handlers')
    },
  }
  traced.set(service, { whole, facts })
  return { service, facts }
}

type Find<T> = (service: Service, key: string) => T

/** How each kind of fact is found, and in which list. */
const finders = new Map<string, { readonly list: List; readonly find: Find<unknown> }>()

/** A way to read a single part of the IR. */
function part<T>(kind: string, list: List, find: Find<T>): Find<T> {
  finders.set(kind, { list, find })
  return (service, key) => {
    const { whole, facts } = traced.get(service) ?? { whole: service, facts: null }
    facts?.add(`${kind}:${key}`)
    return find(whole, key)
  }
}

for (const list of LISTS) finders.set(list, { list, find: (service) => service[list] })

/** The model with this id; undefined where there is none. */
export const findModel = part('model', 'models', ({ models }, id) => firstOf(models, ID, id))
const relationFor = part('relation', 'relations', ({ relations }, id) => firstOf(relations, ID, id))
const aclFor = part('acl', 'acls', ({ acls }, id) => firstOf(acls, ID, id))

/** The model with this id. @throws Error where the IR is not whole, which is a fault of the tool */
export function modelOf(service: Service, id: string): Model {
  return there(findModel(service, id), id)
}

/** The relation with this id. @throws Error where the IR is not whole, which is a fault of the tool */
export function relationWith(service: Service, id: string): Relation {
  return there(relationFor(service, id), id)
}

/** The ACL with this id. @throws Error where the IR is not whole, which is a fault of the tool */
export function aclOf(service: Service, id: string): Acl {
  return there(aclFor(service, id), id)
}

function there<T>(node: T | undefined, id: string): T {
  if (node === undefined) throw new Error(`the IR has no node ${id}`)
  return node
}

/** The relations whose foreign key a model has. */
export const relationsTo = part('relationsTo', 'relations', ({ relations }, id) => allOf(relations, TO, id))
/** The routes at a path. */
export const routesAt = part('routesAt', 'routes', ({ routes }, path) => allOf(routes, PATH, path))
/** The routes of a model. */
export const routesOf = part('routesOf', 'routes', ({ routes }, id) => allOf(routes, MODEL, id))
/** The routes whose first segment is this. */
export const routesUnder = part('routesUnder', 'routes', ({ routes }, root) =>
  allOf(routes, firstSegment, root),
)

/** `/users/{username}/stories` → `users` */
export function firstSegment({ path }: Route): string {
  return path.split('/').find((segment) => segment !== '') ?? ''
}

const ID = ({ id }: { readonly id: string }): string => id
const TO = ({ to }: Relation): string => to
const PATH = ({ path }: Route): string => path
const MODEL = ({ model }: Route): string => model

function firstOf<T extends object>(
  nodes: readonly T[],
  keyOf: (node: T) => string,
  key: string,
): T | undefined {
  return allOf(nodes, keyOf, key)[0]
}

const indexes = new WeakMap<readonly object[], Map<unknown, ReadonlyMap<string, readonly number[]>>>()

/** Those with this key; where they stand is looked up once for a list, since there may be thousands. */
function allOf<T extends object>(nodes: readonly T[], keyOf: (node: T) => string, key: string): readonly T[] {
  const ofList = indexes.get(nodes) ?? new Map<unknown, ReadonlyMap<string, readonly number[]>>()
  indexes.set(nodes, ofList)
  const index = ofList.get(keyOf) ?? indexOf(nodes, keyOf)
  ofList.set(keyOf, index)
  const found: T[] = []
  for (const at of index.get(key) ?? []) {
    const node = nodes[at]
    if (node !== undefined) found.push(node)
  }
  return found
}

function indexOf<T>(nodes: readonly T[], keyOf: (node: T) => string): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>()
  for (const [at, node] of nodes.entries()) {
    const places = index.get(keyOf(node))
    if (places === undefined) index.set(keyOf(node), [at])
    else places.push(at)
  }
  return index
}

/**
 * Tells whether parts of the IR are those of an earlier one. It has the same objects where nothing has changed but places, which views do not print
 * (see `withFormerParts`).
 */
export class Sameness {
  readonly #before: Service | null
  readonly #now: Service
  readonly #known = new Map<Fact, boolean>()

  /** @param before null where there is none: nothing is the same then */
  constructor(before: Service | null, now: Service) {
    this.#before = before !== null && hasSameHead(before, now) ? before : null
    this.#now = now
  }

  /** Whether all of these are the same, and the head of the IR, too. */
  of(facts: readonly Fact[]): boolean {
    const before = this.#before
    return before !== null && facts.every((fact) => this.#ofFact(fact, before))
  }

  #ofFact(fact: Fact, before: Service): boolean {
    const known = this.#known.get(fact) ?? isSame(fact, before, this.#now)
    this.#known.set(fact, known)
    return known
  }
}

const lists: ReadonlySet<string> = new Set(LISTS)

function hasSameHead(before: Service, now: Service): boolean {
  const former = new Map<string, unknown>(Object.entries(before))
  return Object.entries(now).every(([key, value]) => lists.has(key) || former.get(key) === value)
}

function isSame(fact: Fact, before: Service, now: Service): boolean {
  const end = fact.indexOf(':')
  const finder = finders.get(fact.slice(0, end))
  if (finder === undefined) return false
  const { list, find } = finder
  if (before[list] === now[list]) return true
  const key = fact.slice(end + 1)
  const [former, found] = [find(before, key), find(now, key)]
  if (!Array.isArray(former) || !Array.isArray(found)) return former === found
  return former.length === found.length && former.every((node, at) => node === found[at])
}
