import {
  isNumeric,
  isObject,
  type Json,
  type JsonSchema,
  type Parameter,
  type ParameterRole,
  type Service,
} from '../../ir/index.js'
import { memberOf } from '../../ir/json.js'
import { findModel } from '../../ir/lookup.js'
import { fieldOf } from '../../ir/members.js'
import { checkOf, resolvedIn } from '../../sample-values/alternatives.js'
import { sampleBody } from '../../sample-values/sample-body.js'
import { checkedSample } from '../../sample-values/sample-value.js'
import { LeftOut } from './left-out.js'

/** Returns the schema that contains those of the API, to which the schemas of parameters refer. */
export function rootOf({ schemas = {} }: Service): JsonSchema {
  return { $defs: schemas }
}

/** Returns whether a value satisfies the schema of a parameter. It might, if that cannot be checked. */
export function accepts(service: Service, schema: JsonSchema, value: Json): boolean {
  return checkOf(schema, rootOf(service))?.(value) !== false
}

/**
 * Returns text for a valid value of a parameter, which a field by which the parameter filters can have.
 * @param id the model whose items the request lists
 * @param role what the parameter means, in operations that a document declares
 * @throws LeftOut if none is known
 */
export function textFor(service: Service, parameter: Parameter, id?: string, role?: ParameterRole): string {
  const text = knownText(service, parameter, id, role)
  if (text === undefined)
    throw new LeftOut(`No value is certain to be valid for the parameter ${parameter.name}.`)
  return text
}

const PREFIXED: readonly unknown[] = ['label', 'matrix', 'deepObject']

function knownText(
  service: Service,
  { name, schema, style, isJson }: Parameter,
  id: string | undefined,
  role: ParameterRole | undefined,
): string | undefined {
  if (isJson === true || PREFIXED.includes(style)) return undefined
  switch (role?.as) {
    // The schema does not say which fields a text can name, or which cursors there are.
    case 'comparisons':
    case 'cursor':
      return undefined
    case 'page':
    case 'offset':
      return [role.base ?? 0].filter((first) => accepts(service, schema, first)).map(String)[0]
    case 'sort':
      return Object.keys(role.fields).find((field) => accepts(service, schema, field))
    default: {
      const model = id === undefined ? undefined : findModel(service, id)
      const sample = model && memberOf(sampleBody(model, 1)?.stored, name.replace(/__\w+$/, ''))
      const isPlain = Object.keys(schema).join() === 'type' && schema['type'] === 'string'
      const isSample = isPlain && sample !== undefined && typeof sample !== 'object'
      const text = isSample ? String(sample) : sampleText(schema, rootOf(service))
      const field = model && fieldOf(model, name)
      if (field?.stored !== true || text === undefined) return text
      const values = text === 'true' || text === 'false' ? [text, text === 'true'] : [text, Number(text)]
      // A decimal can be any text in the schema.
      const isNumber = !isNumeric(field.type) || !Number.isNaN(Number(text))
      return isNumber && values.some((value) => accepts(service, field.json, value)) ? text : undefined
    }
  }
}

/** Returns printable text for a valid value, or undefined if none is known. */
function sampleText(written: JsonSchema, root: JsonSchema): string | undefined {
  const schema = resolvedIn(root, written)
  const { items, type, format } = schema
  if (type === 'array' && isObject(items)) return sampleText(items, root)
  if (format === 'http-date') return '2024-05-01'
  const value = format === 'binary' ? undefined : checkedSample(schema, root)
  const text = typeof value === 'object' ? '' : String(value ?? '')
  return /^[ -~]+$/.test(text) ? text : undefined
}
