import type { Field, Route, Service } from '../../../ir/index.js'
import { modelOf } from '../../../ir/lookup.js'
import { ALLOWED_METHODS, jsonResponse, jsonBody } from './content.js'
import { type Exchange, refresh } from './exchanges.js'
import { isObject, type JsonObject } from '../../json.js'
import { fieldOf } from '../../shared.js'
import { reference } from '../references.js'
import { valueSchema } from '../schemas/value-schema.js'

/** Returns the request and responses for a route that serves a list or dict field of an item. */
export function attributeExchange(service: Service, route: Route): Exchange {
  const model = modelOf(service, route.model)
  const field = fieldOf(model, route.attribute)
  if (field === undefined) throw new Error(`${model.id} has no field ${route.attribute}`)
  const form = field.type === 'list' ? listForm(service, field) : DICT
  switch (route.method) {
    case 'OPTIONS':
      return { parameters: [], responses: ALLOWED_METHODS }
    case 'POST':
      return {
        parameters: [refresh],
        requestBody: jsonBody(form.changes),
        responses: { 200: jsonResponse(`The current value of ${field.name}.`, form.value) },
      }
    default:
      return {
        parameters: [],
        responses: { 200: jsonResponse(`The current value of ${field.name}.`, form.value) },
      }
  }
}

interface Form {
  readonly value: JsonObject
  readonly changes: JsonObject
}

const removals = { type: 'array', items: { type: 'string', pattern: '^-' } }

const DICT: Form = {
  value: { type: 'object' },
  changes: {
    description:
      'An object with the keys to set. To remove a key, prefix it with `-`, and send it as a key in the object (its value is ignored) or as an item in a list.',
    anyOf: [{ type: 'object' }, removals],
  },
}

function listForm(service: Service, field: Field): Form {
  const { items } = valueSchema(service, field)
  const item = isObject(items) ? items : {}
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
