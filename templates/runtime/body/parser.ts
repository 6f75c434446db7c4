import type { ErrorObject, FuncKeywordDefinition, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { parse } from 'lossless-json'
import { isUtf8 } from 'node:buffer'
import { BadRequest, type Fault, FaultList, MAX_LISTED, pointer } from '../errors.js'
import type { Json, JsonObject } from '../json.js'
import { FORBIDDEN_NAMES, shownValue, type ValueSpec } from '../values/scalars.js'

/** A body parser for Fastify's `addContentTypeParser` with `parseAs: 'buffer'`. */
export type BodyParser = (
  request: unknown,
  bytes: Buffer,
  done: (error: Error | null, body?: Json) => void,
) => void

/** Remembers what JSON.parse has lost of a text. */
type Remember = (text: string, body: Json) => void

export function bodyParser(maxDepth: number, remember?: Remember): BodyParser {
  return (_request, bytes, done) => {
    try {
      // JSON requires UTF-8 (RFC 8259, 8.1). Without this check, invalid bytes would be silently replaced.
      if (!isUtf8(bytes)) throw new BadRequest('The body is not valid JSON: it is not encoded in UTF-8.')
      done(null, parseBody(bytes.toString(), maxDepth, remember))
    } catch (error) {
      done(error instanceof Error ? error : new BadRequest(String(error)))
    }
  }
}

/**
 * Parses a JSON body. Returns undefined for an empty body.
 * @param maxDepth maximum nesting depth of objects and lists
 * @throws BadRequest if the body is not JSON (with line and column), is nested too deeply, or has a forbidden key
 */
export function parseBody(text: string, maxDepth: number, remember?: Remember): Json | undefined {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (source.trim() === '') return undefined
  const body = parseJson(source)
  checkNames(body, maxDepth)
  remember?.(source, body)
  return body
}

/** Checks the names and the nesting depth of the objects in a body. @throws BadRequest */
export function checkNames(body: Json, maxDepth: number): void {
  const faults = new FaultList()
  addFaults(faults, body, '', maxDepth)
  faults.throwIfAny()
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadRequest(`The body is not valid JSON: ${syntaxError(text)}.`)
  }
}

/** Maximum length of the parser's message, because it quotes invalid text, which can be as long as the body. */
const MAX_MESSAGE_LENGTH = 200

/**
 * Describes a syntax error and its position. JSON.parse reports the position only for some errors, and in a form that
 * depends on the Node version.
 */
function syntaxError(text: string): string {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return withLocation(text, error.message)
  }
  return 'syntax error'
}

function withLocation(text: string, message: string): string {
  const [, what = message, position] = /^(.*) at position (\d+)$/s.exec(message) ?? []
  if (position === undefined) return message.slice(0, MAX_MESSAGE_LENGTH)
  const lines = text.slice(0, Number(position)).split('\n')
  return `${what.slice(0, MAX_MESSAGE_LENGTH)} at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}

function addFaults(faults: FaultList, value: Json, path: string, depthLeft: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depthLeft === 0) return faults.add(path, 'is nested too deeply')
  for (const [name, each] of Object.entries(value)) {
    if (FORBIDDEN_NAMES.has(name)) faults.add(pointer(path, name), `"${name}" is not allowed as a name`)
    else if (typeof each === 'object') addFaults(faults, each, pointer(path, name), depthLeft - 1)
  }
}

/** Keywords that apply to each field in a PATCH. The others apply to a whole document. */
const FIELD_KEYWORDS = [
  '$defs',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
]

/** A keyword of JSON schemas that Ajv does not have, or replaces the one that it has. */
export interface SchemaKeyword extends FuncKeywordDefinition {
  /** Compiles patterns, also those of other keywords. */
  readonly engine?: ((pattern: string) => Pick<RegExp, 'test'>) & { readonly code: string }
  /** Returns a validator that forgets after each run what the keyword has remembered. */
  readonly withRuns?: (validate: ValidateFunction) => ValidateFunction
}

/**
 * Adds the errors for the numbers in a value that have lost digits, and returns whether the value can be read.
 * @param within the object in the body that has the value
 * @param spec undefined if any JSON is valid
 */
export type ExactNumbers = (
  within: { readonly document: unknown; readonly path: string; readonly faults: FaultList },
  name: string,
  value: Json,
  spec?: ValueSpec,
) => boolean

declare module '../model.js' {
  interface ModelSpec {
    /** The keywords in the schemas that are compiled in another way than by Ajv. Undefined if there are none. */
    readonly keywords?: readonly SchemaKeyword[]
    /** Rejects numbers that have lost digits. Undefined if no field can contain numbers for which that matters. */
    readonly exactNumbers?: ExactNumbers
    /** What bodies must satisfy besides their fields: a JSON schema (2020-12). */
    readonly schema?: JsonObject
  }
  interface FieldSpec {
    /** What values in bodies must satisfy besides their type: a JSON schema (2020-12). */
    readonly schema?: JsonObject
  }
  interface RelationSpec {
    readonly schema?: JsonObject
  }
}

/** Returns a compiler of JSON schemas (2020-12). */
export function schemaValidator(keywords: readonly SchemaKeyword[]): Ajv2020 {
  const [regExp] = keywords.flatMap(({ engine = [] }) => engine)
  const ajv = new Ajv2020({
    allErrors: true,
    ownProperties: true,
    strict: false,
    strictNumbers: true,
    validateSchema: false,
    multipleOfPrecision: 9,
    code: { process: corrections, ...(regExp && { regExp }) },
    logger: false,
  })
  ajvFormats.default(ajv)
  // `\S+(?::\S*)?@`, which is `\S+@`, takes quadratic time.
  const { url } = ajv.formats
  if (url instanceof RegExp) ajv.addFormat('url', new RegExp(url.source.replace(':\\S*', ''), 'iu'))
  for (const each of keywords) ajv.removeKeyword(String(each.keyword)).addKeyword(each)
  return ajv
}

/**
 * Makes a validator add errors to its list, which Ajv would copy for each invalid part, and keep only the first 1,000. The
 * properties that alternatives evaluate can be undefined where Ajv adds others to them. Names in quotes are no code.
 */
function corrections(validator: string): string {
  const add = 'vErrors.push(vErrors[999] ?? '
  const code = /("(?:[^"\\]|\\.)*")|vErrors\.push\(|vErrors\.concat\((.+?)\)|\b(props\d+)(?=\[\w+\] = true)/g
  return validator.replaceAll(code, (_, name?: string, list?: string, props?: string) => {
    if (list !== undefined) return `(${list}.forEach((each) => ${add}each)), vErrors)`
    return props === undefined ? (name ?? add) : `(${props} ??= {})`
  })
}

/** Returns the validator of a schema. */
export function compiled(ajv: Ajv2020, keywords: readonly SchemaKeyword[], of: JsonObject): ValidateFunction {
  return keywords.reduce((validate, { withRuns }) => withRuns?.(validate) ?? validate, ajv.compile(of))
}

/** The validators of complete documents of a model, and of some fields of a document. */
export interface SchemaValidators {
  readonly whole: ValidateFunction
  readonly fields: ValidateFunction
}

/** @throws Error if the schema is not a valid JSON schema */
export function schemaValidators(
  schema: JsonObject,
  keywords: readonly SchemaKeyword[] = [],
): SchemaValidators {
  const compile = (part: JsonObject): ValidateFunction => compiled(schemaValidator(keywords), keywords, part)
  const parts = Object.entries(schema).filter(([keyword]) => FIELD_KEYWORDS.includes(keyword))
  const whole = compile(schema)
  const isWhole = parts.length === Object.keys(schema).length
  return { whole, fields: isWhole ? whole : compile(Object.fromEntries(parts)) }
}

/**
 * Adds the errors in a value.
 * @param validate undefined if there is nothing to validate
 * @param at a JSON pointer to the value in the body
 * @param select returns the errors to add
 */
export function addSchemaFaults(
  faults: FaultList,
  validate: ValidateFunction | undefined,
  value: unknown,
  at: string,
  select: typeof withoutConditions = (errors) => errors,
): void {
  if (validate === undefined || validate(value)) return
  const errors = withoutConditions(select(validate.errors ?? []))
  for (const error of errors.slice(0, MAX_LISTED)) {
    const { path, message } = faultOf(error)
    faults.add(at + error.instancePath + path, message)
  }
  faults.addUnlisted(Math.max(0, errors.length - MAX_LISTED))
}

/** Returns errors without those that say that one of `then`, `else` and an alternative of null has errors, which are listed. */
export function withoutConditions(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const isNull = (at: number): boolean =>
    errors[at]?.params['type'] === 'null' && errors[at].schemaPath === `${errors[at + 1]?.schemaPath}/1/type`
  const others = errors.filter(({ keyword }, at) => keyword !== 'if' && !isNull(at) && !isNull(at - 1))
  return others.length === 0 ? errors : others
}

/** Returns an error, with the path from the value that it concerns. */
export function faultOf({ keyword, params, message }: ErrorObject): Fault {
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return { path: pointer('', String(params['missingProperty'])), message: 'is required' }
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return { path: pointer('', String(Object.values(params)[0])), message: 'unknown property' }
    case 'enum':
      return { path: '', message: `must be one of ${params['allowedValues'].map(shownValue).join(', ')}` }
    case 'const':
      return { path: '', message: `must be ${shownValue(params['allowedValue'])}` }
    default:
      return { path: '', message: corrected(message ?? `violates the schema rule "${keyword}"`) }
  }
}

/**
 * Returns Ajv's message with a lowercase "not", and with the singular after 1: `must not have fewer than 1 character`.
 */
function corrected(message: string): string {
  return message
    .replace('must NOT', 'must not')
    .replace(/ 1 (character|item)s$/, ' 1 $1')
    .replace(/ 1 properties$/, ' 1 property')
}
