import type { FastifyInstance, preHandlerHookHandler } from 'fastify'
import { addToQuery } from '../events/event.js'
import { Faults, type QueryParameters } from '../query/parameters.js'
import { linearPattern } from '../values/schema-pattern.js'
import { characterFault, counted, didYouMean } from '../values/scalars.js'
import { type DeclaredReader, keepDeclaredReader } from './polymorphic.js'

/** A parameter declared in the RAML file: in the path, the query, a header or a form. */
export interface ParameterSpec {
  /** `file` is valid only in forms. */
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'file'
  readonly required?: boolean
  /** Whether the parameter can be repeated. If so, its value is a list. */
  readonly repeat?: boolean
  /** The value of an omitted parameter, as text. */
  readonly default?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/**
 * Declared parameters, keyed by name. A parameter with several types has a list of specs, and its value must match one
 * of them.
 */
export type ParameterSpecs = Readonly<Record<string, ParameterSpec | readonly ParameterSpec[]>>

/** A value of a declared parameter: text converted to the parameter's type, or a file. */
export type ParameterValue = string | number | boolean | Date | object

/**
 * The values of declared parameters, keyed by name. The value is a list if the parameter can be repeated. Omitted
 * parameters are absent.
 */
export type ParameterValues = Record<string, ParameterValue | readonly ParameterValue[]>

/** The given values, keyed by name: text, or objects for files. */
export type GivenParameters = Readonly<Record<string, unknown>>

/** Reports an error. The message follows the name of the parameter: `must be an integer`. */
export type ReportFault = (name: string, message: string) => void

/**
 * Reads the given values for declared parameters and reports all errors. Other names are ignored; see {@link
 * reportUndeclared}.
 * @returns the values that are valid, converted to their types, with defaults
 */
export type ParameterReader = (given: GivenParameters, report: ReportFault) => ParameterValues

/** Returns the reader for declared parameters, which compiles their patterns once. */
export function parameterReader(specs: ParameterSpecs): ParameterReader {
  const readers = Object.entries(specs).map(([name, spec]) => [name, readerOf([spec].flat())] as const)
  return (given, report) => {
    const values: [string, ParameterValues[string]][] = []
    for (const [name, read] of readers) {
      const value = Object.hasOwn(given, name) ? given[name] : undefined
      const checked = read(value === undefined ? [] : [value].flat())
      if (!checked.ok) report(name, checked.message)
      else if (checked.value !== undefined) values.push([name, checked.value])
    }
    return Object.fromEntries(values)
  }
}

/** Reports the given names that are not declared. */
export function reportUndeclared(specs: ParameterSpecs, given: GivenParameters, report: ReportFault): void {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(specs, name)) report(name, `unknown parameter${didYouMean(name, Object.keys(specs))}`)
}

type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string }

function readerOf(
  specs: readonly ParameterSpec[],
): (given: readonly unknown[]) => Result<ParameterValues[string] | undefined> {
  const checks = specs.map(checkOf)
  const isRequired = specs.some(({ required }) => required === true)
  const isList = specs.some(({ repeat }) => repeat === true)
  const defaultText = specs.find((spec) => spec.default !== undefined)?.default
  const fallback = defaultText === undefined ? undefined : firstFit(specs.map(conversionOf), defaultText)
  return (given) => {
    if (given.length === 0) {
      if (fallback?.ok === true) return { ok: true, value: isList ? [fallback.value] : fallback.value }
      return isRequired ? bad('is required') : { ok: true, value: undefined }
    }
    if (given.length > 1 && !isList) return bad('must not be repeated')
    const values: ParameterValue[] = []
    for (const each of given) {
      const checked = firstFit(checks, each)
      if (!checked.ok) return checked
      values.push(checked.value)
    }
    const [value] = values
    return { ok: true, value: isList ? values : value }
  }
}

type Check = (given: unknown) => Result<ParameterValue>

/** Returns the first valid result, or an error with all messages if there is none. */
function firstFit(checks: readonly Check[], given: unknown): Result<ParameterValue> {
  const messages: string[] = []
  for (const check of checks) {
    const checked = check(given)
    if (checked.ok) return checked
    messages.push(checked.message)
  }
  return bad(messages.join(' or '))
}

/** Returns the check for one type and its constraints. */
function checkOf(spec: ParameterSpec): Check {
  const convert = conversionOf(spec)
  const matcher = spec.pattern === undefined ? undefined : linearPattern(spec.pattern)
  return (given) => {
    const converted = convert(given)
    if (!converted.ok) return converted
    const message = faultOf(spec, converted.value, matcher)
    return message === undefined ? converted : bad(message)
  }
}

function faultOf(
  { enum: choices, pattern, minLength, maxLength, minimum, maximum }: ParameterSpec,
  value: ParameterValue,
  matcher: { test(text: string): boolean } | undefined,
): string | undefined {
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`
    if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`
  }
  if (typeof value !== 'string') return undefined
  const length = minLength === undefined && maxLength === undefined ? 0 : Array.from(value).length
  if (minLength !== undefined && length < minLength)
    return `must be at least ${counted(minLength, 'character')} long`
  if (maxLength !== undefined && length > maxLength)
    return `must be at most ${counted(maxLength, 'character')} long`
  if (choices !== undefined && !choices.includes(value)) return `must be one of ${choices.join(', ')}`
  return matcher?.test(value) === false ? `must match the pattern ${pattern}` : undefined
}

/** Returns the function that converts text to the declared type. */
function conversionOf({ type }: ParameterSpec): Check {
  const convert = CONVERSIONS[type]
  return (given) => {
    if (type === 'file')
      return typeof given === 'object' && given !== null ? good(given) : bad('must be a file')
    return typeof given === 'string' ? convert(given) : bad('must be text, not a file')
  }
}

const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i

const CONVERSIONS: Readonly<Record<ParameterSpec['type'], (text: string) => Result<ParameterValue>>> = {
  string: (text) => {
    const fault = characterFault(text)
    return fault === undefined ? good(text) : bad(fault)
  },
  number: (text) =>
    NUMBER.test(text) && Number.isFinite(Number(text)) ? good(Number(text)) : bad('must be a number'),
  integer: (text) =>
    NUMBER.test(text) && Number.isSafeInteger(Number(text)) ? good(Number(text)) : bad('must be an integer'),
  boolean: (text) =>
    text === 'true' || text === 'false' ? good(text === 'true') : bad('must be true or false'),
  date: (text) => {
    const date = dateOf(text)
    return date === undefined
      ? bad('must be a date such as 2015-05-23, 2015-05-23T07:16:33Z or Sat, 23 May 2015 07:16:33 GMT')
      : good(date)
  },
  file: () => bad('must be a file'),
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

function good<T>(value: T): Result<T> {
  return { ok: true, value }
}

function bad(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message }
}

/** The query parameters declared for a route in the RAML file. */
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
 * `rejectParameters`, because the last hook added runs first.
 */
export function declaredParameters(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const query = route.config?.query
    if (query === undefined) return
    const read = declaredReader(query)
    const preHandler: preHandlerHookHandler = (request, _reply, done) => {
      request.query = read(request)
      done()
    }
    route.preHandler = [preHandler, ...[route.preHandler ?? []].flat()]
    if (route.method === 'GET') keepDeclaredReader(app, route.url, read)
  })
}

function declaredReader({ filters = {}, others = {} }: DeclaredQuery): DeclaredReader {
  const readFilters = parameterReader(filters)
  const readOthers = parameterReader(others)
  const defaultsFor = defaultsOf(filters)
  return (request) => {
    const faults = new Faults()
    const report = (name: string, message: string): void => faults.add(name, message)
    const given: QueryParameters = Object(request.query)
    readFilters(given, report)
    addToQuery(request, readOthers(given, report))
    faults.throwIfAny()
    const left = Object.entries(given).filter(([name]) => !Object.hasOwn(others, name))
    return { ...defaultsFor(given), ...Object.fromEntries(left) }
  }
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
    const value = [spec].flat().find((each) => each.default !== undefined)?.default
    return value === undefined ? [] : [[name, value]]
  })
  const start = STARTS.find((name) => defaults.some(([other]) => other === name))
  const all = Object.fromEntries(defaults.filter(([name]) => name === start || !STARTS.includes(name)))
  const others = Object.fromEntries(defaults.filter(([name]) => !STARTS.includes(name)))
  return (given) => (STARTS.some((name) => Object.hasOwn(given, name)) ? others : all)
}
