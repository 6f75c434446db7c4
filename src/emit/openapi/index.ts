import { rowRuleText } from '../../access/row-rules.js'
import { type Model, type OrderedObject, printOrdered, type Service } from '../../ir/index.js'
import { actionTag } from './operations/action-operations.js'
import { authRoutes } from '../../access/auth-routes.js'
import { authTag } from './operations/auth-paths.js'
import { allComponents, usedComponents } from './components.js'
import { pathItems } from './paths.js'
import { canAuthenticate } from '../../access/caller.js'
import { securitySchemes } from './security.js'
import { servedDocument } from './served/served-document.js'
import { type JsonObject, present } from '../../ir/json.js'

/**
 * Returns the text of the OpenAPI document of a service.
 * @param document the OpenAPI document that is the input, on which the text is based; null for RAML
 */
export function openapiText(service: Service, document: OrderedObject | null): string {
  return document === null
    ? JSON.stringify(openapiDocument(service))
    : printOrdered(servedDocument(service, document))
}

/**
 * Returns the OpenAPI 3.1 document for a service whose input is RAML: every route with its parameters, bodies and all possible
 * statuses. The base path is in `servers` rather than in the paths.
 */
export function openapiDocument(service: Service): JsonObject {
  const paths = pathItems(service)
  return {
    openapi: '3.1.1',
    info: present({
      title: service.title,
      description: service.description ?? undefined,
      version: service.version ?? '1.0.0',
    }),
    servers: [{ url: service.basePath === '' ? '/' : service.basePath }],
    tags: tags(service),
    paths,
    components: present({
      ...usedComponents(allComponents(service), paths),
      securitySchemes: canAuthenticate(service) ? securitySchemes(service) : undefined,
    }),
  }
}

function modelText({ description, rowRules }: Model): string | undefined {
  if (rowRules === undefined) return description ?? undefined
  const rules = rowRules.map((rule) => `- \`${rowRuleText(rule)}\``)
  return [
    ...(description === null ? [] : [description]),
    ['Callers can use only the rows that one of these rules allows:', ...rules].join('\n'),
  ].join('\n\n')
}

/**
 * Returns the tags in the order in which the documentation shows them: authentication, the auth model, models with a
 * collection at the root, other models, other actions. The order in the RAML file is ignored, so that moving a resource
 * does not change any files.
 */
function tags(service: Service): JsonObject[] {
  const served = new Set(service.routes.map(({ model }) => model))
  const atRoot = new Set(
    service.routes.filter(({ parents }) => parents.length === 0).map(({ model }) => model),
  )
  const rank = ({ id }: Model): number => (id === service.auth?.model ? 0 : atRoot.has(id) ? 1 : 2)
  const models = service.models
    .filter(({ id }) => served.has(id))
    .toSorted((a, b) => rank(a) - rank(b))
    .map((model) => present({ name: model.id, description: modelText(model) }))
  const names = new Set(models.map(({ name }) => name))
  const used = service.actions.flatMap((action) => action.tags ?? [actionTag(action)])
  const others = [...new Set(used)].filter((name) => !names.has(name)).map((name) => ({ name }))
  return [...(authRoutes(service).length > 0 ? [authTag(service)] : []), ...models, ...others]
}
