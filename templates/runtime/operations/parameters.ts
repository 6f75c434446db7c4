import type { ValidateFunction } from 'ajv'
import type { FastifyRequest } from 'fastify'
import { type CompileSchema, faultsOf, schemaCompiler } from '../body/compiler.js'
import { rememberLostDigits } from '../body/digits.js'
import { parseBody, type SchemaKeyword } from '../body/parser.js'
import { BadRequest, FaultList } from '../errors.js'
import { type Json, type JsonObject, isObject } from '../json.js'
import type { ParameterLocation } from '../spec/parameters.js'
import { characterFault, didYouMean, FORBIDDEN_NAMES } from '../values/scalars.js'
import {
  Conversion,
  isFile,
  type Kinds,
  kindsOf,
  namesIn,
  typesOf,
  withoutFiles,
  type Written,
} from './conversion.js'
import { HTTP_DATE, dateOf } from './http-date.js'
import type { ParameterSpec, ParameterSpecs, ParameterValue, ParameterValues } from './parameter-spec.js'
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
import { addUntypedIntegers } from './untyped-integers.js'

/** The given values, keyed by name: text as written, or files. */
export type GivenParameters = ReadonlyMap<string, readonly (string | object)[]>

/**
 * Reports an error. The message follows the name of the parameter: `must be integer`. `path` is a JSON pointer from the
 * value of the parameter to the part that is invalid.
 */
export type ReportFault = (name: string, message: string, path?: string) => void

/**
 * Reads the given values for declared parameters and reports all errors. Other names are ignored; see
 * {@link undeclaredReporter}.
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

/** Reports the given names that are not declared. `faults` says whether errors should suggest similar names. */
export type UndeclaredReporter = (
  given: GivenParameters,
  report: ReportFault,
  faults: Pick<FaultList, 'suggestsNames'>,
) => void

/** Returns the function that reports names other than those of declared parameters and their parts. */
export function undeclaredReporter(
  specs: ParameterSpecs,
  { resolve }: Pick<CompileSchema, 'resolve'>,
): UndeclaredReporter {
  const owners = Object.entries(specs).flatMap(([owner, spec]) => {
    const resolved = resolve(spec.schema)
    const kinds = kindsOf(resolved, resolve)
    if (!kinds.has('object') && spec.style !== 'deepObject') return []
    const names = kinds.has('object') ? namesIn(resolved, resolve, specs) : () => false
    return [{ owner, spec, kinds, names, writing: writingOf(spec, 'query') }]
  })
  const deep = owners.filter(
    ({ spec: { style, isJson, allowEmpty }, kinds }) =>
      style === 'deepObject' &&
      isJson !== true &&
      allowEmpty !== true &&
      kinds.size === 1 &&
      kinds.has('object'),
  )
  return (given, report, faults) => {
    for (const { owner } of deep)
      if (given.has(owner)) report(owner, `must have members, as in ${owner}[name]=value`)
    for (const name of given.keys()) {
      if (Object.hasOwn(specs, name)) continue
      if (owners.some(({ owner, writing, names }) => isPartOf(owner, name, writing, names))) continue
      const hint = faults.suggestsNames ? didYouMean(name, Object.keys(specs)) : ''
      report(name, `unknown parameter${hint}`)
    }
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
  const fallback = compile.hasNoDefaults === true && location === 'form' ? undefined : resolved['default']
  const writing = writingOf(spec, location)
  const kinds = kindsOf(resolved, compile.resolve)
  const names = namesIn(resolved, compile.resolve, specs)
  const read = isJson ? jsonReader(schema, kinds, writing, compile) : textReader(kinds, names, writing)
  // Of a list or a single value, the value comes first: `a,b` can be either.
  const single =
    !isJson && kinds.has('array') && kinds.has('scalar') && !kinds.has('object')
      ? textReader(new Set(['scalar']), names, writing)
      : undefined
  const reader: Reader = (given, report) => {
    if (allowEmpty && given.get(name)?.join() === '') return ''
    const alone = single?.(name, given, () => undefined)
    if (alone !== undefined && alone !== REPORTED) {
      const value = convert.value(alone, schema)
      if (isValid(name, value, validate, () => undefined)) return convert.revived(value, schema)
    }
    const found = read(name, given, report)
    if (found === REPORTED) return undefined
    if (found === undefined) {
      const own = typeof fallback === 'object' ? structuredClone(fallback) : fallback
      if (own !== undefined) return convert.revived(own, schema)
      if (required) report(name, 'is required')
      return undefined
    }
    if (compile.keepsDigits === true && typeof found === 'string' && isLarge(found, resolved)) {
      const nearest = found.startsWith('-') ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER
      return isValid(name, nearest, validate, report) ? found : undefined
    }
    const value = isJson ? found : convert.value(found, schema)
    const misfit = location === 'form' ? fileFault(value, resolved) : undefined
    if (misfit !== undefined) report(name, misfit)
    const reportPart: ReportFault =
      writing.style === 'deepObject'
        ? (owner, message, path = '') => report(owner + path.replaceAll(/\/([^/]*)/g, '[$1]'), message)
        : report
    const fits = misfit === undefined && isValid(name, value, validate, reportPart)
    return fits ? convert.revived(value, schema) : undefined
  }
  const isSplit = kinds.has('array') && writing.isEncoded && !isJson
  return isSplit && (writing.style === 'simple' || !writing.explode)
    ? withEncodedCommas(name, reader)
    : reader
}

/** Returns a reader that also reads lists in which the client has encoded the commas, unless they fit into an item. */
function withEncodedCommas(name: string, read: Reader): Reader {
  return (given, report) => {
    const [text] = given.get(name) ?? []
    const separated = typeof text === 'string' ? text.replaceAll(/%2c/gi, ',') : text
    if (separated === undefined || separated === text) return read(given, report)
    let fits = true
    const value = read(given, () => {
      fits = false
    })
    return fits ? value : read(new Map(given).set(name, [separated]), report)
  }
}

/** Returns whether a text is an integer that a double might round, and its schema allows integers. */
function isLarge(text: string, schema: JsonObject): boolean {
  return typesOf(schema).includes('integer') && /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text))
}

/** Compiles the schemas of parameters and bodies. */
export interface ParameterCompiler extends CompileSchema {
  /** Maximum nesting depth of JSON in a parameter. */
  readonly maxJsonDepth: number
  /** Whether an integer that a double cannot represent is read as its digits instead of being an error, unless it is in a list. */
  readonly keepsDigits?: true
  /** Whether fields that a form leaves out have no values, because they are those of an item. */
  readonly hasNoDefaults?: true
}

/**
 * Returns a function that compiles the schemas of parameters and bodies.
 * @param shared the schemas to which `#/$defs/Name` refers, by name
 * @param repeated compiles `repeated`; undefined if no schema contains it
 */
export function parameterCompiler(
  { maxJsonDepth }: Pick<ParameterCompiler, 'maxJsonDepth'>,
  shared: Readonly<Record<string, JsonObject>> = {},
  repeated?: SchemaKeyword,
): ParameterCompiler {
  const compile = schemaCompiler(shared, { [HTTP_DATE]: (text) => dateOf(text) !== undefined }, repeated)
  return Object.assign(compile, { maxJsonDepth })
}

/** What an invalid value that has been reported is read as. */
const REPORTED = Symbol('reported')

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
    if (kinds.has('object') || writing.style === 'deepObject') {
      const found = propertiesOf(name, textsIn(given), writing, properties)
      const forbidden = propertyNames(found ?? {}).find((property) => FORBIDDEN_NAMES.has(property))
      if (forbidden !== undefined) {
        report(name, `"${forbidden}" is not allowed as a name`)
        return REPORTED
      }
      if (found !== undefined || (kinds.size === 1 && kinds.has('object'))) return found
    }
    const values = given.get(name)
    if (values === undefined) return undefined
    const files = values.filter((value) => typeof value !== 'string')
    const isList = kinds.has('array')
    if (isList && (values.length === 1 || writing.explode || !writing.isEncoded))
      return files.length > 0 ? values : itemsOf(name, textsIn(new Map([[name, values]])), writing)
    const [value] = values
    if (values.length > 1) {
      report(name, 'must not be repeated')
      return REPORTED
    }
    return typeof value === 'string' ? decode(unwrapped(name, value, writing)) : value
  }
}

/** Returns the names of the properties of an object, with those of the objects in it. */
function propertyNames(found: TextProperties): readonly string[] {
  return Object.entries(found).flatMap(([name, value]) => [
    name,
    ...(isObject(value) ? propertyNames(value) : []),
  ])
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
  schema: JsonObject,
  kinds: Kinds,
  { isEncoded }: Writing,
  compile: ParameterCompiler,
): (name: string, given: GivenParameters, report: ReportFault) => Json | undefined | typeof REPORTED {
  return (name, given, report) => {
    const texts = given.get(name) ?? []
    if (!texts.every((text) => typeof text === 'string') || texts.length === 0) return undefined
    if (texts.length > 1 && !kinds.has('array')) {
      report(name, 'must not be repeated')
      return REPORTED
    }
    try {
      const parse = (text: string): Json | undefined =>
        parseBody(isEncoded ? decodeText(text) : text, compile.maxJsonDepth, rememberLostDigits)
      const [first, ...more] = texts.map(parse)
      // A form contains a part for each item of a list, or one for the list.
      const isItem = more.length > 0 || (kinds.size === 1 && kinds.has('array') && isObject(first))
      const value = isItem ? [first, ...more].filter((each) => each !== undefined) : first
      const faults = new FaultList()
      addUntypedIntegers(value, schema, compile, faults)
      faults.throwIfAny()
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
  const isMixed = alternatives.size < own.length
  // The members of an object say more than that it is not of the other types.
  const inside = faults.filter(({ path }) => path !== '')
  const isInside = isMixed && [...alternatives].every((message) => message.startsWith('must be '))
  if (isMixed && !(isInside && inside.length > 0)) report(name, [...alternatives].map(described).join(' or '))
  else
    for (const { path, message } of isMixed ? inside : faults)
      report(name, described(message), path.replace(ITEM, ''))
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
