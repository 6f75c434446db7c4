import type { FastifyRequest } from 'fastify'
import { addSchemaFaults } from '../body/parser.js'
import { type Fault, FaultList, HttpError, NotFound, pointer } from '../errors.js'
import { type JsonObject, isObject } from '../json.js'
import { pathOf } from '../server/problem.js'
import { bodyOf } from '../server/server.js'
import { FORBIDDEN_NAMES } from '../values/scalars.js'
import { cookiesIn } from './cookies.js'
import { formIn, mediaTypeOf } from './forms.js'
import type { ParameterSpecs } from './parameter-spec.js'
import {
  type GivenParameters,
  givenInQuery,
  type ParameterCompiler,
  parameterReader,
  type ReportFault,
  undeclaredReporter,
} from './parameters.js'
import { decodeText } from './styles.js'
import { addUntypedIntegers } from './untyped-integers.js'

/** A body accepted by an action. */
export interface BodySpec {
  /** The JSON schema of a JSON body. */
  readonly schema?: JsonObject
  /** The fields of a form; if omitted, all fields are accepted. */
  readonly form?: ParameterSpecs
  /** Whether a form can have other fields. */
  readonly isOpen?: boolean
}

/** What an operation declares of requests. */
export interface InputSpec {
  readonly params?: ParameterSpecs
  readonly query?: ParameterSpecs
  readonly headers?: ParameterSpecs
  readonly cookies?: ParameterSpecs
  /** The accepted bodies, keyed by media type. If omitted, a request must not have a body. */
  readonly bodies?: Readonly<Record<string, BodySpec>>
  /** Whether a request can leave the body out. */
  readonly isBodyOptional?: boolean
}

/** The parts of a request that an operation declares. */
interface ActionInput {
  readonly params: object
  readonly query: object
  readonly headers: object
  readonly cookies: object
  readonly body: unknown
}

export type InputReader = (request: FastifyRequest) => ActionInput

interface ParameterOptions {
  /** Compiles the schemas of parameters in the path and the query. */
  readonly parameters?: ParameterCompiler
  /** Returns whether the query can have a parameter that is not declared. */
  readonly takes?: ((name: string) => boolean) | undefined
}

/**
 * Returns the function that reads a request. If a request is invalid, the function throws one error that lists all
 * problems.
 */
export function inputReader(
  spec: InputSpec,
  compile: ParameterCompiler,
  { parameters = compile, takes }: ParameterOptions = {},
): InputReader {
  const { params = {}, query = {}, headers = {}, cookies = {}, bodies = {}, isBodyOptional = false } = spec
  const readParams = parameterReader(params, 'path', parameters)
  const readQuery = parameterReader(query, 'query', parameters)
  const reportUndeclared = undeclaredReporter(query, compile)
  const readHeaders = parameterReader(headers, 'header', compile)
  const readCookies = parameterReader(cookies, 'cookie', compile)
  const readers = new Map(
    Object.entries(bodies).map(([type, body]) => [type, bodyReader(type, body, compile)]),
  )
  return (request) => {
    const faults = new FaultList()
    const reportIn =
      (place: Fault['in']): ReportFault =>
      (name, message, path = '') =>
        faults.add(name + path, message, place)
    const given = givenInQuery(request, query)
    if (Object.values(Object(request.params)).includes(''))
      throw new NotFound(`There is no resource at ${pathOf(request.url)}.`)
    const input = {
      params: readParams(paramsIn(request, params), reportIn('path')),
      query: readQuery(given, reportIn('query')),
      headers: readHeaders(headersIn(request, Object.keys(headers)), reportIn('header')),
      cookies: readCookies(cookiesIn(request.headers.cookie), reportIn('cookie')),
    }
    const others = takes === undefined ? given : new Map([...given].filter(([name]) => !takes(name)))
    reportUndeclared(others, reportIn('query'), faults)
    const body = readBody(request, readers, isBodyOptional, faults)
    faults.throwIfAny('request')
    return { ...input, body }
  }
}

/**
 * Returns the parameters in the path. Those that are a whole segment are as written, so that lists can be split, provided
 * that they are the values with which the route has been matched.
 */
function paramsIn({ params, raw, routeOptions }: FastifyRequest, specs: ParameterSpecs): GivenParameters {
  const segments = pathOf(raw.url ?? '').split('/')
  const written = new Map(
    (routeOptions.url ?? '').split('/').map((segment, index) => [segment, segments[index] ?? '']),
  )
  const names = new Map(Object.entries(specs).map(([name, { segment = name }]) => [segment, name]))
  return new Map(
    Object.entries(Object(params)).map(([name, value]) => {
      const segment = (written.get(`:${name}`) ?? '').replaceAll('+', '%2B')
      return [
        names.get(name) ?? name,
        [decodeText(segment) === value ? segment : encodeURIComponent(String(value))],
      ]
    }),
  )
}

/** Returns each value of the named headers separately. Node itself joins the values of a repeated header. */
function headersIn({ raw }: FastifyRequest, names: readonly string[]): GivenParameters {
  const values = new Map<string, string[]>()
  for (const [index, name] of raw.rawHeaders.entries()) {
    const lower = name.toLowerCase()
    const value = raw.rawHeaders[index + 1]
    if (index % 2 === 0 && value !== undefined && names.includes(lower))
      values.set(lower, [...(values.get(lower) ?? []), value])
  }
  return values
}

export const NO_BODY_ACCEPTED = 'This operation does not accept a body.'

type BodyReader = (body: unknown, faults: FaultList) => unknown

/** @throws HttpError 415 for a body whose media type is not declared */
function readBody(
  request: FastifyRequest,
  readers: ReadonlyMap<string, BodyReader>,
  isOptional: boolean,
  faults: FaultList,
): unknown {
  const {
    'content-type': contentType,
    'content-length': length,
    'transfer-encoding': encoding,
  } = request.headers
  const isEmpty = (length ?? '0') === '0' && encoding === undefined
  if (readers.size === 0) {
    if (isEmpty) return undefined
    throw new HttpError(415, NO_BODY_ACCEPTED)
  }
  const type = mediaTypeOf(contentType)
  // A form without fields has no bytes.
  if (isEmpty && type !== URLENCODED) {
    if (!isOptional) faults.add('', 'a body is required')
    return undefined
  }
  const [general = ''] = type.split('/', 1)
  const ranges = [type, type.replace(/\/.*\+/, '/*+'), `${general}/*`, '*/*']
  const read = ranges.map((range) => readers.get(range)).find((reader) => reader !== undefined)
  if (read === undefined)
    throw new HttpError(415, `The content type of the body must be ${[...readers.keys()].join(' or ')}.`)
  const { bodyFault } = request
  if (bodyFault instanceof HttpError && bodyFault.status === 400) {
    for (const { path, message } of bodyFault.errors) faults.add(path, message)
    if (bodyFault.errors.length === 0) faults.add('', bodyFault.message.replace(/\.$/, ''))
    return undefined
  }
  return read(bodyOf(request), faults)
}

const URLENCODED = 'application/x-www-form-urlencoded'

function bodyReader(type: string, spec: BodySpec, compile: ParameterCompiler): BodyReader {
  const { schema, form, isOpen = false } = spec
  if (/[/+]json$/.test(type)) return jsonReader(schema, compile)
  return form === undefined ? formReader({}, true, compile) : formReader(form, isOpen, compile)
}

function jsonReader(schema: JsonObject | undefined, compile: ParameterCompiler): BodyReader {
  const validate = schema && compile(schema)
  return (body, faults) => {
    if (body === undefined) faults.add('', 'a body is required')
    else if (validate !== undefined) addSchemaFaults(faults, validate, body, '')
    addUntypedIntegers(body, schema, compile, faults)
    return body
  }
}

/** Returns the function that reads a form. Other bodies stay as they are. */
function formReader(form: ParameterSpecs, isOpen: boolean, compile: ParameterCompiler): BodyReader {
  const read = parameterReader(form, 'form', compile)
  const reportUndeclared = undeclaredReporter(form, compile)
  const isText = (name: string): boolean =>
    Object.hasOwn(form, name) && !holdsFiles(form[name]?.schema, compile)
  return (body, faults) => {
    const report = (name: string, message: string, path = ''): void =>
      faults.add(pointer('', name) + path, message)
    const fields = formIn(body, isText)
    if (fields === undefined) return body
    const given: GivenParameters = new Map(
      Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]),
    )
    // Your functions can copy fields to an object, whose prototype they would change.
    for (const name of isOpen ? FORBIDDEN_NAMES : [])
      if (given.has(name) && !Object.hasOwn(form, name)) report(name, `"${name}" is not allowed as a name`)
    if (!isOpen) reportUndeclared(given, report, faults)
    return { ...(isOpen ? fields : {}), ...read(given, report) }
  }
}

/** Returns whether a field of a form can be a file. */
function holdsFiles(
  schema: JsonObject | undefined,
  { resolve }: Pick<ParameterCompiler, 'resolve'>,
): boolean {
  const { type, format, items } = schema === undefined ? {} : resolve(schema)
  return isObject(items) ? holdsFiles(items, { resolve }) : format === 'binary' || type === undefined
}
