import {
  type CustomAction,
  isNumeric,
  type Json,
  type JsonSchema,
  type Parameter,
  type ParameterRole,
  type Service,
  isObject,
} from '../../ir/index.js'
import { findModel } from '../../ir/lookup.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { checkOf, resolvedIn } from '../../sample-values/alternatives.js'
import { sampleBody } from '../../sample-values/sample-body.js'
import { checkedSample } from '../../sample-values/sample-value.js'
import { LeftOut } from './rows.js'
import type { TestRequest } from './table.js'
import { fieldOf } from '../../ir/members.js'
import { memberOf, unlessEmpty } from '../../ir/json.js'

/** Returns the schema that contains those of the API, to which the schemas of parameters refer. */
export function rootOf({ schemas = {} }: Service): JsonSchema {
  return { $defs: schemas }
}

/** Returns whether a value satisfies the schema of a parameter. It might, if that cannot be checked. */
export function accepts(service: Service, schema: JsonSchema, value: Json): boolean {
  return checkOf(schema, rootOf(service))?.(value) !== false
}

/** Returns text for a valid value of a parameter, or null if none is known. */
function sampleText(written: JsonSchema, root: JsonSchema): string | null {
  const schema = resolvedIn(root, written)
  const { items, type } = schema
  if (type === 'array' && isObject(items)) return sampleText(items, root)
  if (schema['format'] === 'http-date') return '2024-05-01'
  if (schema['format'] === 'binary') return null
  const value = checkedSample(schema, root)
  const text = value === undefined || typeof value === 'object' ? null : String(value)
  return text === null || /[^ -~]/.test(text) || text === '' ? null : text
}

/** Returns the names and values of the required parameters. @throws LeftOut if a value is not known */
export function samplesOf(
  service: Service,
  parameters: readonly Parameter[],
): readonly [name: string, text: string][] {
  return parameters.filter(mustBeGiven).map((parameter) => [parameter.name, certainText(service, parameter)])
}

/** Returns text for a valid value of a parameter. @throws LeftOut if none is known */
export function certainText(service: Service, { name, schema, style, isJson }: Parameter): string {
  const isPrefixed = style === 'label' || style === 'matrix' || style === 'deepObject'
  return known(name, isPrefixed || isJson === true ? null : sampleText(schema, rootOf(service)))
}

/**
 * Returns a value of a query parameter that the field by which it filters can have: its sample, if the schema allows any
 * text.
 * @param role what the parameter means, in operations that a document declares
 * @throws LeftOut if none is known
 */
export function parameterText(
  service: Service,
  id: string,
  { name, schema, isJson }: Parameter,
  role?: ParameterRole,
): string {
  if (isJson === true) return known(name, null)
  // The schema does not say which fields a text can name, or which cursors there are.
  if (role?.as === 'comparisons' || role?.as === 'cursor') return known(name, null)
  // The first page.
  if (role?.as === 'page' || role?.as === 'offset') {
    const first = role.base ?? 0
    return known(name, accepts(service, schema, first) ? String(first) : null)
  }
  if (role?.as === 'sort') {
    const field = Object.keys(role.fields).find((each) => accepts(service, schema, each))
    return known(name, field ?? null)
  }
  const model = findModel(service, id)
  const sample = model && memberOf(sampleBody(model, 1)?.stored, name.replace(/__\w+$/, ''))
  const isPlain = Object.keys(schema).join() === 'type' && schema['type'] === 'string'
  const isSample = isPlain && sample !== undefined && typeof sample !== 'object'
  const text = known(name, isSample ? String(sample) : sampleText(schema, rootOf(service)))
  const field = model && fieldOf(model, name)
  if (field?.stored !== true) return text
  const values = text === 'true' || text === 'false' ? [text, text === 'true'] : [text, Number(text)]
  // A decimal can be any text in the schema.
  const isNumber = !isNumeric(field.type) || !Number.isNaN(Number(text))
  return known(name, isNumber && values.some((value) => accepts(service, field.json, value)) ? text : null)
}

function known(name: string, text: string | null): string {
  if (text === null) throw new LeftOut(`No value is certain to be valid for the parameter ${name}.`)
  return text
}

/** Returns samples of the headers that an operation requires, and others. */
export function headersOf(
  service: Service,
  { headers }: Pick<CustomAction, 'headers'>,
  others: readonly (readonly [string, string])[] = [],
): Pick<TestRequest, 'headers'> {
  // Clients set the length of the body themselves.
  const given = headers.filter(({ name }) => name.toLowerCase() !== 'content-length')
  // Only `*` holds for every item.
  const samples = samplesOf(service, given).map(
    ([name, text]) => [name, name.toLowerCase() === 'if-match' ? '*' : text] as const,
  )
  return { headers: unlessEmpty(Object.fromEntries([...samples, ...others])) }
}
