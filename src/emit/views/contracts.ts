import { type ActionBody, type ActionResponse, resolved, type Route, type Service } from '../../ir/index.js'
import { modelOf } from '../../ir/lookup.js'
import { Code, commentLine, literal, withEntries } from '../literal.js'
import { sharedParts, textOf } from '../contract-parts.js'
import type { Imports } from '../imports.js'
import { bodySpec, isJson, responseSpecs } from '../parameters/exchange.js'
import { parameterSpecs } from '../parameters/parameters.js'
import { keyTypeOf, linkBelow } from '../../ir/members.js'
import { continuesAfter } from '../../ir/contracts.js'
import { contractVariables } from '../../naming/emitted/variables.js'

/** Returns the view for the contracts of routes: what the API's document declares of each operation. */
export function contractViews(
  service: Service,
  routes: readonly Route[],
  imports: Imports,
): readonly object[] {
  return routes.flatMap((route) => {
    const { contract } = route
    if (contract === undefined) return []
    const {
      operation,
      written: _written,
      demanded: _demanded,
      takesOthers: _takesOthers,
      required: _required,
      returnsComponent: _returnsComponent,
      isImpossible: _isImpossible,
      relationship: _relationship,
      ...served
    } = contract
    const { uriParameters, queryParameters, headers, cookies = [], bodies, responses } = operation
    return [
      {
        var: contractVariable(service, route),
        title: commentLine(operation.id),
        contract: literal(
          withEntries(
            imports.withSharedParts({
              params: parameterSpecs(service, uriParameters, true),
              query: parameterSpecs(service, queryParameters),
              headers: parameterSpecs(service, headers),
              cookies: parameterSpecs(service, cookies),
              bodies: bodies.length === 0 ? undefined : openForms(service, bodies),
              isBodyOptional: operation.isBodyOptional,
              ...served,
              responses: checkedResponses(service, route.model, responses),
            }),
          ),
        ),
      },
    ]
  })
}

/** Returns the view for `contract.ts`: what several operations have in common. */
export function sharedPartsView(service: Service): object {
  const shared = sharedParts(service)
  const parts = [...shared.values()]
  const valueOf = ({ type, value }: (typeof parts)[number]): object => {
    if (type !== 'ErrorMapping') return value
    const bodies = Object.entries(value.bodies).map(([status, body]) => {
      const part = shared.get(textOf(body))
      return [status, part === undefined ? body : new Code(part.name)]
    })
    return { ...value, bodies: Object.fromEntries(bodies) }
  }
  return {
    types: [...new Set(parts.map(({ type }) => type))].sort().join(', '),
    parts: parts.map((part) => ({ ...part, value: literal(withEntries(valueOf(part))) })),
  }
}

/** Returns the accepted bodies. Forms can have other fields unless their schemas forbid that, as in JSON. */
function openForms(service: Service, bodies: readonly ActionBody[]): object {
  const { schemas = {} } = service
  const isClosed = ({ schema }: ActionBody): boolean =>
    schema === null || resolved(schema, (name) => schemas[name])['additionalProperties'] === false
  return Object.fromEntries(
    bodies.map((body) => {
      const spec = bodySpec(service, body, 'served')
      return [body.mediaType, body.form.length === 0 || isClosed(body) ? spec : { ...spec, isOpen: true }]
    }),
  )
}

/** Returns the schemas that responses are checked against. */
function checkedResponses(service: Service, model: string, responses: readonly ActionResponse[]): object {
  // The service answers with JSON even if the document declares further types.
  const json = responses.map((response) => ({
    ...response,
    bodies: response.bodies.filter(({ mediaType }) => isJson(mediaType)),
  }))
  const specs = responseSpecs(service, json) ?? {}
  // MongoDB generates ObjectIds, whatever type the document declares.
  const isObjectId = service.engine === 'svc_mongodb' && keyTypeOf(service, model) === 'id_field'
  return isObjectId ? Object.fromEntries(Object.keys(specs).map((status) => [status, null])) : specs
}

function contractVariable(service: Service, { contract }: Route): string {
  return contractVariables(service).get(contract?.operation.name ?? '') ?? ''
}

/** Returns the properties of a route's `config` that make the service answer as declared. */
export function contractConfig(service: Service, route: Route): object {
  if (route.contract === undefined) return {}
  const { contract, model } = route
  return {
    contract: new Code(contractVariable(service, route)),
    key: contract.isList === true ? modelOf(service, model).key : undefined,
    pages: continuesAfter(contract) ? listedItems(service, route, route.parents.length) : undefined,
  }
}

/** Returns which items the path of a list selects. @param index the position of the items in the path */
function listedItems(service: Service, route: Route, index: number): object {
  const { parents, scope = [] } = route
  const parent = parents[index - 1]
  const fields = index === 0 && scope.length > 0 && scope.map(({ param, field }) => [field, param] as const)
  const relation = parent && linkBelow(service, parent)
  return {
    model: parents[index]?.model ?? route.model,
    scope: fields ? Object.fromEntries(fields) : undefined,
    above:
      parent === undefined || relation === null
        ? undefined
        : {
            relation,
            items: listedItems(service, route, index - 1),
            parameter: parent.param ?? undefined,
          },
  }
}
