import { _, type FuncKeywordDefinition } from 'ajv'
import type { Json } from '../json.js'
import { sortedText } from './unique-items.js'

/** Replaces Ajv's keyword, which compares each value in a body with each value of a long list. */
export const linearEnum: FuncKeywordDefinition = {
  keyword: 'enum',
  schemaType: 'array',
  error: {
    message: 'must be equal to one of the allowed values',
    params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
  },
  compile: (allowed: readonly Json[]) => {
    const scalars = new Set(allowed)
    const texts = new Set(allowed.filter(isStructure).map(sortedText))
    return (value: Json) => (isStructure(value) ? texts.has(sortedText(value)) : scalars.has(value))
  },
}

function isStructure(value: Json): boolean {
  return typeof value === 'object' && value !== null
}
