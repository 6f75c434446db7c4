import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { Readable } from 'node:stream'
import { addSchemaFaults } from '../body/parser.js'
import { BadRequest, type Fault, FaultList, HttpError, pointer, NotFound } from '../errors.js'
import { NotImplemented } from '../events/operation-registry.js'
import { type JsonObject, isObject } from '../json.js'
import { modelNamed, type Row } from '../model.js'
import { pathOf } from '../server/problem.js'
import { bodyOf } from '../server/server.js'
import type { Database, Session } from '../store.js'
import { characterFault } from '../values/scalars.js'
import { cookiesIn } from './cookies.js'
import { makeDocuments } from './documents.js'
import {
  type GivenParameters,
  givenInQuery,
  type ParameterCompiler,
  type ParameterSpecs,
  parameterReader,
  type ReportFault,
  reportUndeclared,
} from './parameters.js'
import { keepRawBody, rawBodyOf } from './raw-body.js'
import type { ResourceHost } from './host.js'
import { decodeText } from './styles.js'

/** The types of a custom action. */
export interface ActionTypes {
  params: object
  query: object
  headers: object
  cookies?: object
  body: unknown
  item: unknown
  result: unknown
  responses?: object
}

/** A file in a form. */
export interface UploadedFile {
  readonly filename: string
  /** The media type, such as `image/png`. */
  readonly type: string
  readonly stream: Readable
}

/** What an action can do with sessions, after the commit. */
interface SessionActions<User> {
  /**
   * Logs a user in: the response sets the cookie of a new session. No handlers run.
   * @throws Unauthorized, after the commit, if the user does not exist or is deactivated
   */
  logIn(user: User): void
  /** Ends all sessions of a user. */
  endSessions(user: User): void
}

/** The argument of a custom action's function. */
export type ActionContext<
  T extends ActionTypes,
  Models,
  User,
  Types extends object,
  Extension = unknown,
> = ActionInputs<T, Models, User, Types> &
  ([User] extends [never] ? unknown : SessionActions<User>) &
  Extension

type DocumentOf<T> = T extends { readonly Document: infer Document } ? Document : never

interface ActionInputs<T extends ActionTypes, Models, User, Types extends object> {
  /** The parameters in the path. */
  readonly params: T['params']
  readonly query: T['query']
  /** The declared headers, by lowercase name. */
  readonly headers: T['headers']
  /** The declared cookies. */
  readonly cookies: T['cookies']
  readonly body: T['body']
  /** The item in the operation's path; undefined if there is none. */
  readonly item: T['item']
  /** The user who sent the request; undefined for an anonymous caller. */
  readonly user: User | undefined
  /**
   * The repositories, in the request's transaction unless its method is GET or HEAD. Writes through them fire no
   * events.
   */
  readonly models: Models
  readonly request: FastifyRequest
  /** Sends responses other than JSON: `return reply…`. The response is sent when the transaction has ended. */
  readonly reply: FastifyReply
  /**
   * Runs `work` after the commit, or immediately if the method is GET or HEAD. The response does not wait for it, and its
   * errors are logged.
   */
  afterCommit(work: (models: Models) => unknown): void
  /** Returns the document of an item, as the caller sees it. */
  document<Name extends keyof Types & string>(
    model: Name,
    item: Types[Name] extends { readonly Row: infer Item; readonly Secret: infer Secret extends PropertyKey }
      ? Omit<Item, Secret>
      : Types[Name] extends { readonly Row: infer Item }
        ? Item
        : never,
  ): Promise<Types[Name] extends { readonly Declared: infer Shown } ? Shown : DocumentOf<Types[Name]>>
}

/** The function of a custom action. It returns the JSON for the response, `undefined` for a 204, or `reply`. */
export type ActionFunction<T extends ActionTypes, Models, User, Types extends object, Extension = unknown> = (
  context: ActionContext<T, Models, User, Types, Extension>,
) => T['result'] | FastifyReply | Promise<T['result'] | FastifyReply>

/** A body accepted by an action. */
export interface BodySpec {
  /** The JSON schema of a JSON body. */
  readonly schema?: JsonObject
  /** The fields of a form; if omitted, all fields are accepted. */
  readonly form?: ParameterSpecs
  /** Whether a form can have other fields. */
  readonly isOpen?: boolean
}

/** The declaration of an operation. */
export interface ActionSpec {
  /** The name under which its function is registered. */
  readonly name: string
  /** The file that contains the function. */
  readonly file: string
  readonly params?: ParameterSpecs
  readonly query?: ParameterSpecs
  readonly headers?: ParameterSpecs
  readonly cookies?: ParameterSpecs
  /** The accepted bodies, keyed by media type. If omitted, a request must not have a body. */
  readonly bodies?: Readonly<Record<string, BodySpec>>
  /** Whether a request can leave the body out. */
  readonly isBodyOptional?: boolean
  /** Status code of the response with the returned value. */
  readonly status: number
  /** Media type of the returned value. */
  readonly type?: string
  /**
   * The schemas of the declared responses by status code, range or `default`; null for a body that is not JSON or has no
   * schema.
   */
  readonly responses?: Readonly<Record<string, JsonObject | null>>
}

/** The declared example of a response, with a body for each media type. */
export interface Example {
  readonly status: number
  readonly bodies: readonly { readonly type: string; readonly text: string }[]
  /** The schema of which no value is known, as a pointer into the document. */
  readonly missing?: string
}

/** Starts and ends the sessions of users. */
export interface ActionSessions {
  /** Starts a session and sets its cookie. @throws Unauthorized if the user cannot log in */
  start(request: FastifyRequest, reply: FastifyReply, user: Row): Promise<void>
  endAll(user: Row): Promise<void>
}

/** Checks the declared responses of actions, and adds to the argument of their functions what sends them. */
export interface ResponseChecking {
  responder(specs: NonNullable<ActionSpec['responses']>, reply: FastifyReply): object
  watch(specs: NonNullable<ActionSpec['responses']>, reply: FastifyReply): () => void
  check(specs: NonNullable<ActionSpec['responses']>, status: number, body: unknown, reply: FastifyReply): void
}

/** What actions need from the service. */
export interface ActionsOptions {
  readonly database: Database
  readonly host: ResourceHost
  /** Starts and ends sessions. Undefined without authentication. */
  readonly sessions?: ActionSessions
  readonly compile: ParameterCompiler
  /** Checks declared responses. */
  readonly checks?: ResponseChecking
  /** Returns what the API's document declares of a document. */
  readonly shown?: ((model: string, document: JsonObject) => JsonObject) | undefined
  /**
   * The responses sent for functions that are not implemented, keyed by function name. Empty if the `examples` setting
   * is off.
   */
  readonly examples: Readonly<Record<string, Example>>
}

/** Returns the item in a request's path, after checking that it exists and that the caller has permission. */
export type FindItem = (session: Session, request: FastifyRequest) => Promise<Row>

/** Runs a service's custom actions: reads the requests and calls your functions. */
export class Actions {
  readonly #database: Database
  readonly #host: ResourceHost
  readonly #sessions: ActionSessions | undefined
  readonly #compile: ParameterCompiler
  readonly #checks: ResponseChecking | undefined
  readonly #shown: ActionsOptions['shown']
  readonly #examples: Readonly<Record<string, Example>>
  readonly #names = new WeakMap<RouteHandlerMethod, string>()
  /** The actions whose functions receive the bytes of the body. */
  readonly #raw = new Set<string>()

  constructor({ database, host, sessions, compile, checks, shown, examples }: ActionsOptions) {
    this.#database = database
    this.#host = host
    this.#sessions = sessions
    this.#compile = compile
    this.#checks = checks
    this.#shown = shown
    this.#examples = examples
  }

  /**
   * Makes routes registered after this call receive bodies as the options of their functions say.
   * @param optionsOf returns the options of the action with a name
   */
  receiveBodies(
    app: FastifyInstance,
    optionsOf: (name: string) => { readonly bodyLimit?: number; readonly rawBody?: boolean },
  ): void {
    app.addHook('onRoute', (route) => {
      const name = this.#names.get(route.handler) ?? ''
      const { bodyLimit, rawBody } = optionsOf(name)
      if (bodyLimit !== undefined) route.bodyLimit = bodyLimit
      if (rawBody !== true) return
      this.#raw.add(name)
      route.preParsing = [...[route.preParsing ?? []].flat(), keepRawBody]
    })
  }

  #named({ name }: ActionSpec, handler: RouteHandlerMethod): RouteHandlerMethod {
    this.#names.set(handler, name)
    return handler
  }

  /** Returns the handler for a read-only route. Your function runs without a transaction. */
  reading(spec: ActionSpec, findItem?: FindItem): RouteHandlerMethod {
    const call = this.#caller(spec, findItem)
    return this.#named(spec, async (request, reply) => {
      const release = hideThen(reply)
      try {
        const changes = new SessionChanges(this.#sessions)
        const result = await call(this.#database, request, reply, changes)
        await changes.apply(request, reply)
        release()
        return send(spec, reply, result)
      } catch (error) {
        release()
        return this.#example(spec, error, request, reply)
      }
    })
  }

  /** Returns the handler for a route that writes. Your function runs in one transaction. */
  changing(spec: ActionSpec, findItem?: FindItem): RouteHandlerMethod {
    const call = this.#caller(spec, findItem)
    return this.#named(spec, async (request, reply) => {
      const release = hideThen(reply)
      const delayed = delayReply(reply)
      try {
        const changes = new SessionChanges(this.#sessions)
        const result = await this.#database.transaction((session) => {
          delayed.forget()
          changes.forget()
          return call(session, request, reply, changes)
        })
        await changes.apply(request, reply)
        release()
        return delayed.release() ? reply : send(spec, reply, result)
      } catch (error) {
        release()
        delayed.drop()
        return this.#example(spec, error, request, reply)
      }
    })
  }

  #caller(
    spec: ActionSpec,
    findItem: FindItem | undefined,
  ): (
    session: Session,
    request: FastifyRequest,
    reply: FastifyReply,
    changes: SessionChanges,
  ) => Promise<unknown> {
    // Compiling the schemas of hundreds of operations would delay the start.
    let read: InputReader | undefined
    return async (session, request, reply, changes) => {
      const item = await findItem?.(session, request)
      read ??= inputReader(spec, this.#compile)
      const input = read(request)
      const { user, models, afterCommit } = this.#host.eventContext(session, request)
      const unwatch = spec.responses && this.#checks?.watch(spec.responses, reply)
      const called = this.#host.options.call(`action ${spec.name}`, {
        ...input,
        ...(this.#raw.has(spec.name) && { rawBody: rawBodyOf(request) }),
        item,
        user,
        models: models(),
        request,
        reply,
        afterCommit,
        document: (name: string, row: Row) => this.#document(session, request, name, row),
        ...changes.actions,
        ...this.#checks?.responder(spec.responses ?? {}, reply),
      })
      const result = await Promise.resolve(called).finally(() => unwatch?.())
      // JSON would hide the error.
      if (isError(result)) throw result
      if (spec.responses !== undefined && !isReply(result, reply) && !reply.sent)
        this.#checks?.check(spec.responses, result === undefined ? 204 : spec.status, result, reply)
      return result
    }
  }

  async #document(session: Session, request: FastifyRequest, name: string, row: Row): Promise<object> {
    const context = this.#host.documentContext(session, request)
    const [document = {}] = await makeDocuments(context, modelNamed(context.models, name), [row])
    return this.#shown?.(name, document) ?? document
  }

  /**
   * Sends the declared example if the error is {@link NotImplemented}.
   * @throws any other error unchanged; NotImplemented with a hint if there is no example
   */
  #example(spec: ActionSpec, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (!(error instanceof NotImplemented)) throw error
    const example = Object.hasOwn(this.#examples, spec.name) ? this.#examples[spec.name] : undefined
    if (example?.missing !== undefined)
      throw new NotImplemented(`No example: no value of the schema ${example.missing} is known.`)
    if (example?.bodies.length === 0) return reply.code(example.status).send()
    const body = example && acceptedOf(example.bodies, request.headers.accept)
    if (example === undefined || body === undefined)
      throw new NotImplemented(`This operation is not implemented. Write its function in ${spec.file}.`)
    return reply.code(example.status).type(body.type).send(body.text)
  }
}

/** The sessions that a function starts and ends, once the transaction is committed. */
class SessionChanges {
  readonly #sessions: ActionSessions | undefined
  #started: Row | undefined
  #ended: Row[] = []

  constructor(sessions: ActionSessions | undefined) {
    this.#sessions = sessions
  }

  /** The functions that record changes; none without authentication. */
  get actions(): Partial<SessionActions<Row>> {
    if (this.#sessions === undefined) return {}
    return {
      logIn: (user) => {
        this.#started = user
      },
      endSessions: (user) => void this.#ended.push(user),
    }
  }

  /** Discards the changes, because the transaction is about to be retried. */
  forget(): void {
    this.#started = undefined
    this.#ended = []
  }

  async apply(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    for (const user of this.#ended) await this.#sessions?.endAll(user)
    if (this.#started !== undefined) await this.#sessions?.start(request, reply, this.#started)
  }
}

function isReply(result: unknown, reply: FastifyReply): boolean {
  return result === reply
}

function isError(result: unknown): result is Error {
  return result instanceof Error
}

/** Sends a function's result as JSON, or an empty response for undefined, unless the function has used `reply`. */
function send({ status, type }: ActionSpec, reply: FastifyReply, result: unknown): FastifyReply {
  if (result === reply || reply.sent) return reply
  if (result === undefined) return reply.code(204).send()
  return reply
    .code(status)
    .type(type ?? 'application/json')
    .send(JSON.stringify(result))
}

/**
 * Hides `reply.then` until the returned function is called. Otherwise, awaiting a function that returns `reply` would
 * wait until the whole response has been sent, with the transaction open and the time limit running.
 */
function hideThen(reply: FastifyReply): () => void {
  Reflect.set(reply, 'then', undefined)
  return () => void Reflect.deleteProperty(reply, 'then')
}

/** Delays a response until the transaction has ended. */
interface DelayedReply {
  /** Sends the response that the function has passed to `reply.send`. Returns false if there is none. */
  release(): boolean
  /** Discards the delayed response, because the transaction is about to be retried. */
  forget(): void
  /** Restores `reply.send` without sending anything. */
  drop(): void
}

function delayReply(reply: FastifyReply): DelayedReply {
  const { send: sendNow } = reply
  let payloads: unknown[] = []
  reply.send = (payload?: unknown) => {
    payloads = [payload]
    return reply
  }
  const drop = (): void => {
    reply.send = sendNow
  }
  return {
    drop,
    forget: () => {
      payloads = []
    },
    release: () => {
      drop()
      for (const payload of payloads) reply.send(payload)
      return payloads.length > 0
    },
  }
}

/** The parts of a request that an operation declares. */
interface ActionInput {
  readonly params: object
  readonly query: object
  readonly headers: object
  readonly cookies: object
  readonly body: unknown
}

type InputReader = (request: FastifyRequest) => ActionInput

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
  spec: Omit<ActionSpec, 'name' | 'file' | 'status'>,
  compile: ParameterCompiler,
  { parameters = compile, takes }: ParameterOptions = {},
): InputReader {
  const { params = {}, query = {}, headers = {}, cookies = {}, bodies = {}, isBodyOptional = false } = spec
  const readParams = parameterReader(params, 'path', parameters)
  const readQuery = parameterReader(query, 'query', parameters)
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
    reportUndeclared(query, others, compile, reportIn('query'))
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
    throw new HttpError(415, 'This operation does not accept a body.')
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

function mediaTypeOf(contentType = ''): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
}

function bodyReader(type: string, spec: BodySpec, compile: ParameterCompiler): BodyReader {
  const { schema, form, isOpen = false } = spec
  if (/[/+]json$/.test(type)) return jsonReader(schema, compile)
  return form === undefined ? (body) => formIn(body) ?? body : formReader(form, isOpen, compile)
}

function jsonReader(schema: JsonObject | undefined, compile: ParameterCompiler): BodyReader {
  const validate = schema && compile(schema)
  return (body, faults) => {
    if (body === undefined) faults.add('', 'a body is required')
    else if (validate !== undefined) addSchemaFaults(faults, validate, body, '')
    return body
  }
}

function formReader(form: ParameterSpecs, isOpen: boolean, compile: ParameterCompiler): BodyReader {
  const read = parameterReader(form, 'form', compile)
  const isText = (name: string): boolean =>
    Object.hasOwn(form, name) && !holdsFiles(form[name]?.schema, compile)
  return (body, faults) => {
    const report = (name: string, message: string, path = ''): void =>
      faults.add(pointer('', name) + path, message)
    const given: GivenParameters = new Map(
      Object.entries(formIn(body, isText) ?? {}).map(([name, value]) => [name, [value].flat()]),
    )
    if (!isOpen) reportUndeclared(form, given, compile, report)
    return { ...(isOpen ? Object(body) : {}), ...read(given, report) }
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

type Form = Readonly<Record<string, FormValue | readonly FormValue[]>>
type FormValue = string | object

/**
 * Returns the fields of a form, or undefined for other bodies. Each file gets a new stream, because a transaction might
 * be retried.
 * @param isText returns whether a field is text, whose parts of type application/json browsers send like files
 */
function formIn(body: unknown, isText: (name: string) => boolean = () => false): Form | undefined {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body) || Array.isArray(body))
    return undefined
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const values: readonly FormValue[] = [value].flat()
      const opened = values.map((each) =>
        each instanceof FormFile ? (each.isJson && isText(name) ? each.text : each.open()) : each,
      )
      return [name, Array.isArray(value) ? opened : (opened[0] ?? '')]
    }),
  )
}

/** A fully received file in a form. */
class FormFile {
  readonly #filename: string
  readonly #type: string
  readonly #content: Buffer

  constructor(filename: string, type: string, content: Buffer) {
    this.#filename = filename
    this.#type = type
    this.#content = content
  }

  get isJson(): boolean {
    return /[/+]json$/.test(this.#type)
  }

  get text(): string {
    return this.#content.toString()
  }

  open(): UploadedFile {
    return { filename: this.#filename, type: this.#type, stream: Readable.from([this.#content]) }
  }
}

/** A part of a multipart form. */
interface FormPart {
  readonly fieldname: string
  readonly value?: unknown
  readonly filename?: string
  readonly mimetype: string
  readonly file?: AsyncIterable<Uint8Array>
  readonly fieldnameTruncated?: boolean
  readonly valueTruncated?: boolean
}

/** Limits of a parser of forms, in bytes. */
interface FormLimits {
  readonly fieldSize: number
  readonly fieldNameSize: number
  readonly fileSize: number
}

/**
 * Reads multipart forms up to `body_limit`, on routes registered after this call. All bytes count, also those between
 * the parts and of their headers.
 * @param partsOf returns the parts of the request's form
 */
export function multipartForms(
  app: FastifyInstance,
  partsOf: (request: FastifyRequest, limits: FormLimits) => AsyncIterable<FormPart>,
): void {
  app.addHook('preValidation', async (request, reply) => {
    if (mediaTypeOf(request.headers['content-type']) !== 'multipart/form-data') return
    const limit = request.routeOptions.bodyLimit ?? app.settings.bodyLimit
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge()
    try {
      const { raw } = request
      const exceeded = new Promise<never>((_resolve, reject) => {
        let size = 0
        raw.on('data', (chunk: Uint8Array) => {
          size += chunk.length
          if (size > limit) reject(tooLarge())
        })
      })
      const limits = { fieldSize: limit, fieldNameSize: limit, fileSize: limit }
      const form = readForm(partsOf(request, limits), limit)
      request.body = await Promise.race([form, exceeded])
    } catch (error) {
      if (error instanceof HttpError) {
        // The rest of the body is not read.
        request.raw.unpipe()
        request.raw.resume()
        reply.header('connection', 'close')
        throw error
      }
      if (error instanceof Error && 'statusCode' in error && error.statusCode === 413) throw tooLarge()
      request.bodyFault = new BadRequest('The body is not a valid form.')
    }
  })
}

function tooLarge(): HttpError {
  return new HttpError(413, 'The body is too large.')
}

async function readForm(parts: AsyncIterable<FormPart>, limit: number): Promise<object> {
  const fields = new Map<string, unknown[]>()
  let size = 0
  const count = (bytes: number): void => {
    size += bytes
    if (size > limit) throw tooLarge()
  }
  for await (const { fieldname, value, filename = '', mimetype, file, ...part } of parts) {
    const chunks: Uint8Array[] = []
    if (part.fieldnameTruncated === true || part.valueTruncated === true) throw tooLarge()
    const fault = characterFault(filename)
    if (fault !== undefined) throw new BadRequest(`Invalid body: the name of the file ${fieldname} ${fault}.`)
    for await (const chunk of file ?? []) {
      count(chunk.length)
      chunks.push(chunk)
    }
    // A part of type application/json has been parsed; it is read again with the limits of JSON in other fields.
    const field = typeof value === 'object' && value !== null ? JSON.stringify(value) : value
    const content = file === undefined ? field : new FormFile(filename, mimetype, Buffer.concat(chunks))
    if (typeof content === 'string') count(Buffer.byteLength(content))
    fields.set(fieldname, [...(fields.get(fieldname) ?? []), content])
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

/** Returns the body whose media type `Accept` prefers (RFC 9110, 12.5.1), or the first body if it accepts none. */
function acceptedOf<T extends { readonly type: string }>(
  bodies: readonly T[],
  accept: string | undefined,
): T | undefined {
  const [first] = bodies
  if (accept === undefined) return first
  const ranges = accept.split(',').map(rangeOf)
  let best = first
  let bestQuality = 0
  for (const body of bodies) {
    const quality = qualityOf(body.type, ranges)
    if (quality > bestQuality) [best, bestQuality] = [body, quality]
  }
  return best
}

interface Range {
  readonly type: string
  readonly quality: number
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
}

/** Returns the q-value for a media type: the value of the most specific range that matches it. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  for (const name of [type, `${type.split('/', 1)[0]}/*`, '*/*']) {
    const range = ranges.find((each) => each.type === name)
    if (range !== undefined) return range.quality
  }
  return 0
}
