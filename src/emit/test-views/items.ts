import type { Auth, Json, Model, RelationEnd, Service } from '../../ir/index.js'
import { type SampleBody, sampleBody } from '../samples/sample-body.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { modelOf } from '../../ir/lookup.js'
import { relationOf } from '../views/shared.js'

/** The names of samples of one model, which differ where values must. */
export const ORDINALS = ['first', 'second', 'third', 'fourth'] as const

/** What tests know of the items of a model. */
export interface TestItem {
  readonly model: Model
  /** Relations to one item that an item must have. */
  readonly links: readonly RelationEnd[]
  /** Relations to many that a body must give, if only as an empty list. */
  readonly lists: readonly RelationEnd[]
}

const knownItems = new WeakMap<Service, Map<string, TestItem | null>>()

/** The items of a model; null where tests can make none: there are no samples that are sure to be taken, or none of what it must belong to. */
export function testItem(service: Service, id: string): TestItem | null {
  const items = knownItems.get(service) ?? new Map<string, TestItem | null>()
  knownItems.set(service, items)
  const known = items.get(id)
  const item = known === undefined ? findItem(service, id, []) : known
  items.set(id, item)
  return item
}

function findItem(service: Service, id: string, within: readonly string[]): TestItem | null {
  const model = modelOf(service, id)
  if (within.includes(id) || sampleOf(model, 0) === null || sampleOf(model, 1) === null) return null
  const demanded = model.relations.filter((end) => isRequired(service, model, end))
  const links = demanded.filter(({ many }) => !many)
  const lists = demanded.filter(({ many }) => many)
  const isSure = links.every(({ target }) => findItem(service, target, [...within, id]) !== null)
  return isSure ? { model, links, lists } : null
}

/** The items of all models of which tests can make some. */
export function testItems(service: Service): readonly TestItem[] {
  return service.models.flatMap(({ id }) => testItem(service, id) ?? [])
}

/** A sample of a model, by its place in {@link ORDINALS}; null where none is sure to be taken. */
export function sampleOf(model: Model, index: number): SampleBody | null {
  return sampleBody(model, index + 1)
}

function isRequired(service: Service, { schema }: Model, end: RelationEnd): boolean {
  const { required } = schema
  if (Array.isArray(required) && required.includes(end.name)) return true
  return end.side === 'holder' && relationOf(service, end).required
}

/** Returns the body of a sample registration. */
export function registrationBody(service: Service, auth: Auth): Readonly<Record<string, Json>> {
  const { fields, registerFields } = auth
  const stored = sampleOf(modelOf(service, auth.model), 1)?.stored ?? {}
  const allowed = new Set([fields.username, fields.email, fields.password, ...registerFields])
  return Object.fromEntries(Object.entries(stored).filter(([name]) => allowed.has(name)))
}

/** `story.id`, `user['user-name']` */
export function keyOf(model: Model, variable: string): string {
  return variable + memberAccess(model.key)
}

/** What `test/generated/samples.ts` prints. */
export interface SamplesView {
  readonly imports: readonly { readonly names: string; readonly file: string }[]
  readonly models: readonly { readonly var: string; readonly type: string; readonly samples: string }[]
}

/** The samples of all models of which tests can make items: for each of a model that a path leads through, and one more to change it to. */
export function samplesView(service: Service): SamplesView {
  const items = testItems(service)
  const counts = itemCounts(service)
  return {
    imports: items.map(({ model }) => ({ names: `${model.names.type}Create`, file: model.names.file })),
    models: items.map(({ model, links }) => ({
      var: model.names.var,
      type:
        links.length === 0
          ? `${model.names.type}Create`
          : `Omit<${model.names.type}Create, ${links.map(({ name }) => literal(name)).join(' | ')}>`,
      samples: literal(
        Object.fromEntries(
          ORDINALS.slice(0, 1 + (counts.get(model.id) ?? 0)).flatMap((ordinal, index) => {
            const sample = sampleOf(model, index)
            return sample === null ? [] : [[ordinal, sample.stored]]
          }),
        ),
      ),
    })),
  }
}

/** By model: how many of its items the path of a route leads through at most. */
function itemCounts({ routes }: Service): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { model, parents } of routes) {
    const way = [...parents.map((step) => step.model), model]
    for (const id of way) {
      const count = way.filter((each) => each === id).length
      counts.set(id, Math.max(count, counts.get(id) ?? 0))
    }
  }
  return counts
}

/** What `test/generated/make.ts` prints. */
export interface MakeView {
  readonly imports: readonly { readonly names: string; readonly file: string }[]
  readonly models: readonly {
    readonly var: string
    readonly type: string
    /** The type of what is given. */
    readonly given: string
    readonly links: readonly {
      readonly key: string
      readonly given: string
      readonly make: string
      readonly targetKey: string
    }[]
  }[]
}

/** The functions that store items for tests. */
export function makeView(service: Service): MakeView {
  const items = testItems(service)
  return {
    imports: items.map(({ model }) => ({
      names: `${model.names.type}, ${model.names.type}Create`,
      file: model.names.file,
    })),
    models: items.map(({ model, links }) => ({
      var: model.names.var,
      type: model.names.type,
      given: givenType(model),
      links: links.map((end) => {
        const target = modelOf(service, end.target)
        return {
          key: propertyKey(end.name),
          given: memberAccess(end.name),
          make: target.names.var,
          targetKey: memberAccess(target.key),
        }
      }),
    })),
  }
}

/** Without fields that are called as members of every object: what gives none of them would have some of another type. */
function givenType({ names, fields }: Model): string {
  const clashes = fields.filter(({ name }) => name in Object.prototype).map(({ name }) => literal(name))
  const type = `${names.type}Create`
  return clashes.length === 0 ? `Partial<${type}>` : `Partial<Omit<${type}, ${clashes.join(' | ')}>>`
}

/** Whether the user's code may run with a request; tests of what is generated do without it. */
export function hasCode({ handlers }: Service): boolean {
  return handlers.some(({ kind }) => kind === 'handler' || kind === 'processor')
}

/** Whether tests can create items of any model. */
export function hasTestItems(service: Service): boolean {
  return service.models.some(({ id }) => testItem(service, id) !== null)
}
