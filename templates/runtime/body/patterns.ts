import { type AnySchemaObject, _, str } from 'ajv'
import { linearPattern } from '../values/schema-pattern.js'
import type { SchemaKeyword } from './parser.js'

/** Ajv requires a `code` function, but calls it only for standalone validators. */
const engine = Object.assign(linearPattern, { code: 'new RegExp' })

/**
 * Compiles patterns such that matching takes linear time. Ajv's keyword also tests strings that are longer than
 * `maxLength`.
 */
export const linearPatterns: SchemaKeyword = {
  keyword: 'pattern',
  type: 'string',
  schemaType: 'string',
  error: {
    message: ({ schemaValue }) => str`must match pattern "${schemaValue}"`,
    params: ({ schemaValue }) => _`{pattern: ${schemaValue}}`,
  },
  compile: (pattern: string, parent: AnySchemaObject) => {
    const maxLength: unknown = parent['maxLength']
    const matcher = linearPattern(pattern)
    const isTooLong = (text: string): boolean =>
      typeof maxLength === 'number' && text.length > maxLength && [...text].length > maxLength
    return (text: string) => isTooLong(text) || matcher.test(text)
  },
  engine,
}
