import type { ErrorMapping, Service } from '../ir/index.js'
import { shapesOf } from '../ir/contracts.js'
import { groupedBy, modelOf } from '../ir/lookup.js'
import { proseNames, withArticle } from '../naming/phrases.js'
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
  return service.routes.flatMap(({ model: id, contract }) => {
    const model = modelOf(service, id)
    const part = {
      name: `${model.names.var}Document`,
      title: `What responses contain of ${withArticle(proseNames(model).one)}.`,
      type: 'Shape',
    } as const
    return shapesOf(contract).map((value) => ({ ...part, value }))
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
  const part = { name: 'operationErrors', title: 'The errors of operations.', type: 'ErrorMapping' } as const
  return mappingsOf(service).map((value) => ({ ...part, value }))
}

function mappingsOf({ routes, actions }: Service): readonly ErrorMapping[] {
  const all = [...routes.map(({ contract }) => contract?.errors), ...actions.map(({ errors }) => errors)]
  return all.filter((errors) => errors !== undefined)
}
