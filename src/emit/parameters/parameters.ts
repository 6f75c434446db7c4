import { type JsonSchema, type Parameter, type Service, isObject } from '../../ir/index.js'
import type { Imports } from '../imports.js'
import { entryOf } from '../literal.js'
import { validationSchema } from '../../validation/validation-schema.js'
import { anyOf, membersType, namedType, typeSchema, type TypeSchema } from '../schema-types.js'

/** Returns the TypeScript type of an object that contains the values of the parameters. */
export function parametersType(parameters: readonly Parameter[], imports: Imports): string {
  return membersType(
    parameters.map((parameter) => ({
      name: parameter.name,
      schema: valueSchema(parameter.schema, imports),
      description: parameter.description,
      isOptional: !isAlwaysSet(parameter),
    })),
    imports,
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

/** Returns what the type of a parameter's value follows from: its schema, but dates and files are objects. */
function valueSchema(schema: JsonSchema, imports: Imports): TypeSchema {
  const { type, format, items, anyOf: alternatives } = schema
  if (format === 'http-date') return namedType(imports.use('Date'))
  if (format === 'binary') return namedType(imports.use('UploadedFile'))
  if (type === 'array' && isObject(items)) return { type: 'array', items: valueSchema(items, imports) }
  if (type === undefined && Array.isArray(alternatives))
    return anyOf(alternatives.filter(isObject).map((each) => valueSchema(each, imports)))
  return typeSchema(schema, imports)
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
