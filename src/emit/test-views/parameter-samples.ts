import type { JsonSchema, Parameter } from '../../ir/index.js'
import { isObject } from '../json.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { resolvedIn } from '../samples/alternatives.js'
import { checkedSample } from '../samples/sample-value.js'
import { LeftOut } from './rows.js'

/** Returns text for a valid value of a parameter, or null if none is known. */
export function sampleText(written: JsonSchema, root: JsonSchema): string | null {
  const schema = resolvedIn(root, written)
  const { anyOf, items, type } = schema
  if (Array.isArray(anyOf)) {
    const texts = anyOf.map((each) => (isObject(each) ? sampleText(each, root) : null))
    return texts.find((text) => text !== null) ?? null
  }
  if (type === 'array' && isObject(items)) return sampleText(items, root)
  if (schema['format'] === 'http-date') return '2024-05-01'
  if (schema['format'] === 'binary') return null
  const value = checkedSample(schema, root)
  const text = value === undefined || typeof value === 'object' ? null : String(value)
  return text === null || /[^ -~]/.test(text) || text === '' ? null : text
}

/** Returns the names and values of the required parameters. @throws LeftOut if a value is not known */
export function samplesOf(
  parameters: readonly Parameter[],
  root: JsonSchema,
): readonly (readonly [string, string])[] {
  return parameters
    .filter(mustBeGiven)
    .map((parameter) => [parameter.name, certainText(parameter, root)] as const)
}

/** Returns text for a valid value of a parameter. @throws LeftOut if none is known */
export function certainText({ name, schema, style, isJson }: Parameter, root: JsonSchema): string {
  const isPrefixed = style === 'label' || style === 'matrix' || style === 'deepObject'
  const text = isPrefixed || isJson === true ? null : sampleText(schema, root)
  if (text === null) throw new LeftOut(`No value is certain to be valid for the parameter ${name}.`)
  return text
}
