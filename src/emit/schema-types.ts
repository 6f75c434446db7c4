import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { type Json, type JsonSchema, referredName, type Service, isObject } from '../ir/index.js'
import type { Imports } from './imports.js'
import { commentLine, literal, propertyKey } from './literal.js'
import { listOf, objectOf } from '../ir/json.js'
import { oncePer } from '../ir/once.js'

/**
 * Returns the TypeScript type of the values that a JSON schema allows. Objects allow only the named properties, unless
 * the schema describes additional ones. References to other than shared schemas, and keywords that TypeScript cannot
 * express, allow any value.
 * @param imports records the names that the returned type uses
 * @returns a placeholder, which {@link withSchemaTypes} replaces in rendered text
 */
export function schemaType(schema: Json, imports: Imports): string {
  return schemaTypes(imports.service).placeholder(typeSchema(schema, imports))
}

/** What json-schema-to-typescript needs to know of a schema. */
export interface TypeSchema {
  /** The text of the type, which never contains text from the input. */
  readonly tsType?: string
  readonly type?: 'object' | 'array' | 'integer' | 'number' | 'string' | 'boolean' | 'null'
  readonly enum?: readonly Json[]
  readonly properties?: Readonly<Record<string, TypeSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | TypeSchema
  readonly items?: TypeSchema | readonly TypeSchema[]
  readonly additionalItems?: false | TypeSchema
  readonly minItems?: number
  readonly allOf?: readonly TypeSchema[]
  readonly anyOf?: readonly TypeSchema[]
  readonly description?: string
  readonly deprecated?: boolean
}

/** A value with a name: a property or a parameter. */
interface NamedValue {
  readonly name: string
  readonly schema: TypeSchema
  readonly description: string | null
  readonly isOptional: boolean
}

/** Returns the type of objects with these members, as {@link schemaType} does. */
export function membersType(members: readonly NamedValue[], imports: Imports): string {
  return schemaTypes(imports.service).placeholder(membersSchema(members))
}

/**
 * Returns a function that puts the types of schemas in the place of their placeholders. json-schema-to-typescript writes
 * all types of a service in one call, because each call takes a millisecond.
 */
export function withSchemaTypes(service: Service): Promise<(text: string) => string> {
  return schemaTypes(service).written()
}

const schemaTypes = oncePer((_service: Service) => new SchemaTypes())

/** Matches a placeholder. No text of an API contains U+0000. */
const PLACEHOLDER = /\0(\d+)\0/g

class SchemaTypes {
  /** The placeholders by the JSON of the schema, so that equal types have one placeholder. */
  readonly #placeholders = new Map<string, string>()

  placeholder(schema: TypeSchema): string {
    const key = JSON.stringify(schema)
    const known = this.#placeholders.get(key) ?? `\0${this.#placeholders.size}\0`
    this.#placeholders.set(key, known)
    return known
  }

  async written(): Promise<(text: string) => string> {
    const types = await typesOf(
      [...this.#placeholders.keys()].map((schema): JSONSchema => JSON.parse(schema)),
    )
    return (text) => text.replaceAll(PLACEHOLDER, (_all, index: string) => types[Number(index)] ?? '')
  }
}

async function typesOf(schemas: readonly JSONSchema[]): Promise<readonly string[]> {
  if (schemas.length === 0) return []
  const definitions = Object.fromEntries(schemas.map((schema, index) => [`T${index}`, schema]))
  const text = await compile({ definitions }, 'Types', {
    additionalProperties: false,
    bannerComment: '',
    format: false,
    unknownAny: true,
    unreachableDefinitions: true,
    $refOptions: { resolve: { external: false } },
  })
  const [, ...declarations] = `\n${text}`.split(/\nexport (?:type|interface) (?=\w)/)
  const types = new Map(
    declarations.map((declaration) => {
      const [, name = '', type = ''] = /^(\w+)(?: =)? ([^]*)$/.exec(declaration) ?? []
      return [name, inlineType(type)]
    }),
  )
  return schemas.map((_schema, index) => types.get(`T${index}`) ?? 'unknown')
}

/** Returns the type of a declaration without the comment of the next one. */
function inlineType(declared: string): string {
  return (
    declared
      .replace(/\n\/\*\*(?:(?!\*\/)[^])*\*\/\s*$/, '')
      .trim()
      // What fits on a line is written on one.
      .replaceAll(/\{\n(\[k: string\]: [^\n]*)\n\}/g, '{ $1 }')
      .replaceAll(/\/\*\*\n \* ([^\n]*)\n \*\//g, '/** $1 */')
      .replaceAll('\u2028', '\\u2028')
      .replaceAll('\u2029', '\\u2029')
      .replaceAll(/^k([0-9a-f]*)(?=\??: )/gm, (_all, hex: string) => propertyKey(nameIn(hex)))
  )
}

/** Returns the key for a name, because json-schema-to-typescript takes some names for keywords. Keys begin a line. */
function keyOf(name: string): string {
  return `k${Buffer.from(name, 'utf16le').toString('hex')}`
}

function nameIn(hex: string): string {
  return Buffer.from(hex, 'hex').toString('utf16le')
}

/** Returns what determines the type of a schema. Nothing else of the input reaches json-schema-to-typescript. */
export function typeSchema(schema: Json, imports: Imports): TypeSchema {
  if (!isObject(schema)) return schema === false ? { tsType: 'never' } : anyValue(imports)
  const { enum: choices, const: constant } = schema
  if (constant !== undefined) return valueType(constant)
  if (Array.isArray(choices)) return anyOf(choices.map(valueType))
  const [first, ...others] = partsOf(schema, imports)
  if (first === undefined) return anyValue(imports)
  return others.length === 0 ? first : { allOf: [first, ...others] }
}

/**
 * Returns the type of one value. Objects are printed here, because json-schema-to-typescript would follow a `$ref` in
 * them, which is data.
 */
function valueType(value: Json): TypeSchema {
  return typeof value === 'object' && value !== null ? namedType(`(${literal(value)})`) : { enum: [value] }
}

function anyValue(imports: Imports): TypeSchema {
  return namedType(imports.use('Json'))
}

/** Returns a schema whose type has a name in the emitted code. */
export function namedType(tsType: string): TypeSchema {
  return { tsType }
}

/** Returns the parts of a schema, all of which a value must have. */
function partsOf(schema: JsonSchema, imports: Imports): readonly TypeSchema[] {
  const { $ref, type, properties, additionalProperties, patternProperties, items, prefixItems } = schema
  const component = referredName($ref)
  const name = component === null ? null : imports.useComponent(component)
  const parts = (keyword: string): readonly TypeSchema[] =>
    listOf(schema[keyword])
      .filter(describesType)
      .map((each) => typeSchema(each, imports))
  const alternatives = [parts('anyOf'), parts('oneOf')].filter((each) => each.length > 0).map(anyOf)
  const combined = [...(name === null ? [] : [namedType(name)]), ...parts('allOf'), ...alternatives]
  if (type !== undefined && (combined.length === 0 || properties !== undefined))
    return [anyOf(listOf(type).map((each) => schemaOfType(each, schema, imports))), ...combined]
  if (properties !== undefined) return [objectSchema(schema, imports), ...combined]
  if (combined.length > 0) return combined
  if ((additionalProperties ?? patternProperties) !== undefined) return [objectSchema(schema, imports)]
  return (items ?? prefixItems) === undefined ? [] : [listSchema(schema, imports)]
}

/** Returns whether a part of a schema says more than which properties are required. */
function describesType(schema: Json): boolean {
  if (!isObject(schema)) return false
  return TYPE_KEYWORDS.some((keyword) => keyword in schema)
}

const TYPE_KEYWORDS = [
  '$ref',
  'type',
  'properties',
  'enum',
  'const',
  'items',
  'prefixItems',
  'allOf',
  'anyOf',
  'oneOf',
]

/** Returns the schema of values that have one of several types. */
export function anyOf(schemas: readonly TypeSchema[]): TypeSchema {
  const [first, ...others] = schemas
  if (first === undefined) return namedType('never')
  return others.length === 0 ? first : { anyOf: [first, ...others] }
}

function schemaOfType(type: Json, schema: JsonSchema, imports: Imports): TypeSchema {
  switch (type) {
    case 'object':
      return objectSchema(schema, imports)
    case 'array':
      return listSchema(schema, imports)
    case 'integer':
    case 'number':
    case 'string':
    case 'boolean':
    case 'null':
      return { type }
    default:
      return anyValue(imports)
  }
}

function objectSchema(schema: JsonSchema, imports: Imports): TypeSchema {
  const { properties, required, patternProperties, additionalProperties } = schema
  // Properties of conditions follow the others, and do not replace them.
  const declared =
    additionalProperties === false
      ? objectOf(properties)
      : { ...objectOf(properties), ...conditionalProperties(schema), ...objectOf(properties) }
  const patterns = isObject(patternProperties) ? Object.values(patternProperties) : []
  const isOpen = Object.keys(declared).length === 0 && patterns.length === 0
  const others = [...patterns, ...[additionalProperties ?? isOpen].filter((each) => each !== false)]
  const hasUndeclared = others.length === 0 && !isOpen && additionalProperties !== false
  const undeclared = listOf(hasUndeclared ? required : undefined)
    .filter((name) => typeof name === 'string' && !Object.hasOwn(declared, name))
    .map((name) => [String(name), true] as const)
  const members = [...Object.entries(declared), ...undeclared].map(([name, schema]): NamedValue => {
    const { description = null, deprecated = false } = objectOf(schema)
    return {
      name,
      schema: { ...typeSchema(schema, imports), ...(deprecated === true ? { deprecated } : {}) },
      description: typeof description === 'string' ? description : null,
      isOptional: !listOf(required).includes(name),
    }
  })
  if (others.length === 0) return membersSchema(members)
  if (members.length === 0)
    return { type: 'object', additionalProperties: anyOf(others.map((each) => typeSchema(each, imports))) }
  // In a single object type, the index signature would have to include the types of all members. An intersection does
  // not require this.
  return { allOf: [membersSchema(members), { type: 'object', additionalProperties: anyValue(imports) }] }
}

/** Returns the properties that only objects have which meet a condition. */
function conditionalProperties({ then, else: otherwise, dependentSchemas }: JsonSchema): JsonSchema {
  const parts = [then, otherwise, ...Object.values(objectOf(dependentSchemas))].filter(isObject)
  const schemas = new Map<string, Json[]>()
  for (const part of parts) {
    for (const [name, each] of Object.entries({
      ...conditionalProperties(part),
      ...objectOf(part['properties']),
    }))
      schemas.set(name, [...(schemas.get(name) ?? []), each])
  }
  return Object.fromEntries([...schemas].map(([name, anyOf]) => [name, { anyOf }]))
}

function membersSchema(members: readonly NamedValue[]): TypeSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      members.map(({ name, schema, description }) => [
        keyOf(name),
        description === null ? schema : { ...schema, description: commentLine(description) },
      ]),
    ),
    required: members.flatMap(({ name, isOptional }) => (isOptional ? [] : [keyOf(name)])),
    additionalProperties: false,
  }
}

function listSchema({ items, prefixItems, minItems }: JsonSchema, imports: Imports): TypeSchema {
  const rest = items === false ? false : typeSchema(items ?? true, imports)
  if (!Array.isArray(prefixItems)) return { type: 'array', items: rest === false ? namedType('never') : rest }
  return {
    type: 'array',
    items: prefixItems.map((each: Json) => typeSchema(each, imports)),
    additionalItems: rest,
    ...(typeof minItems === 'number' ? { minItems } : {}),
  }
}
