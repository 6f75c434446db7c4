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
  const places = new Places(resolve)
  let start: Place | undefined
  const isNumeric = (path: readonly string[]): boolean => {
    start ??= places.at([schema ?? {}])
    return path.reduce((place, name) => places.member(place, name), start).isNumeric
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

/** The schemas that apply, or can apply, to a value. */
interface Place {
  readonly schemas: readonly JsonObject[]
  readonly isNumeric: boolean
  /** The names of members that some schemas declare. */
  readonly names: ReadonlySet<string>
  /** The places of these members, and of all others. */
  readonly members: Map<string | null, Place>
}

/** The places in values. Each set of schemas has one, however many values there are. */
class Places {
  readonly #resolve: CompileSchema['resolve']
  readonly #places = new Map<string, Place>()
  readonly #numbers = new Map<JsonObject, number>()

  constructor(resolve: CompileSchema['resolve']) {
    this.#resolve = resolve
  }

  at(given: readonly JsonObject[]): Place {
    const schemas = [...withParts(given, this.#resolve)]
    const numbers = schemas.map((each) => {
      const number = this.#numbers.get(each) ?? this.#numbers.size
      this.#numbers.set(each, number)
      return number
    })
    const key = numbers.toSorted((a, b) => a - b).join()
    const place = this.#places.get(key) ?? {
      schemas,
      isNumeric: schemas.some(({ type }) =>
        [type].flat().some((each) => each === 'number' || each === 'integer'),
      ),
      names: new Set(schemas.flatMap(({ properties }) => Object.keys(Object(properties)))),
      members: new Map(),
    }
    this.#places.set(key, place)
    return place
  }

  member({ schemas, names, members }: Place, name: string): Place {
    const key = names.has(name) ? name : null
    const place = members.get(key) ?? this.at(below(schemas, key))
    members.set(key, place)
    return place
  }
}

/**
 * Returns the schemas that apply, or can apply, to a member of the values of some schemas.
 * @param name null for a member whose name none of them declares
 */
function below(schemas: readonly JsonObject[], name: string | null): readonly JsonObject[] {
  const inner = schemas.flatMap(({ properties, patternProperties, prefixItems, ...others }) => [
    name !== null && isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined,
    isObject(patternProperties) ? Object.values(patternProperties) : undefined,
    Array.isArray(prefixItems) ? prefixItems : undefined,
    others['additionalProperties'],
    others['items'],
  ])
  return inner.flat().filter(isObject)
}

/** Returns the schemas with those that they consist of. */
function withParts(schemas: readonly JsonObject[], resolve: CompileSchema['resolve']): Set<JsonObject> {
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
