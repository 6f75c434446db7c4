import type { Parameter, ParameterType } from '../../ir/index.js'
import { commentLine, entryOf, literal, propertyKey } from '../literal.js'
import type { Imports } from '../imports.js'

const TYPES: Readonly<Record<Exclude<ParameterType['type'], 'file'>, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  date: 'Date',
}

/** Returns the TypeScript type of an object that contains the values of the parameters. */
export function parametersType(parameters: readonly Parameter[], names: Imports): string {
  const lines = parameters.flatMap(({ name, types }) => {
    const description = types[0]?.description ?? null
    const isSet = types.some((type) => type.required || type.default !== null)
    const values = [...new Set(types.map((type) => valueType(type, names)))].join(' | ')
    const type = types.some(({ repeat }) => repeat) ? `(${values})[]` : values
    return [
      ...(description === null ? [] : [`/** ${commentLine(description)} */`]),
      `${propertyKey(name)}${isSet ? '' : '?'}: ${type}`,
    ]
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`
}

function valueType({ type, enum: choices }: ParameterType, names: Imports): string {
  if (type === 'file') return names.use('UploadedFile')
  return type === 'string' && choices !== null && choices.length > 0
    ? choices.map(literal).join(' | ')
    : TYPES[type]
}

/**
 * Returns the description of declared parameters for the runtime. Omits `required` for path parameters, which are
 * always present.
 */
export function parameterSpecs(parameters: readonly Parameter[], isPath = false): object {
  return Object.fromEntries(
    parameters.map(({ name, types }) => {
      const specs = types.map((type) => parameterSpec(type, isPath))
      const [only = {}] = specs
      return entryOf(name, specs.length === 1 ? only : specs)
    }),
  )
}

function parameterSpec(declared: ParameterType, isPath: boolean): object {
  const { type, required, repeat } = declared
  const { enum: choices, pattern, minLength, maxLength, minimum, maximum, default: value } = declared
  return {
    type,
    required: (required && !isPath) || undefined,
    repeat: repeat || undefined,
    default: value ?? undefined,
    enum: choices ?? undefined,
    pattern: pattern ?? undefined,
    minLength: minLength ?? undefined,
    maxLength: maxLength ?? undefined,
    minimum: minimum ?? undefined,
    maximum: maximum ?? undefined,
  }
}
