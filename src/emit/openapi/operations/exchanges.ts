import { type Action, type Field, type Model, type Route, type Service } from '../../../ir/index.js'
import { createsLists, modelOf } from '../../../ir/lookup.js'
import { bodyReference } from '../schemas/body-schemas.js'
import { ALLOWED_METHODS, emptyResponse, exampleBody, jsonResponse, jsonBody, patchBody } from './content.js'
import { modelParameters } from './query-parameters.js'
import type { ErrorStatus } from './problems.js'
import { reference, schemaReference } from '../references.js'
import { writtenDocument } from '../schemas/document-schemas.js'
import { COUNT, object } from '../schemas/response-schemas.js'
import { keySchema, valueSchema } from '../schemas/value-schema.js'
import { fieldOf, isUnlinking, linkBelow } from '../../../ir/members.js'
import { type JsonObject, objectOf } from '../../../ir/json.js'

/** An operation's parameters, request body and success responses. */
interface Exchange {
  readonly parameters: readonly JsonObject[]
  readonly requestBody?: JsonObject
  readonly responses: JsonObject
  /** The error statuses that depend on the action. */
  readonly errors?: readonly ErrorStatus[]
}

const ifMatch = reference('parameters', 'If-Match')
const ifNoneMatch = reference('parameters', 'If-None-Match')
const prefer = reference('parameters', 'Prefer')
const refresh = reference('parameters', '_refresh')

/** The header parameters, keyed by component name. */
export const HEADER_PARAMETERS: JsonObject = {
  'If-Match': headerParameter(
    'If-Match',
    'Process the request only if the item has one of these entity tags; otherwise respond with 412.',
  ),
  'If-None-Match': headerParameter(
    'If-None-Match',
    'Return the document only if it has none of these entity tags; otherwise respond with 304.',
  ),
  Prefer: headerParameter('Prefer', '`count=none` omits the total.'),
}

function headerParameter(name: string, description: string): JsonObject {
  return { name, in: 'header', description, schema: { type: 'string' } }
}

export function exchangeOf(service: Service, route: Route): Exchange {
  const model = modelOf(service, route.model)
  const exchange =
    route.kind === 'attribute'
      ? attributeExchange(service, route, model)
      : EXCHANGES[route.action](service, model, route)
  const isWrite = route.permission !== 'view' && route.permission !== 'options'
  return isWrite && service.features.includes('search')
    ? { ...exchange, parameters: [...exchange.parameters, refresh] }
    : exchange
}

const options = (): Exchange => ({
  parameters: [],
  responses: ALLOWED_METHODS,
})

const EXCHANGES: Readonly<Record<Action, (service: Service, model: Model, route: Route) => Exchange>> = {
  index: (service, model) => ({
    parameters: [...modelParameters(service, model).ofIndex, prefer],
    responses: { 200: jsonResponse('A page of items.', pageOf(service, model), ['Link']) },
  }),
  create: (service, model, route) => ({
    parameters: [],
    requestBody: jsonBody(
      created(service, model, route),
      exampleBody(service, model, linkOf(service, route)),
    ),
    responses: {
      201: jsonResponse('The created document or documents.', createdResponse(service, model, route), [
        'ETag',
        'Location',
      ]),
    },
    errors: [409],
  }),
  update_many: (service, model, route) => ({
    parameters: modelParameters(service, model).ofSelection,
    requestBody: (route.method === 'PATCH' ? patchBody : jsonBody)(
      bodyReference(service, model, 'Update', null),
    ),
    responses: {
      200: jsonResponse('The number of updated items.', reference('schemas', 'Response.Changed')),
    },
    errors: [409],
  }),
  delete_many: (service, model) => ({
    parameters: modelParameters(service, model).ofSelection,
    responses: {
      200: jsonResponse('The number of deleted items.', reference('schemas', 'Response.Changed')),
    },
    errors: [409],
  }),
  collection_options: options,
  show: (service, model) => ({
    parameters: [ifNoneMatch],
    responses: {
      200: jsonResponse('The document.', schemaReference(service, model.names.type), ['ETag']),
      304: emptyResponse('The document matches If-None-Match.', ['ETag']),
    },
  }),
  update: (service, model) => ({
    parameters: [ifMatch],
    requestBody: patchBody(bodyReference(service, model, 'Update', null)),
    responses: { 200: jsonResponse('The updated document.', writtenDocument(service, model), ['ETag']) },
    errors: [409, 412],
  }),
  replace: (service, model, route) => ({
    parameters: [ifMatch],
    requestBody: jsonBody(bodyReference(service, model, 'Replace', linkOf(service, route))),
    responses: { 200: jsonResponse('The updated document.', writtenDocument(service, model), ['ETag']) },
    errors: [409, 412],
  }),
  delete: (service, _model, route) => ({
    parameters: [ifMatch],
    responses: {
      200: jsonResponse(
        isUnlinking(service, route)
          ? 'The item was removed from the list of its parent.'
          : 'The item was deleted.',
        reference('schemas', 'Response.Deleted'),
      ),
    },
    errors: [409, 412],
  }),
  item_options: options,
}

function pageOf(service: Service, { names }: Model): JsonObject {
  return {
    anyOf: [
      schemaReference(service, `${names.type}.Page`),
      reference('schemas', 'Response.Total'),
      reference('schemas', 'Response.Aggregations'),
    ],
  }
}

function created(service: Service, model: Model, route: Route): JsonObject {
  const body = bodyReference(service, model, 'Create', linkOf(service, route))
  return oneOrMore(service, route, body, { type: 'array', items: body })
}

function createdResponse(service: Service, model: Model, route: Route): JsonObject {
  const items = writtenDocument(service, model)
  return oneOrMore(service, route, items, object({ count: COUNT, data: { type: 'array', items } }))
}

/** Returns the schema of one item or, if requests can create several, of one item or a list of them. */
function oneOrMore(service: Service, { kind }: Route, one: JsonObject, list: JsonObject): JsonObject {
  return kind === 'singular' || !createsLists(service) ? one : { anyOf: [one, list] }
}

/** Returns the name of the relation that a route's path sets on the route's items, or null if there is none. */
function linkOf(service: Service, route: Route): string | null {
  const parent = route.parents.at(-1)
  return parent === undefined ? null : linkBelow(service, parent)
}

/** Returns the path parameters of a route, which are the keys of the parent items and of the item itself. */
export function pathParameters(
  service: Service,
  route: Pick<Route, 'parents' | 'param' | 'model'> & { readonly method: string },
): JsonObject[] {
  return [...route.parents, route].flatMap(({ param, model }) =>
    param === null ? [] : [pathParameter(service, modelOf(service, model), param, route.method)],
  )
}

/** Returns a path parameter. OPTIONS accepts any value, because it does not look up the item. */
function pathParameter(service: Service, model: Model, name: string, method: string): JsonObject {
  const key = method === 'OPTIONS' ? { type: 'string' } : keySchema(service, model.id)
  const isCaller = service.auth?.model === model.id
  const schema = isCaller && key['type'] !== 'string' ? { anyOf: [key, { const: 'self' }] } : key
  return {
    name,
    in: 'path',
    required: true,
    description: `The ${model.key} of the ${model.id}.${isCaller ? ' `self` stands for the caller.' : ''}`,
    schema,
  }
}

function attributeExchange(service: Service, { attribute, method }: Route, model: Model): Exchange {
  const field = fieldOf(model, attribute)
  if (field === undefined) throw new Error(`${model.id} has no field ${attribute}`)
  if (method === 'OPTIONS') return options()
  const { value, changes } = field.type === 'list' ? listForm(service, field) : DICT
  const responses = { 200: jsonResponse(`The current value of ${field.name}.`, value) }
  return method === 'POST'
    ? { parameters: [], requestBody: jsonBody(changes), responses, errors: [409] }
    : { parameters: [], responses }
}

/** The value of an attribute in responses, and its changes in requests. */
type AttributeForm = Readonly<Record<'value' | 'changes', JsonObject>>

const removals = { type: 'array', items: { type: 'string', pattern: '^-' } }

const DICT: AttributeForm = {
  value: { type: 'object' },
  changes: {
    description:
      'An object with the keys to set. To remove a key, prefix it with `-`, and send it as a key in the object (its value is ignored) or as an item in a list.',
    anyOf: [{ type: 'object' }, removals],
  },
}

function listForm(service: Service, field: Field): AttributeForm {
  const item = objectOf(valueSchema(service, field)['items'])
  return {
    value: {
      allOf: [
        reference('schemas', 'Response.List'),
        { properties: { data: { type: 'array', items: item } } },
      ],
    },
    changes: {
      description:
        'Items to add, in a list or as the keys of an object. To remove an item, send it with a leading `-`.',
      anyOf: [
        { type: 'array', items: { anyOf: [item, { type: 'string', pattern: '^-' }] } },
        { type: 'object' },
      ],
    },
  }
}
