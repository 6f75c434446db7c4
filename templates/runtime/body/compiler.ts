import type { ErrorObject, ValidateFunction } from 'ajv'
import { type Fault, MAX_LISTED } from '../errors.js'
import type { Json, JsonObject } from '../json.js'
import { linearEnum } from './enums.js'
import { compiled, faultOf, type SchemaKeyword, schemaValidator, withoutConditions } from './parser.js'
import { linearPatterns } from './patterns.js'
import { linearUniqueItems } from './unique-items.js'

/** Compiles JSON schemas. */
export interface CompileSchema {
  (schema: JsonObject): ValidateFunction
  /** Returns the target of a schema that is a reference, or else the schema itself. */
  resolve(schema: JsonObject): JsonObject
}

/**
 * Returns a function that compiles JSON schemas (2020-12), each only once.
 * @param shared the schemas to which `#/$defs/Name` refers, by name
 * @param repeated compiles `repeated`; undefined if no schema contains it
 * @param formats further formats by name: functions that return whether a string is valid
 */
export function schemaCompiler(
  shared: Readonly<Record<string, JsonObject>> = {},
  formats: Readonly<Record<string, (text: string) => boolean>> = {},
  repeated?: SchemaKeyword,
): CompileSchema {
  const keywords = [linearPatterns, linearUniqueItems, linearEnum, ...(repeated ? [repeated] : [])]
  const ajv = schemaValidator(keywords)
  // Ajv itself checks `type`, and calls the keyword in addition.
  ajv.removeKeyword('type').addKeyword({
    keyword: 'type',
    type: 'number',
    compile: (types: Json, { format }) => {
      const isExact = format === 'int64' || isIntegerOnly([types].flat())
      return (value: number) => !isExact || !isRounded(value)
    },
    error: { message: 'must be an integer between -9007199254740991 and 9007199254740991' },
  })
  for (const [name, isValid] of Object.entries(formats)) ajv.addFormat(name, isValid)
  for (const [name, schema] of Object.entries(shared)) ajv.addSchema(schema, reference(name))
  const byReference = new Map(Object.entries(shared).map(([name, schema]) => [reference(name), schema]))
  // Ajv keeps a validator for each object, so that a new object for each request would fill the memory.
  const resolved = new WeakMap<JsonObject, JsonObject>()
  const compile = (schema: JsonObject): ValidateFunction => compiled(ajv, keywords, schema)
  return Object.assign(compile, {
    resolve: (schema: JsonObject): JsonObject => {
      const known = resolved.get(schema)
      if (known !== undefined) return known
      let found = schema
      for (let hops = 0; hops < MAX_HOPS; hops += 1) {
        const { $ref, repeated: again, ...beside } = found
        const target = byReference.get(String($ref ?? again))
        if (target === undefined) break
        found = { ...target, ...beside }
      }
      resolved.set(schema, found)
      return found
    },
  })
}

/** Returns whether a number is an integer so large that it has possibly been rounded when it was parsed. */
function isRounded(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value)
}

function isIntegerOnly(types: readonly Json[]): boolean {
  return types.includes('integer') && !types.includes('number')
}

const MAX_HOPS = 16

/** Returns a reference to a shared schema (RFC 6901). */
function reference(name: string): string {
  return `#/$defs/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Returns the errors of a validator. Each path begins at the validated value. */
export function faultsOf(errors: readonly ErrorObject[]): readonly Fault[] {
  // Texts of all errors would take long, because each can list all values of its schema.
  return withoutConditions(errors)
    .slice(0, MAX_LISTED)
    .map((error) => {
      const { path, message } = faultOf(error)
      return { path: error.instancePath + path, message }
    })
}
