import type { ErrorBody, Shape } from './runtime/contract/mapping.js'

/** What responses contain of a product. */
export const productDocument: Shape = {
  members: { id: 'value', name: 'value', note: 'value', price: 'value', status: 'value' },
}

/** The body of an error. */
export const errorBody: ErrorBody = {
  type: 'application/json',
  body: {
    object: {
      code: { fact: 'code' },
      errors: { list: 'errors', each: { object: { message: { fact: 'message' }, path: { fact: 'path' } } } },
      message: { fact: 'message' },
    },
  },
}
