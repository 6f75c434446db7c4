import type { ErrorMapping, Service } from '../ir/index.js'
import { documentOf, shapesOf } from '../ir/contracts.js'
import { groupedBy, modelOf } from '../ir/lookup.js'
import { listed, proseNames, withArticle } from '../naming/phrases.js'
import { UniqueNames } from '../naming/unique.js'
import { oncePer } from '../ir/once.js'
import { variablesOfApi } from '../naming/emitted/variables.js'

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

function documents(service: Service): readonly SharedPart[] {
  const ofModels = service.models.map(
    (model) => [model.id, [documentOf(service, model) ?? []].flat()] as const,
  )
  const ofRoutes = service.routes.map(({ model, contract }) => [model, shapesOf(contract)] as const)
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
