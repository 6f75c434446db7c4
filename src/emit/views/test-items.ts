import type { Model, RelationEnd, Service } from '../../ir/index.js'
import { type SampleBody, sampleBody } from '../samples/sample-body.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { modelOf } from '../traced.js'
import { relationOf } from './shared.js'

/** The names of samples of one model, which differ where values must. */
export const ORDINALS = ['first', 'second', 'third', 'fourth'] as const

/** What tests know of the items of a model. */
export interface TestItem {
  readonly model: Model
  /** By {@link ORDINALS}. */
  readonly samples: readonly SampleBody[]
  /** Relations to one item that an item must have. */
  readonly links: readonly RelationEnd[]
  /** Relations to many that a body must give, if only as an empty list. */
  readonly lists: readonly RelationEnd[]
}

const known = new WeakMap<Service, ReadonlyMap<string, TestItem>>()

/** The models of which tests can make items, by id: those with samples that are sure to be taken, and so for all that they must belong to. */
export function testItems(service: Service): ReadonlyMap<string, TestItem> {
  const items = known.get(service) ?? findItems(service)
  known.set(service, items)
  return items
}

function findItems(service: Service): ReadonlyMap<string, TestItem> {
  const candidates = new Map(
    service.models.flatMap((model): [string, TestItem][] => {
      const samples = ORDINALS.map((_, index) => sampleBody(model, index + 1))
      const demanded = model.relations.filter((end) => isRequired(service, model, end))
      const links = demanded.filter(({ many }) => !many)
      const lists = demanded.filter(({ many }) => many)
      return samples.includes(null)
        ? []
        : [[model.id, { model, samples: samples.filter((sample) => sample !== null), links, lists }]]
    }),
  )
  const isSure = (id: string, within: readonly string[]): boolean => {
    const links = candidates.get(id)?.links
    return (
      links !== undefined &&
      !within.includes(id) &&
      links.every(({ target }) => isSure(target, [...within, id]))
    )
  }
  return new Map([...candidates].filter(([id]) => isSure(id, [])))
}

function isRequired(service: Service, { schema }: Model, end: RelationEnd): boolean {
  const { required } = schema
  if (Array.isArray(required) && required.includes(end.name)) return true
  return end.side === 'holder' && relationOf(service, end).required
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

/**
 * The samples of all models of which tests can make items.
 * @param code all code that uses samples: only those that it names are there
 */
export function samplesView(service: Service, code: string): SamplesView {
  const items = [...testItems(service).values()]
  const used = new Set(code.match(/samples\.\w+\.\w+/g))
  return {
    imports: items.map(({ model }) => ({ names: `${model.names.type}Create`, file: model.names.file })),
    models: items.map(({ model, samples, links }) => ({
      var: model.names.var,
      type:
        links.length === 0
          ? `${model.names.type}Create`
          : `Omit<${model.names.type}Create, ${links.map(({ name }) => literal(name)).join(' | ')}>`,
      samples: literal(
        Object.fromEntries(
          ORDINALS.flatMap((ordinal, index) =>
            ordinal === 'first' || used.has(`samples.${model.names.var}.${ordinal}`)
              ? [[ordinal, samples[index]?.stored ?? {}]]
              : [],
          ),
        ),
      ),
    })),
  }
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
  const items = [...testItems(service).values()]
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
