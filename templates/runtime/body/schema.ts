import ajvDraft04 from 'ajv-draft-04'
import type { ErrorObject, FuncKeywordDefinition, ValidateFunction } from 'ajv-draft-04'
import ajvFormats from 'ajv-formats'
import type { FaultList } from '../errors.js'
import { type Json, type JsonObject, isObject } from '../json.js'
import type { FieldType, ModelSpec } from '../model.js'
import { linearPattern } from '../values/pattern.js'

/** Appends a name or index to a JSON pointer (RFC 6901). */
export function pointer(path: string, step: string | number): string {
  return `${path}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Keywords of a schema's root that are checked elsewhere or do not constrain values. */
const CHECKED_ELSEWHERE: ReadonlySet<string> = new Set(['id', '$schema', 'required', 'default'])

/** Keywords that apply to a whole document, and not to the fields of a PATCH. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'dependencies',
  'minProperties',
  'maxProperties',
  'enum',
])

/** Field types that check the format of their values themselves. */
const HAVE_A_FORMAT: ReadonlySet<FieldType | undefined> = new Set(['date', 'datetime', 'time'])

/** Ajv requires `code`, but uses it only for standalone validators. */
const LINEAR_PATTERNS = Object.assign(linearPattern, { code: 'new RegExp' })

/** Replaces Ajv's keyword, which compares all pairs of items in quadratic time. */
const UNIQUE_ITEMS: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  error: { message: 'must not have duplicate items' },
  validate: (isUnique: boolean, items: readonly Json[]) =>
    !isUnique || new Set(items.map(sortedText)).size === items.length,
}

/** Returns the JSON of a value with sorted keys, so that equal values have equal texts. */
function sortedText(value: Json): string {
  return JSON.stringify(value, (_name, each: Json) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).sort(byName)) : each,
  )
}

function byName([a]: readonly [string, Json], [b]: readonly [string, Json]): number {
  return a < b ? -1 : 1
}

/** Validates documents against a model's JSON schema, except for required fields. */
export class SchemaCheck {
  readonly #whole: ValidateFunction
  readonly #fields: ValidateFunction

  /** @throws Error if the schema is not a valid draft 4 JSON schema */
  constructor(model: ModelSpec) {
    const ajv = new ajvDraft04.default({
      allErrors: true,
      ownProperties: true,
      strict: false,
      strictNumbers: true,
      validateSchema: false,
      multipleOfPrecision: 9,
      unicodeRegExp: false,
      code: { regExp: LINEAR_PATTERNS },
      logger: false,
    })
    ajvFormats.default(ajv)
    ajv.removeKeyword('uniqueItems').addKeyword(UNIQUE_ITEMS)
    const schema = checkedHere(model)
    const parts = Object.entries(schema).filter(([keyword]) => !OF_THE_WHOLE.has(keyword))
    this.#whole = ajv.compile(schema)
    this.#fields =
      parts.length === Object.keys(schema).length ? this.#whole : ajv.compile(Object.fromEntries(parts))
  }

  /** Adds the errors of a complete document. `path` is its JSON pointer in the body. */
  whole(document: JsonObject, path: string, faults: FaultList): void {
    addFaults(faults, this.#whole, document, path)
  }

  /** Adds the errors of single fields. */
  fields(fields: JsonObject, path: string, faults: FaultList): void {
    addFaults(faults, this.#fields, fields, path)
  }
}

function checkedHere({ schema, fields }: ModelSpec): JsonObject {
  const kept = Object.entries(schema).filter(
    ([keyword, value]) =>
      !CHECKED_ELSEWHERE.has(keyword) && !(keyword === 'additionalProperties' && typeof value === 'boolean'),
  )
  return Object.fromEntries(
    kept.map(([keyword, value]) => [
      keyword,
      keyword === 'properties' && isObject(value) ? withoutFormats(value, fields) : value,
    ]),
  )
}

function withoutFormats(properties: JsonObject, fields: ModelSpec['fields']): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]): [string, Json] => {
      if (!isObject(property) || !HAVE_A_FORMAT.has(fields[name]?.type)) return [name, property]
      return [name, Object.fromEntries(Object.entries(property).filter(([keyword]) => keyword !== 'format'))]
    }),
  )
}

function addFaults(faults: FaultList, validate: ValidateFunction, value: JsonObject, at: string): void {
  if (validate(value)) return
  for (const error of validate.errors ?? []) {
    if (faults.isFull) faults.skip(1)
    else addFault(faults, error, at + error.instancePath)
  }
}

function addFault(faults: FaultList, { keyword, params, message }: ErrorObject, at: string): void {
  switch (keyword) {
    case 'required':
      return faults.add(pointer(at, String(params['missingProperty'])), 'is required')
    case 'additionalProperties':
      return faults.add(pointer(at, String(params['additionalProperty'])), 'unknown property')
    case 'enum':
      return faults.add(at, `must be one of ${listed(params['allowedValues'])}`)
    default:
      return faults.add(
        at,
        message?.replace('must NOT', 'must not') ?? `violates the schema rule "${keyword}"`,
      )
  }
}

function listed(values: unknown): string {
  return Array.isArray(values)
    ? values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ')
    : 'the values of the schema'
}
