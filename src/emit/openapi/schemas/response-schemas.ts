import type { JsonObject } from '../../json.js'

const count = { type: 'integer', minimum: 0 }
const message = { type: 'string' }

/**
 * Schemas for responses other than documents, keyed by component name. The names contain a dot, so they cannot clash
 * with models.
 */
export const RESPONSE_SCHEMAS: JsonObject = {
  'Response.Total': {
    type: 'object',
    required: ['total'],
    properties: { total: count, total_exceeded: { const: true } },
    additionalProperties: false,
  },
  'Response.Aggregations': {
    type: 'object',
    required: ['aggregations'],
    properties: {
      aggregations: {
        type: 'object',
        description: 'The results, keyed by the names in the query.',
        additionalProperties: {
          anyOf: [
            { type: 'object', required: ['value'], properties: { value: true } },
            {
              type: 'object',
              required: ['buckets'],
              properties: {
                buckets: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['key', 'doc_count'],
                    properties: { key: true, doc_count: count },
                  },
                },
              },
            },
            {
              type: 'object',
              required: ['count', 'min', 'max', 'avg', 'sum'],
              properties: { count, min: true, max: true, avg: true, sum: true },
            },
          ],
        },
      },
    },
    additionalProperties: false,
  },
  'Response.Changed': { type: 'object', required: ['message', 'count'], properties: { message, count } },
  'Response.Deleted': { type: 'object', required: ['message'], properties: { message } },
  'Response.List': {
    type: 'object',
    required: ['count', 'data'],
    properties: { count, data: { type: 'array', items: true } },
  },
  'Response.LoggedOut': { type: 'object', required: ['message'], properties: { message } },
  'Response.Token': { type: 'object', required: ['token'], properties: { token: { type: 'string' } } },
}
