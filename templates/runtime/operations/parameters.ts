import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify'
import type { ValidateFunction } from 'ajv'
import { type CompileSchema, faultsOf, schemaCompiler } from '../body/compiler.js'
import { addedToQuery } from '../events/event.js'
import { parseBody, type SchemaRepetition } from '../body/parser.js'
import { BadRequest } from '../errors.js'
import { type Json, type JsonObject, isObject } from '../json.js'
import { Faults, type QueryParameters } from '../query/parameters.js'
import type { ParameterStyle, ParameterLocation } from '../spec/parameters.js'
import { characterFault, didYouMean, FORBIDDEN_NAMES } from '../values/scalars.js'
import {
  decodeText,
  isPartOf,
  itemsOf,
  propertiesOf,
  type TextProperties,
  type WrittenValues,
  type Writing,
  writtenQuery,
} from './styles.js'

/** A declared parameter: in the path, the query, a header, a cookie or a form. */
export interface ParameterSpec {
  /** The JSON schema of its values. `http-date` is the format of dates, `binary` that of files in a form. */
  readonly schema: JsonObject
  readonly required?: boolean
  /** By default `form` in the query, cookies and forms, and `simple` elsewhere. */
  readonly style?: ParameterStyle
  /** By default true for `form` and false for all other styles. */
  readonly explode?: boolean
  /** Whether the value is JSON text. */
  readonly isJson?: boolean
  /** The name of a path parameter in the route, if it differs, because not every name is allowed there. */
  readonly segment?: string
  /** Whether an empty value is accepted, whatever the schema says. */
  readonly allowEmpty?: boolean
}

/** Declared parameters, keyed by name. */
export type ParameterSpecs = Readonly<Record<string, ParameterSpec>>

/** A value of a declared parameter: converted as its schema says, a date, or a file. */
export type ParameterValue = Json | Date | object

/** The values of declared parameters, keyed by name. Omitted parameters are absent. */
export type ParameterValues = Record<string, ParameterValue>

/** The given values, keyed by name: text as written, or files. */
export type GivenParameters = ReadonlyMap<string, readonly (string | object)[]>

/**
 * Reports an error. The message follows the name of the parameter: `must be integer`. `path` is a JSON pointer from the
 * value of the parameter to the part that is invalid.
 */
export type ReportFault = (name: string, message: string, path?: string) => void

/**
 * Validates the declared parameters in a request's query, adds their values to the query that handlers receive, and
 * returns the query-language parameters with defaults.
 * @throws BadRequest
 */
export type DeclaredReader = (request: FastifyRequest) => QueryParameters

/**
 * Reads the given values for declared parameters and reports all errors. Other names are ignored; see {@link
 * reportUndeclared}.
 * @returns the values that are valid, converted to their types, with defaults
 */
export type ParameterReader = (given: GivenParameters, report: ReportFault) => ParameterValues

/** Returns the reader for declared parameters, which compiles their schemas once. */
export function parameterReader(
  specs: ParameterSpecs,
  location: ParameterLocation,
  compile: ParameterCompiler,
): ParameterReader {
  const readers = Object.entries(specs).map(
    ([name, spec]) => [name, readerOf(name, spec, location, compile, specs)] as const,
  )
  return (given, report) => {
    const values: [string, ParameterValue][] = []
    for (const [name, read] of readers) {
      const value = read(given, report)
      if (value !== undefined) values.push([name, value])
    }
    return Object.fromEntries(values)
  }
}

/** Reports the given names that are not declared. */
export function reportUndeclared(
  specs: ParameterSpecs,
  given: GivenParameters,
  { resolve }: Pick<CompileSchema, 'resolve'>,
  report: ReportFault,
): void {
  const partsOf = ({ schema }: ParameterSpec): ((name: string) => boolean) => {
    const resolved = resolve(schema)
    const names = namesIn(resolved, resolve, specs)
    return (name) => kindsOf(resolved, resolve).has('object') && names(name)
  }
  for (const name of given.keys()) {
    if (Object.hasOwn(specs, name)) continue
    const isPart = Object.entries(specs).some(([owner, spec]) =>
      isPartOf(owner, name, writingOf(spec, 'query'), partsOf(spec)),
    )
    if (!isPart) report(name, `unknown parameter${didYouMean(name, Object.keys(specs))}`)
  }
}

/** Returns the values in a query by name, without the parameters that hooks have removed unless they are declared. */
export function givenInQuery(
  { raw: { url = '' }, query }: FastifyRequest,
  declared: ParameterSpecs = {},
): GivenParameters {
  const left: object = { ...declared, ...Object(query) }
  const at = url.indexOf('?')
  const written = at < 0 ? [] : [...writtenQuery(url.slice(at + 1))]
  return new Map(written.filter(([name]) => Object.hasOwn(left, name)))
}

function writingOf({ style, explode }: ParameterSpec, location: ParameterLocation): Writing {
  const written = style ?? (location === 'path' || location === 'header' ? 'simple' : 'form')
  const isEncoded = location === 'path' || location === 'query'
  return { style: written, explode: explode ?? written === 'form', isEncoded }
}

type Reader = (given: GivenParameters, report: ReportFault) => ParameterValue | undefined

function readerOf(
  name: string,
  spec: ParameterSpec,
  location: ParameterLocation,
  compile: ParameterCompiler,
  specs: ParameterSpecs,
): Reader {
  const { schema, required = false, isJson = false, allowEmpty = false } = spec
  const convert = new Conversion(compile)
  const validate = compile(schema)
  const resolved = compile.resolve(schema)
  const fallback = resolved['default']
  const writing = writingOf(spec, location)
  const kinds = kindsOf(resolved, compile.resolve)
  const names = namesIn(resolved, compile.resolve, specs)
  const read = isJson ? jsonReader(writing, compile) : textReader(kinds, names, writing)
  // Of a list or a single value, the value comes first: `a,b` can be either.
  const single =
    !isJson && kinds.has('array') && kinds.has('scalar') && !kinds.has('object')
      ? textReader(new Set(['scalar']), names, writing)
      : undefined
  return (given, report) => {
    if (allowEmpty && given.get(name)?.join() === '') return ''
    const alone = single?.(name, given, () => undefined)
    if (alone !== undefined && alone !== REPORTED) {
      const value = convert.value(alone, schema)
      if (isValid(name, value, validate, () => undefined)) return convert.revived(value, schema)
    }
    const found = read(name, given, report)
    if (found === REPORTED) return undefined
    if (found === undefined) {
      if (fallback !== undefined) return convert.revived(structuredClone(fallback), schema)
      if (required) report(name, 'is required')
      return undefined
    }
    if (compile.keepsDigits === true && typeof found === 'string' && isLarge(found, resolved)) {
      const nearest = found.startsWith('-') ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER
      return isValid(name, nearest, validate, report) ? found : undefined
    }
    const value = isJson ? found : convert.value(found, schema)
    const misfit = location === 'form' ? fileFault(value, resolved) : undefined
    if (misfit !== undefined) {
      report(name, misfit)
      return undefined
    }
    return isValid(name, value, validate, report) ? convert.revived(value, schema) : undefined
  }
}

/** Returns whether a text is an integer that a double might round, and its schema allows integers. */
function isLarge(text: string, schema: JsonObject): boolean {
  return typesOf(schema).includes('integer') && /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text))
}

/** The format of dates in RFC 2616, 3.3.1, or ISO 8601, which become `Date` objects. */
const HTTP_DATE = 'http-date'

/** Compiles the schemas of parameters and bodies. */
export interface ParameterCompiler extends CompileSchema {
  /** Maximum nesting depth of JSON in a parameter. */
  readonly maxJsonDepth: number
  /** Whether an integer that a double cannot represent is read as its digits instead of being an error, unless it is in a list. */
  readonly keepsDigits?: true
}

/**
 * Returns a function that compiles the schemas of parameters and bodies.
 * @param shared the schemas to which `#/$defs/Name` refers, by name
 * @param repeated compiles `repeated`; undefined if no schema contains it
 */
export function parameterCompiler(
  { maxJsonDepth }: Pick<ParameterCompiler, 'maxJsonDepth'>,
  shared: Readonly<Record<string, JsonObject>> = {},
  repeated?: SchemaRepetition,
): ParameterCompiler {
  const compile = schemaCompiler(shared, { [HTTP_DATE]: (text) => dateOf(text) !== undefined }, repeated)
  return Object.assign(compile, { maxJsonDepth })
}

/** What an invalid value that has been reported is read as. */
const REPORTED = Symbol('reported')

type Written = ParameterValue | readonly (string | object)[] | TextProperties

/** Returns the function that reads a parameter's text: a string, a list or an object. */
function textReader(
  kinds: Kinds,
  properties: (name: string) => boolean,
  writing: Writing,
): (name: string, given: GivenParameters, report: ReportFault) => Written | undefined | typeof REPORTED {
  const decode = writing.isEncoded ? decodeText : (text: string): string => text
  return (name, given, report) => {
    const prefix = prefixOf(name, writing, kinds)
    if (given.get(name)?.some((value) => typeof value === 'string' && !value.startsWith(prefix)) === true) {
      report(name, `must begin with "${prefix}"`)
      return REPORTED
    }
    if (kinds.has('object')) {
      const found = propertiesOf(name, textsIn(given), writing, properties)
      const forbidden = Object.keys(found ?? {}).find((property) => FORBIDDEN_NAMES.has(property))
      if (forbidden !== undefined) {
        report(name, `"${forbidden}" is not allowed as a name`)
        return REPORTED
      }
      if (found !== undefined || kinds.size === 1) return found
    }
    const values = given.get(name)
    if (values === undefined) return undefined
    const files = values.filter((value) => typeof value !== 'string')
    const isList = kinds.has('array')
    if (isList && (values.length === 1 || writing.explode || !writing.isEncoded))
      return files.length > 0 ? values : itemsOf(name, textsIn(given), writing)
    const [value] = values
    if (values.length > 1) {
      report(name, 'must not be repeated')
      return REPORTED
    }
    return typeof value === 'string' ? decode(unwrapped(name, value, writing)) : value
  }
}

/** Returns the text of a single value without the prefix of its style. */
function unwrapped(name: string, text: string, { style }: Writing): string {
  if (style === 'label') return text.replace(/^\./, '')
  return style === 'matrix' ? text.slice(name.length + 1).replace(/^=/, '') : text
}

/** Returns the text with which each value of a style begins (RFC 6570, 3.2.5 and 3.2.7). */
function prefixOf(name: string, { style, explode }: Writing, kinds: Kinds): string {
  if (style === 'label') return '.'
  if (style !== 'matrix') return ''
  return kinds.has('object') && explode ? ';' : `;${name}`
}

function textsIn(given: GivenParameters): WrittenValues {
  return new Map(
    [...given].map(([name, values]) => [name, values.filter((value) => typeof value === 'string')]),
  )
}

/** Returns the function that reads a parameter that is JSON, with the same limits as a body. */
function jsonReader(
  { isEncoded }: Writing,
  { maxJsonDepth }: ParameterCompiler,
): (name: string, given: GivenParameters, report: ReportFault) => Json | undefined | typeof REPORTED {
  return (name, given, report) => {
    const [text] = given.get(name) ?? []
    if (typeof text !== 'string') return undefined
    try {
      const value = parseBody(isEncoded ? decodeText(text) : text, maxJsonDepth)
      if (value !== undefined) return value
      report(name, 'must be JSON')
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error
      if (error.errors.length === 0) report(name, 'must be JSON')
      for (const { path, message } of error.errors) report(name, message, path)
    }
    return REPORTED
  }
}

function isValid(name: string, value: Written, validate: ValidateFunction, report: ReportFault): boolean {
  const text = typeof value === 'string' ? characterFault(value) : undefined
  if (text !== undefined) report(name, text)
  if (text !== undefined) return false
  if (validate(withoutFiles(value))) return true
  const faults = faultsOf(validate.errors ?? [])
  const own = faults.filter(({ path }) => path === '').map(({ message }) => message)
  const alternatives = new Set(own.filter((message) => !message.startsWith('must match a schema in')))
  if (alternatives.size < own.length) report(name, [...alternatives].map(described).join(' or '))
  else for (const { path, message } of faults) report(name, described(message), path.replace(ITEM, ''))
  return false
}

/** Matches the path of an item of a list, which has no name in a request. */
const ITEM = /^\/\d+$/

function described(message: string): string {
  return message === `must match format "${HTTP_DATE}"`
    ? 'must be a date such as 2015-05-23, 2015-05-23T07:16:33Z or Sat, 23 May 2015 07:16:33 GMT'
    : message
}

/** Returns the error of a file in place of text, or of text in place of a file. */
function fileFault(value: unknown, { type, format, items }: JsonObject): string | undefined {
  if (Array.isArray(value)) {
    const schema = isObject(items) ? items : {}
    return value.map((each) => fileFault(each, schema)).find((fault) => fault !== undefined)
  }
  if (format === 'binary') return isFile(value) ? undefined : 'must be a file'
  return isFile(value) && type !== undefined ? 'must be text, not a file' : undefined
}

/** Replaces files by empty text, which their schema describes. */
function withoutFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFiles)
  return isFile(value) ? '' : value
}

function isFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'stream' in value
}

/**
 * Returns whether a name is that of a property of an object, which is a parameter itself in an exploded form. An object
 * of any properties has those that are no other declared parameters.
 */
function namesIn(
  schema: JsonObject,
  resolve: CompileSchema['resolve'],
  specs: ParameterSpecs,
): (name: string) => boolean {
  const names = new Set<string>()
  let isOpen = false
  const add = (part: JsonObject, depth: number): boolean => {
    const { properties, patternProperties, additionalProperties, type } = part
    for (const name of isObject(properties) ? Object.keys(properties) : []) names.add(name)
    if (patternProperties !== undefined || (additionalProperties ?? false) !== false) isOpen = true
    const inner = depth > MAX_DEPTH ? [] : alternativesOf(part)
    const isDescribed = inner.map((each) => add(resolve(each), depth + 1)).includes(true)
    return isDescribed || properties !== undefined || additionalProperties === false || type !== 'object'
  }
  if (!add(schema, 0)) isOpen = true
  return (name) => names.has(name) || (isOpen && !Object.hasOwn(specs, name))
}

type Kinds = ReadonlySet<'array' | 'object' | 'scalar'>

/** Returns which of `array` and `object` a schema allows, and `scalar` if it allows other values. */
function kindsOf(schema: JsonObject, resolve: CompileSchema['resolve'], depth = 0): Kinds {
  if (depth > MAX_DEPTH) return new Set(['scalar'])
  const parts = alternativesOf(schema).map((part) => kindsOf(resolve(part), resolve, depth + 1))
  if (parts.length > 0) return new Set(parts.flatMap((part) => [...part]))
  return new Set(typesOf(schema).map((type) => (type === 'array' || type === 'object' ? type : 'scalar')))
}

const MAX_DEPTH = 8

function alternativesOf({ anyOf, oneOf, allOf }: JsonObject): readonly JsonObject[] {
  return [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []))
}

function typesOf({ type, properties, items, enum: choices, const: constant }: JsonObject): readonly Json[] {
  if (type !== undefined) return Array.isArray(type) ? type : [type]
  if (properties !== undefined) return ['object']
  if (items !== undefined) return ['array']
  const values: readonly Json[] =
    constant === undefined ? (Array.isArray(choices) ? choices : []) : [constant]
  return values.length === 0 ? ['string'] : values.map((value) => (value === null ? 'null' : typeof value))
}

const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i

/** Converts text to the types in schemas. */
export class Conversion {
  readonly #compile: CompileSchema

  constructor(compile: CompileSchema) {
    this.#compile = compile
  }

  /** Returns text, a list or an object with values of the types that the schema describes, as far as it is valid. */
  value(written: Written, schema: JsonObject, depth = 0): Written {
    const resolved = this.#compile.resolve(schema)
    const alternatives = depth > MAX_DEPTH ? [] : alternativesOf(resolved)
    if (alternatives.length > 0) {
      const values = alternatives.map((each) => this.value(written, each, depth + 1))
      const validate = this.#compile(resolved)
      return values.find((value) => validate(withoutFiles(value))) ?? values[0] ?? written
    }
    if (typeof written === 'string') return scalar(written, typesOf(resolved))
    const { items = {}, properties = {}, additionalProperties = {} } = resolved
    if (Array.isArray(written))
      return written.map((each: Written) => this.value(each, isObject(items) ? items : {}))
    if (isFile(written) || typeof written !== 'object' || written === null) return written
    return Object.fromEntries(
      Object.entries(written).map(([name, each]: [string, Written]) => {
        const declared =
          isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
        const inner = this.#compile.resolve(isObject(declared) ? declared : {})
        const [type] = typesOf(inner)
        return [name, this.value(typeof each === 'string' && type === 'array' ? [each] : each, inner)]
      }),
    )
  }

  /** Returns a value whose dates, which have the format `http-date`, are `Date` objects. */
  revived(value: Written, schema: JsonObject, depth = 0): ParameterValue {
    const { format, items, anyOf } = this.#compile.resolve(schema)
    if (typeof value === 'string' && format === HTTP_DATE) return dateOf(value) ?? value
    if (typeof value === 'string' && Array.isArray(anyOf) && depth < MAX_DEPTH) {
      const revived = anyOf.filter(isObject).map((each) => this.revived(value, each, depth + 1))
      return revived.find((each) => each !== value) ?? value
    }
    if (Array.isArray(value) && isObject(items))
      return value.map((each: Written) => this.revived(each, items))
    return value
  }
}

function scalar(text: string, types: readonly Json[]): Json {
  for (const type of types) {
    if (type === 'integer' && NUMBER.test(text) && Number.isSafeInteger(Number(text))) return Number(text)
    if (type === 'number' && NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text)
    if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
    if (type === 'null' && (text === '' || text === 'null')) return null
    if (type === 'string') return text
  }
  return text
}

const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(Z|[-+]\d\d:?\d\d)?)?$/i

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The three forms of a date in RFC 2616, 3.3.1. */
const HTTP_DATES = [
  /^\w{3}, (?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^\w{6,9}, (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^\w{3} (?<month>\w{3}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
]

/**
 * Returns the date in a string in ISO 8601 (in UTC if it has no offset) or RFC 2616 format, or undefined for anything
 * else, such as February 30.
 */
function dateOf(text: string): Date | undefined {
  const [iso, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', rest = '', zone] =
    ISO_DATE.exec(text) ?? []
  if (iso !== undefined)
    return moment(`${year}-${month}-${day}`, `${hour}:${minute}:${second}${rest.slice(0, 4)}`, offset(zone))
  for (const form of HTTP_DATES) {
    const { groups } = form.exec(text) ?? {}
    if (groups === undefined) continue
    const number = MONTHS.indexOf((groups['month'] ?? '').toLowerCase()) + 1
    const given = groups['year'] ?? ''
    const full = given.length === 4 ? given : `${Number(given) < 70 ? '20' : '19'}${given}`
    const date = `${full}-${String(number).padStart(2, '0')}-${(groups['day'] ?? '').trim().padStart(2, '0')}`
    return moment(date, groups['time'] ?? '', 'Z')
  }
  return undefined
}

function offset(zone = 'Z'): string {
  return zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
}

function moment(date: string, time: string, zone: string): Date | undefined {
  const day = new Date(`${date}T00:00:00Z`)
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
  const parsed = new Date(`${date}T${time}${zone}`)
  return isDay && !Number.isNaN(parsed.getTime()) ? parsed : undefined
}

/** The query parameters declared for a route. */
export interface DeclaredQuery {
  /** Filters and other query-language parameters. */
  readonly filters?: ParameterSpecs
  /** Parameters that only handlers use, in `event.view.query`. */
  readonly others?: ParameterSpecs
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly query?: DeclaredQuery
  }
}

/**
 * Validates declared query parameters and sets their defaults, on routes registered after this call. Call it after
 * `rejectParameters`, because the last hook added runs first. Returns the readers of GET requests, keyed by path, to
 * which each of these routes adds its own.
 */
export function declaredParameters(
  app: FastifyInstance,
  compile: ParameterCompiler,
): ReadonlyMap<string, DeclaredReader> {
  const readers = new Map<string, DeclaredReader>()
  app.addHook('onRoute', (route) => {
    const query = route.config?.query
    if (query === undefined) return
    const read = declaredReader(query, compile)
    const preHandler: preHandlerHookHandler = (request, _reply, done) => {
      request.query = read(request)
      done()
    }
    route.preHandler = [preHandler, ...[route.preHandler ?? []].flat()]
    if (route.method === 'GET') readers.set(route.url, read)
  })
  return readers
}

function declaredReader(
  { filters = {}, others = {} }: DeclaredQuery,
  compile: ParameterCompiler,
): DeclaredReader {
  const readFilters = parameterReader(filters, 'query', compile)
  const readOthers = parameterReader(others, 'query', compile)
  const defaultsFor = defaultsOf(filters)
  return (request) => {
    const faults = new Faults()
    const report = (name: string, message: string, path = ''): void => faults.add(name + path, message)
    const query: QueryParameters = Object(request.query)
    const given = givenIn(query)
    readFilters(given, report)
    addedToQuery.set(request, readOthers(given, report))
    faults.throwIfAny()
    const left = Object.entries(query).filter(([name]) => !Object.hasOwn(others, name))
    return { ...defaultsFor(query), ...Object.fromEntries(left) }
  }
}

/** Returns the values of a parsed query, which are decoded. A tunneled request has no other form. */
function givenIn(query: QueryParameters): GivenParameters {
  return new Map(
    Object.entries(query).map(([name, value]) => [name, [value ?? []].flat().map(encodeURIComponent)]),
  )
}

/** Parameters that set the start of a page. A query can contain only one of them. */
const STARTS = ['_after', '_start', '_page']

/**
 * Returns a function that returns the default values for a query, as strings keyed by parameter name. A default page
 * start applies only if the query has no start.
 */
function defaultsOf(
  specs: ParameterSpecs,
): (given: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>> {
  const defaults = Object.entries(specs).flatMap(([name, spec]): [string, string][] => {
    const value = spec.schema['default']
    return value === undefined ? [] : [[name, String(value)]]
  })
  const start = STARTS.find((name) => defaults.some(([other]) => other === name))
  const all = Object.fromEntries(defaults.filter(([name]) => name === start || !STARTS.includes(name)))
  const others = Object.fromEntries(defaults.filter(([name]) => !STARTS.includes(name)))
  return (given) => (STARTS.some((name) => Object.hasOwn(given, name)) ? others : all)
}
