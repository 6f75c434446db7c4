import type { JsonObject } from '../json.js'

const count = { type: 'integer', minimum: 0 }
const message = { type: 'string' }

/** What operations answer that is no document, by the name of its component. No model's name has a dot. */
export const ANSWER_SCHEMAS: JsonObject = {
  'Answer.Total': {
    type: 'object',
    required: ['total'],
    properties: { total: count },
    additionalProperties: false,
  },
  'Answer.Aggregations': {
    type: 'object',
    required: ['aggregations'],
    properties: {
      aggregations: {
        type: 'object',
        description: 'By the names that the query gives.',
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
  'Answer.Changed': { type: 'object', required: ['message', 'count'], properties: { message, count } },
  'Answer.Deleted': { type: 'object', required: ['message'], properties: { message } },
  'Answer.List': {
    type: 'object',
    required: ['count', 'data'],
    properties: { count, data: { type: 'array', items: true } },
  },
  'Answer.LoggedOut': { type: 'object', required: ['message'], properties: { message } },
  'Answer.Token': { type: 'object', required: ['token'], properties: { token: { type: 'string' } } },
}
