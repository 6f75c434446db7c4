import type { ErrorBody } from './runtime/contract/mapping.js'

/** The body of an error. */
export const errorBody: ErrorBody = {
  type: 'application/json',
  body: {
    object: {
      errors: { list: 'errors', each: { object: { message: { fact: 'message' }, path: { fact: 'path' } } } },
      message: { fact: 'message' },
    },
  },
}
