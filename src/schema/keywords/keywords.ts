import type { Node, ScalarNode } from '../../source/node.js'

/** The valid values of a keyword, and the schemas that they contain. */
export interface Keyword {
  /** A description for messages: `a list of strings`. */
  readonly form: string
  readonly accepts: (value: Node) => boolean
  /** `one`: the value is a schema; `list`: a list of schemas; `map`: a map of schemas. */
  readonly schemas: 'none' | 'one' | 'list' | 'map'
  /** Set if draft 4 does not have the keyword, so that schemas of that draft give it no meaning. */
  readonly isLater?: true
}

const later = (keyword: Keyword): Keyword => ({ ...keyword, isLater: true })

const isMap = (node: Node) => node.kind === 'map'
const isString = (node: Node): node is ScalarNode & { readonly value: string } =>
  node.kind === 'scalar' && typeof node.value === 'string'
const isBoolean = (node: Node) => node.kind === 'scalar' && typeof node.value === 'boolean'
const isNumber = (node: Node) =>
  node.kind === 'scalar' && (typeof node.value === 'number' || isLongNumber(node))
const isCount = (node: Node) =>
  node.kind === 'scalar' && typeof node.value === 'number' && Number.isInteger(node.value) && node.value >= 0
const isPositive = (node: Node) => node.kind === 'scalar' && typeof node.value === 'number' && node.value > 0
const isList = (node: Node, of: (item: Node) => boolean, atLeast: number) =>
  node.kind === 'list' && node.items.length >= atLeast && node.items.every(of)

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
const isType = (node: Node) => isString(node) && TYPES.includes(node.value)

export const anything: Keyword = { form: 'any value', accepts: () => true, schemas: 'none' }
export const text: Keyword = { form: 'a string', accepts: isString, schemas: 'none' }
export const flag: Keyword = { form: 'true or false', accepts: isBoolean, schemas: 'none' }
const number: Keyword = { form: 'a number', accepts: isNumber, schemas: 'none' }
export const count: Keyword = { form: 'a non-negative integer', accepts: isCount, schemas: 'none' }
export const filledList: Keyword = {
  form: 'a list of at least one value',
  accepts: (node) => isList(node, () => true, 1),
  schemas: 'none',
}
const isSchema = (node: Node) => isMap(node) || isBoolean(node)
const isNames = (node: Node) => isList(node, isString, 0)

const schema: Keyword = { form: 'a schema', accepts: isSchema, schemas: 'one' }
const schemaOrFlag: Keyword = { form: 'a schema, true or false', accepts: isSchema, schemas: 'one' }
const schemaList: Keyword = {
  form: 'a list of schemas',
  accepts: (node) => isList(node, isSchema, 1),
  schemas: 'list',
}
const schemaMap: Keyword = {
  form: 'a map of schemas',
  accepts: (node) => node.kind === 'map' && node.entries.every(({ value }) => isSchema(value)),
  schemas: 'map',
}

/** The supported keywords of JSON Schema 2020-12. Others (`$id`, `$schema`, `$comment`, …) are not emitted. */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ['title', text],
  ['description', text],
  ['default', anything],
  [
    'type',
    {
      form: `one of ${TYPES.join(', ')}, or a list of these types`,
      accepts: (node) => isType(node) || isList(node, isType, 1),
      schemas: 'none',
    },
  ],
  ['enum', filledList],
  ['format', text],
  ['pattern', text],
  ['minLength', count],
  ['maxLength', count],
  ['minimum', number],
  ['maximum', number],
  ['exclusiveMinimum', number],
  ['exclusiveMaximum', number],
  ['multipleOf', { form: 'a number greater than 0', accepts: isPositive, schemas: 'none' }],
  ['const', later(anything)],
  ['items', schemaOrFlag],
  ['prefixItems', later(schemaList)],
  ['contains', later(schema)],
  ['minContains', later(count)],
  ['maxContains', later(count)],
  ['minItems', count],
  ['maxItems', count],
  ['uniqueItems', flag],
  ['unevaluatedItems', later(schemaOrFlag)],
  ['properties', schemaMap],
  ['patternProperties', schemaMap],
  ['additionalProperties', schemaOrFlag],
  ['unevaluatedProperties', later(schemaOrFlag)],
  ['propertyNames', later(schema)],
  ['minProperties', count],
  ['maxProperties', count],
  ['required', { form: 'a list of names', accepts: isNames, schemas: 'none' }],
  [
    'dependentRequired',
    later({
      form: 'a map of lists of names',
      accepts: (node) => node.kind === 'map' && node.entries.every(({ value }) => isNames(value)),
      schemas: 'none',
    }),
  ],
  ['dependentSchemas', later(schemaMap)],
  ['allOf', schemaList],
  ['anyOf', schemaList],
  ['oneOf', schemaList],
  ['not', schema],
  ['if', later(schema)],
  ['then', later(schema)],
  ['else', later(schema)],
  ['contentEncoding', later(text)],
  ['contentMediaType', later(text)],
  ['deprecated', later(flag)],
  ['readOnly', later(flag)],
  ['writeOnly', later(flag)],
  ['examples', later({ form: 'a list', accepts: (node) => isList(node, () => true, 0), schemas: 'none' })],
  ['discriminator', later({ form: 'a map', accepts: isMap, schemas: 'none' })],
])

/** The formats that the service validates. Other formats are ignored, as the standard allows. */
export const FORMATS: ReadonlySet<string> = new Set(
  'date date-time time email hostname ipv4 ipv6 uri uri-reference uuid regex json-pointer'.split(' '),
)

/** Integers and floats in the core schema of YAML 1.2 (10.3.2). Other plain text, such as `2020-01-01`, is a string. */
const NUMBER = /^(?:[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?|0o[0-7]+|0x[\da-f]+)$/i

/** Returns whether a node is a number that is kept as a string, because a double cannot represent it. */
export function isLongNumber(node: Node): boolean {
  return node.kind === 'scalar' && node.plain && typeof node.value === 'string' && NUMBER.test(node.value)
}
