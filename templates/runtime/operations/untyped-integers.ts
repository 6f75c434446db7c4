import type { CompileSchema } from '../body/compiler.js'
import { isLostInteger, lostDigits } from '../body/digits.js'
import { type FaultList, pointer } from '../errors.js'
import { type Json, type JsonObject, isObject } from '../json.js'
import { TOO_LONG_FOR_A_NUMBER } from '../values/scalars.js'

/**
 * Adds an error for each integer in JSON that has lost digits where no schema says which numbers there are. Integers have
 * been checked with their schema, and numbers can be rounded.
 * @param schema the schema of the value; undefined if none is declared
 */
export function addUntypedIntegers(
  value: unknown,
  schema: JsonObject | undefined,
  { resolve }: Pick<CompileSchema, 'resolve'>,
  faults: FaultList,
): void {
  const isNumeric = (path: readonly string[]): boolean => {
    const start = withParts([schema ?? {}], resolve)
    const found = path.reduce((schemas, name) => below(schemas, name, resolve), start)
    return [...found].some(({ type }) =>
      [type].flat().some((each) => each === 'number' || each === 'integer'),
    )
  }
  const add = (path: readonly string[], number: unknown): void => {
    const message = Number.isFinite(number) ? TOO_LONG_FOR_A_NUMBER : 'must not be a number beyond 1.8e308'
    if (!isNumeric(path)) faults.add(path.reduce(pointer, ''), message)
  }
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) add([], value)
  const visit = (part: unknown, path: readonly string[]): void => {
    if (typeof part !== 'object' || part === null) return
    const lost = lostDigits(part)
    for (const [name, each] of Object.entries(part)) {
      const isBeyond = typeof each === 'number' && !Number.isFinite(each)
      if (isBeyond || (lost.has(name) && isLostInteger(part, name))) add([...path, name], each)
      if (typeof each === 'object') visit(each, [...path, name])
    }
  }
  visit(value, [])
}

type Schemas = ReadonlySet<JsonObject>

/** Returns the schemas that apply, or can apply, to a member of the values of some schemas. */
function below(schemas: Schemas, name: string, resolve: CompileSchema['resolve']): Schemas {
  const inner = [...schemas].flatMap(({ properties, patternProperties, prefixItems, ...others }) => [
    isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined,
    isObject(patternProperties) ? Object.values(patternProperties) : undefined,
    Array.isArray(prefixItems) ? prefixItems : undefined,
    others['additionalProperties'],
    others['items'],
  ])
  return withParts(inner.flat().filter(isObject), resolve)
}

/** Returns the schemas with those that they consist of. */
function withParts(schemas: readonly JsonObject[], resolve: CompileSchema['resolve']): Schemas {
  const found = new Set<JsonObject>()
  const add = (schema: Json | undefined): void => {
    if (!isObject(schema)) return
    const resolved = resolve(schema)
    if (found.has(resolved)) return
    found.add(resolved)
    const { allOf, anyOf, oneOf, then, else: otherwise } = resolved
    for (const part of [allOf, anyOf, oneOf, then, otherwise].flat()) add(part)
  }
  for (const schema of schemas) add(schema)
  return found
}
