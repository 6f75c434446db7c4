import type { Action, Contract, ErrorMapping, Model, Service, Shape, Template } from '../ir/index.js'
import { functionActions, groupedBy, modelOf } from '../ir/lookup.js'
import { listed, withArticle } from '../naming/phrases.js'
import { UniqueNames } from '../naming/unique.js'
import { variablesOfApi } from './action-names.js'
import { oncePer } from './once.js'
import { homeRoute, proseNames } from './shared.js'

/** A part of contracts that the document declares more than once: a constant in `contract.ts`. */
type SharedPart = {
  readonly name: string
  readonly title: string
} & (
  | { readonly type: 'ErrorBody' | 'Shape'; readonly value: object }
  | { readonly type: 'ErrorMapping'; readonly value: ErrorMapping }
)

/** Returns the parts that the contracts of a service have in common, keyed by {@link textOf}. */
export const sharedParts = oncePer((service: Service): ReadonlyMap<string, SharedPart> => {
  const names = new UniqueNames({ taken: variablesOfApi(service).map((name) => name.toLowerCase()) })
  const parts = [...documents(service), ...errorBodies(service), ...errorMappings(service)]
  const uses = groupedBy(parts, ({ value }) => textOf(value))
  const shared = [...uses].flatMap(([text, [first, ...others]]) =>
    first === undefined || others.length === 0
      ? []
      : [[text, { ...first, name: names.take(first.name) }] as const],
  )
  return new Map(shared)
})

/** Returns the text by which equal parts are found. */
export function textOf(value: object): string {
  return JSON.stringify(value)
}

/** The operations whose responses say what documents of a model contain, the first one first. */
const SHOWING: readonly Action[] = ['show', 'index', 'create', 'replace', 'update']

/**
 * Returns what the user's functions get as a document of a model: the component, as an operation returns it. Undefined if no
 * operation calls a function of the user's, or if svcgen's own documents are meant.
 */
export function documentOf(service: Service, { id, document }: Model): Shape | undefined {
  if (functionActions(service).length === 0) return undefined
  const found = SHOWING.flatMap((action) =>
    service.routes.filter((route) => route.model === id && route.action === action),
  )
  const [shape] = found.flatMap(({ contract }) =>
    contract?.returnsComponent === true ? shapesIn(contract) : [],
  )
  return shape ?? document
}

function documents(service: Service): readonly SharedPart[] {
  const ofModels = service.models.map(
    (model) => [model.id, [documentOf(service, model) ?? []].flat()] as const,
  )
  const ofRoutes = service.routes.map(({ model, contract }) => [model, shapesIn(contract)] as const)
  return [...ofRoutes, ...ofModels].flatMap(([id, shapes]) => {
    const model = modelOf(service, id)
    const part = {
      name: `${model.names.var}Document`,
      title: `What responses contain of ${withArticle(proseNames(model).one)}.`,
      type: 'Shape',
    } as const
    return shapes.map((value) => ({ ...part, value }))
  })
}

/** Returns what the responses of an operation contain of its items. */
export function shapesIn(contract: Contract | undefined): readonly Shape[] {
  return [contract?.body, contract?.created?.body].flatMap((body) =>
    partsIn(body).flatMap(({ part }) => ('item' in part ? part.item : 'items' in part ? part.items : [])),
  )
}

/**
 * Returns whether documents contain the end of the path of their items, as in `name: publishers/acme/books/1`, although nobody can
 * read the field in it.
 */
export function showsPath(service: Service, { id, fields }: Model): boolean {
  const field = fields.find(({ name }) => name === homeRoute(service, id)?.lookup?.field)
  if (field?.json['writeOnly'] !== true) return false
  const shapes = service.routes.flatMap(({ model, contract }) => (model === id ? shapesIn(contract) : []))
  return shapes
    .flatMap(({ members }) => Object.values(members))
    .some((member) => member !== 'value' && 'segments' in member)
}

/** A part of a body. */
interface BodyPart {
  /** The members that lead to it. */
  readonly at: readonly string[]
  readonly part: Template
}

/** Returns the parts of a body, each before those that it contains. */
export function partsIn(body: Template | undefined, at: readonly string[] = []): readonly BodyPart[] {
  if (body === undefined) return []
  const members = 'object' in body ? Object.entries(body.object) : []
  return [{ at, part: body }, ...members.flatMap(([name, each]) => partsIn(each, [...at, name]))]
}

function errorBodies(service: Service): readonly SharedPart[] {
  const part = { name: 'errorBody', title: 'The body of an error.', type: 'ErrorBody' } as const
  return mappingsOf(service)
    .flatMap(({ bodies }) => Object.values(bodies))
    .filter(({ body }) => body !== undefined)
    .map((value) => ({ ...part, value }))
}

function errorMappings(service: Service): readonly SharedPart[] {
  return mappingsOf(service).map((value) => {
    const statuses = Object.keys(value.bodies)
    const isShort = statuses.length > 0 && statuses.length <= MAX_STATUSES
    return {
      name: isShort
        ? `declared${statuses.join('And').replace('default', 'Default')}Errors`
        : 'operationErrors',
      title: `The errors of operations${statuses.length === 0 ? '' : ` that declare ${listed(statuses)}`}.`,
      type: 'ErrorMapping',
      value,
    }
  })
}

/** Maximum number of statuses in a name. */
const MAX_STATUSES = 3

function mappingsOf({ routes, actions }: Service): readonly ErrorMapping[] {
  const all = [...routes.map(({ contract }) => contract?.errors), ...actions.map(({ errors }) => errors)]
  return all.filter((errors) => errors !== undefined)
}
