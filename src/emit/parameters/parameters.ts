import type { JsonSchema, Parameter, Service } from '../../ir/index.js'
import type { Imports } from '../imports.js'
import { isObject } from '../json.js'
import { entryOf } from '../literal.js'
import { validationSchema } from '../validation-schema.js'
import { propertiesType, typeText, union } from '../type-text.js'

/** Returns the TypeScript type of an object that contains the values of the parameters. */
export function parametersType(parameters: readonly Parameter[], imports: Imports): string {
  return propertiesType(
    parameters.map((parameter) => ({
      name: parameter.name,
      type: valueType(parameter.schema, imports),
      description: parameter.description,
      isOptional: !isAlwaysSet(parameter),
    })),
  )
}

/** Returns whether a request always has a value for a parameter, because it is required or has a default. */
export function isAlwaysSet({ required, schema }: Parameter): boolean {
  return required || schema['default'] !== undefined
}

/** Returns whether requests must contain a parameter. */
export function mustBeGiven({ required, schema }: Parameter): boolean {
  return required && schema['default'] === undefined
}

/** Returns the type of a parameter's value: that of its schema, but dates and files are objects. */
function valueType(schema: JsonSchema, imports: Imports): string {
  const { type, format, items, anyOf } = schema
  if (format === 'http-date') return imports.use('Date')
  if (format === 'binary') return imports.use('UploadedFile')
  if (type === 'array' && isObject(items)) return `(${valueType(items, imports)})[]`
  if (type === undefined && Array.isArray(anyOf))
    return union(anyOf.map((each) => (isObject(each) ? valueType(each, imports) : 'unknown')))
  return typeText(schema, imports)
}

/**
 * Returns the description of declared parameters for the runtime, or undefined if there are none. Omits `required` for
 * path parameters, which are always present.
 */
export function parameterSpecs(
  service: Pick<Service, 'schemas' | 'requiredByUse'>,
  parameters: readonly Parameter[],
  isPath = false,
): object | undefined {
  if (parameters.length === 0) return undefined
  return Object.fromEntries(
    parameters.map(({ name, written, required, schema, style, explode, isJson, kept }) =>
      entryOf(isPath ? (written ?? name) : name, {
        schema: validationSchema(schema, service),
        required: (required && !isPath) || undefined,
        style,
        explode,
        isJson,
        segment: isPath && written !== undefined ? name : undefined,
        allowEmpty: kept?.['allowEmptyValue'] === true ? true : undefined,
      }),
    ),
  )
}
