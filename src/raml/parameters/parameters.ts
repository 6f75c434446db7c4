import type { Parameter } from '../../api/api.js'
import type { Json, JsonSchema } from '../../ir/index.js'
import { refusal } from '../../schema/own-values.js'
import { PATTERN_FAULTS, PATTERN_HELP, readPattern, shortPattern } from '../../schema/pattern.js'
import type { Node } from '../../source/node.js'
import { type Context, report } from '../context.js'
import { type NamedParameter, type ParameterDeclaration, readNamedParameters } from './named-parameters.js'
import type { ParameterKind } from './parameter-facets.js'

/** Reads a map of named parameters, as JSON Schema. */
export function readParameters(
  node: Node | undefined,
  kind: ParameterKind,
  context: Context,
): readonly Parameter[] {
  return schemaParameters(readNamedParameters(node, kind, context), kind, context)
}

/** Converts named parameters to JSON Schema. Reports and omits constraints that cannot be enforced. */
export function schemaParameters(
  parameters: readonly NamedParameter[],
  kind: ParameterKind,
  context: Context,
): readonly Parameter[] {
  return parameters.flatMap((parameter) => {
    const { name, nameAt, declarations } = parameter
    const [first] = declarations
    if (first === undefined) return []
    const isList = declarations.some(({ repeat }) => repeat)
    const value = valueSchema(parameter, kind, context)
    const fallback = defaultOf(parameter, value, context)
    checkExample(parameter, value, context)
    const schema: JsonSchema = isList ? { type: 'array', items: value } : value
    return [
      {
        name,
        nameAt,
        description: first.description,
        required: declarations.some(({ required }) => required),
        deprecated: false,
        schema: fallback === undefined ? schema : { ...schema, default: isList ? [fallback] : fallback },
        style: isList || kind === 'queryParameters' || kind === 'formParameters' ? 'form' : 'simple',
        explode: isList || kind === 'queryParameters' || kind === 'formParameters',
        isJson: false,
      },
    ]
  })
}

function valueSchema(parameter: NamedParameter, kind: ParameterKind, context: Context): JsonSchema {
  const schemas = parameter.declarations.map((declared) => typeSchema(declared, parameter, kind, context))
  const [only = {}] = schemas
  return schemas.length === 1 ? only : { anyOf: schemas }
}

/** The format of dates as RAML 0.8 defines them: those of RFC 2616, 3.3.1. The service also accepts ISO 8601. */
const HTTP_DATE = 'http-date'

function typeSchema(
  declared: ParameterDeclaration,
  parameter: NamedParameter,
  kind: ParameterKind,
  context: Context,
): JsonSchema {
  const { enum: choices, minLength, maxLength, minimum, maximum, example } = declared
  const type = declared.type === 'file' && kind !== 'formParameters' ? 'string' : declared.type
  const keywords: Readonly<Record<string, Json | undefined>> = {
    type: type === 'date' || type === 'file' ? 'string' : type,
    format: type === 'date' ? HTTP_DATE : type === 'file' ? 'binary' : undefined,
    enum: choices === null || choices.length === 0 ? undefined : choices,
    pattern: patternOf(declared, parameter, context),
    minLength: minLength ?? undefined,
    maxLength: maxLength ?? undefined,
    minimum: minimum ?? undefined,
    maximum: maximum ?? undefined,
    examples: example === null ? undefined : [typedValue(type, example) ?? example],
  }
  return Object.fromEntries(
    Object.entries(keywords).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  )
}

function patternOf(
  { pattern }: ParameterDeclaration,
  parameter: NamedParameter,
  context: Context,
): string | undefined {
  if (pattern === null || context.isTemplate) return undefined
  const read = readPattern(pattern)
  if ('pattern' in read) return read.pattern
  if (read.fault === 'invalid') reportIgnored('pattern', parameter, context)
  else {
    const message = `Pattern "${shortPattern(pattern)}" ${PATTERN_FAULTS[read.fault]}`
    report(context, 'SVC3013', { message, at: parameter.nameAt, help: PATTERN_HELP })
  }
  return undefined
}

/** Returns the typed default value of a parameter, or undefined if it has none or an invalid one. */
function defaultOf(parameter: NamedParameter, schema: JsonSchema, context: Context): Json | undefined {
  const { declarations } = parameter
  const text = declarations.find((declared) => declared.default !== null)?.default ?? null
  if (text === null || context.isTemplate) return undefined
  for (const { type } of declarations) {
    const value = typedValue(type, text)
    if (value !== undefined && refusal(value, schema, () => undefined) === undefined) return value
  }
  reportIgnored('default', parameter, context)
  return undefined
}

/** Warns about an example that the parameter's own type or facets refuse. */
function checkExample({ name, nameAt }: NamedParameter, schema: JsonSchema, context: Context): void {
  const [example] = Array.isArray(schema['examples']) ? schema['examples'] : []
  const why =
    example === undefined || context.isTemplate ? undefined : refusal(example, schema, () => undefined)
  if (why !== undefined)
    report(context, 'SVC3032', {
      message: `The example of parameter "${name}" ${why}`,
      at: nameAt,
      help: 'Correct the example or the facets of the parameter',
    })
}

function reportIgnored(what: string, { name, nameAt }: NamedParameter, context: Context): void {
  report(context, 'SVC4024', {
    message: `The ${what} of parameter "${name}" cannot be enforced; it is ignored`,
    at: nameAt,
  })
}

const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i

/** Converts text to a value of the type, or returns undefined if it is not valid for the type. */
function typedValue(type: ParameterDeclaration['type'], text: string): Json | undefined {
  switch (type) {
    case 'string':
      return text
    case 'number':
      return NUMBER.test(text) ? Number(text) : undefined
    case 'integer':
      return /^[-+]?\d+$/.test(text) ? Number(text) : undefined
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : undefined
    case 'date':
      return /^\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d/.test(text) ? text : undefined
    case 'file':
      return undefined
  }
}
