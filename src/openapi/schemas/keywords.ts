import type { Form } from './forms.js'

/** Keywords of the Schema Object in OpenAPI 3.0. */
const IN_30: Readonly<Record<string, Form>> = {
  title: 'text',
  description: 'text',
  type: 'special',
  format: 'text',
  nullable: 'flag',
  enum: 'values',
  default: 'any',
  multipleOf: 'number',
  maximum: 'number',
  exclusiveMaximum: 'special',
  minimum: 'number',
  exclusiveMinimum: 'special',
  maxLength: 'count',
  minLength: 'count',
  pattern: 'text',
  maxItems: 'count',
  minItems: 'count',
  uniqueItems: 'flag',
  maxProperties: 'count',
  minProperties: 'count',
  required: 'names',
  allOf: 'schemas',
  oneOf: 'schemas',
  anyOf: 'schemas',
  not: 'schema',
  items: 'special',
  properties: 'schema map',
  additionalProperties: 'schema',
  readOnly: 'flag',
  writeOnly: 'flag',
  deprecated: 'flag',
  example: 'any',
  externalDocs: 'any',
  discriminator: 'special',
  xml: 'any',
}

/** Keywords that JSON Schema 2020-12 adds. */
const IN_31: Readonly<Record<string, Form>> = {
  const: 'any',
  examples: 'values',
  if: 'schema',
  then: 'schema',
  else: 'schema',
  prefixItems: 'schemas',
  contains: 'schema',
  minContains: 'count',
  maxContains: 'count',
  propertyNames: 'schema',
  patternProperties: 'schema map',
  dependentSchemas: 'schema map',
  dependentRequired: 'any',
  unevaluatedItems: 'schema',
  unevaluatedProperties: 'schema',
  contentEncoding: 'text',
  contentMediaType: 'text',
  contentSchema: 'schema',
}

/** The form of each keyword that is converted. Keywords of 3.1 are accepted in 3.0 with a warning. */
export const FORMS: ReadonlyMap<string, Form> = new Map(Object.entries({ ...IN_30, ...IN_31 }))

/** Keywords of JSON Schema without meaning for the service, or whose meaning ends with the conversion. */
export const DROPPED: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$comment',
  '$vocabulary',
  '$defs',
  'definitions',
  'id',
  'additionalItems',
])

export const KEYWORDS_IN_30: ReadonlySet<string> = new Set(Object.keys(IN_30))

/** Keywords that apply further schemas to the value itself. */
export const IN_PLACE: ReadonlySet<string> = new Set([
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'const',
])

/** Keywords that describe a value without restricting it. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'externalDocs',
  'xml',
])

/** Names of types that are often used by mistake, with the schema that is meant. */
export const MISTAKEN_TYPES: Readonly<
  Record<string, { readonly type: string | null; readonly format?: string }>
> = {
  int: { type: 'integer' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  long: { type: 'integer', format: 'int64' },
  bigint: { type: 'integer', format: 'int64' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  decimal: { type: 'number' },
  bool: { type: 'boolean' },
  str: { type: 'string' },
  text: { type: 'string' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  'date-time': { type: 'string', format: 'date-time' },
  uuid: { type: 'string', format: 'uuid' },
  file: { type: 'string', format: 'binary' },
  binary: { type: 'string', format: 'binary' },
  list: { type: 'array' },
  map: { type: 'object' },
  dict: { type: 'object' },
  any: { type: null },
}

export const TYPES: ReadonlySet<string> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
])
