import type { JsonObject } from '../../../ir/json.js'

export const COUNT = { type: 'integer', minimum: 0 }
export const KEY = { type: 'string', description: 'The primary key.' }
export const SELF = { type: 'string', format: 'uri-reference', description: 'The URL of the document.' }
const message = { type: 'string' }

/** The results of the kinds of aggregations: one value, buckets, or statistics. */
const AGGREGATIONS = [
  object({ value: true }),
  object({ buckets: { type: 'array', items: object({ key: true, doc_count: COUNT }) } }),
  object({ count: COUNT, min: true, max: true, avg: true, sum: true }),
]

/**
 * Schemas for responses other than documents, keyed by component name. The names contain a dot, so they cannot clash
 * with models.
 */
export const RESPONSE_SCHEMAS: JsonObject = {
  'Response.Total': {
    type: 'object',
    required: ['total'],
    properties: { total: COUNT, total_exceeded: { const: true } },
    additionalProperties: false,
  },
  'Response.Aggregations': {
    ...object({
      aggregations: {
        type: 'object',
        description: 'The results, keyed by the names in the query.',
        additionalProperties: { anyOf: AGGREGATIONS },
      },
    }),
    additionalProperties: false,
  },
  'Response.Changed': object({ message, count: COUNT }),
  'Response.Hidden': {
    description: 'The key of a written item that the caller does not have permission to view.',
    ...object({ _type: { type: 'string' }, _pk: KEY, _self: { ...SELF, type: ['string', 'null'] } }),
  },
  'Response.Deleted': object({ message }),
  'Response.List': object({ count: COUNT, data: { type: 'array', items: true } }),
  'Response.LoggedOut': object({ message }),
  'Response.Token': object({ token: { type: 'string' } }),
}

/** Returns the schema of an object with all of these properties. */
export function object<Properties extends JsonObject>(
  properties: Properties,
): { readonly type: string; readonly required: string[]; readonly properties: Properties } {
  return { type: 'object', required: Object.keys(properties), properties }
}
