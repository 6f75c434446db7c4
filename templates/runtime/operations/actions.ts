import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { HttpError } from '../errors.js'
import { NotImplemented } from '../events/operation-registry.js'
import { type JsonObject, memberOf } from '../json.js'
import { type ModelSpec, modelNamed, type Row } from '../model.js'
import { ALL_ROWS } from '../repository/items.js'
import { type Database, EVERYTHING, type Session, both, equal } from '../store.js'
import { acceptedOf } from './accept.js'
import { makeDocuments } from '../http/documents.js'
import type { ResourceHost } from '../http/host.js'
import { type InputReader, type InputSpec, inputReader } from './inputs.js'
import type { ParameterCompiler } from './parameters.js'
import { keepRawBody, rawBodyOf } from './raw-body.js'

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
  /** Present if anonymous callers are rejected. */
  callersOnly?: true
}

/** What an action can do with the users who log in. Sessions start and end after the commit. */
interface SessionActions<User> {
  /**
   * Logs a user in: the response sets the cookie of a new session. No handlers run.
   * @throws Unauthorized, after the commit, if the user does not exist or is deactivated
   */
  logIn(user: User): void
  /** Ends all sessions of a user. */
  endSessions(user: User): void
  /**
   * Returns the user with a key or email address, if the password is right. Failed attempts are limited, as at a login.
   * @throws Unauthorized if it is wrong or there is no such user; Forbidden if the user cannot log in yet; HttpError 429
   */
  checkPassword(login: string, password: string): Promise<User>
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
  /** The user who sent the request; undefined for an anonymous caller, and with `auth = false`. */
  readonly user: T['callersOnly'] extends true ? User : User | undefined
  /**
   * The repositories, in the request's transaction if the function runs in one. Writes through them fire no
   * events.
   */
  readonly models: Models
  readonly request: FastifyRequest
  /** Sends responses other than JSON: `return reply…`. The response is sent when the transaction has ended. */
  readonly reply: FastifyReply
  /**
   * Runs `work` after the commit, or immediately if the function runs in no transaction. The response does not wait for it, and its
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

/** The declaration of an operation. */
export interface ActionSpec extends InputSpec {
  /** The name under which its function is registered. */
  readonly name: string
  /** The file that contains the function. */
  readonly file: string
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

/** Checks the passwords of users, and starts and ends their sessions. */
export interface ActionSessions {
  /** Starts a session and sets its cookie. @throws Unauthorized if the user cannot log in */
  start(request: FastifyRequest, reply: FastifyReply, user: Row): Promise<void>
  endAll(user: Row): Promise<void>
  /**
   * Returns the user with a password, and the error if the user cannot log in yet.
   * @throws Unauthorized if the password is not that of the user; HttpError 429
   */
  check(
    session: Session,
    request: FastifyRequest,
    login: string,
    password: string,
  ): Promise<{ readonly user: Row; readonly fault: HttpError | undefined }>
  /** Has a user who cannot log in yet sent what is missing, after the transaction. @throws HttpError 429 */
  refuse(request: FastifyRequest, user: Row): Promise<void>
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
  readonly shown?: ((model: ModelSpec, document: JsonObject) => JsonObject) | undefined
  /**
   * The responses sent for functions that are not implemented, keyed by function name. Empty if the `examples` setting
   * is off.
   */
  readonly examples: Readonly<Record<string, Example>>
}

/** Returns the item in a request's path, after checking that it exists and that the caller has permission. */
export type FindItem = (session: Session, request: FastifyRequest) => Promise<Row>

/** Reads the request and calls the function of an action. */
type CallFunction = (
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  changes: SessionChanges,
) => Promise<unknown>

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
  /** The actions whose functions write, but not in a transaction. */
  readonly #withoutTransaction = new Set<string>()

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
   * Makes routes registered after this call receive bodies and run functions as the options of the functions say.
   * @param optionsOf returns the options of the action with a name
   */
  applyOptions(
    app: FastifyInstance,
    optionsOf: (name: string) => {
      readonly bodyLimit?: number
      readonly rawBody?: boolean
      readonly transaction?: boolean
    },
  ): void {
    app.addHook('onRoute', (route) => {
      const name = this.#names.get(route.handler) ?? ''
      const { bodyLimit, rawBody, transaction } = optionsOf(name)
      if (bodyLimit !== undefined) route.bodyLimit = bodyLimit
      if (transaction === false) this.#withoutTransaction.add(name)
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
    return this.#named(spec, (request, reply) => this.#runOutside(spec, call, request, reply))
  }

  /** Returns the handler for a route that writes. Your function runs in one transaction, unless its options say otherwise. */
  changing(spec: ActionSpec, findItem?: FindItem): RouteHandlerMethod {
    const call = this.#caller(spec, findItem)
    return this.#named(spec, async (request, reply) => {
      if (this.#withoutTransaction.has(spec.name)) return this.#runOutside(spec, call, request, reply)
      const release = hideThen(reply)
      const delayed = delayReply(reply)
      try {
        const changes = new SessionChanges(this.#sessions)
        const done = this.#database.transaction((session) => {
          delayed.forget()
          changes.forget()
          return call(session, request, reply, changes)
        })
        const result = await done.finally(() => changes.refuse(request))
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

  /** Runs a function outside of any transaction, and sends its result. */
  async #runOutside(
    spec: ActionSpec,
    call: CallFunction,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const release = hideThen(reply)
    try {
      const changes = new SessionChanges(this.#sessions)
      const called = call(this.#database, request, reply, changes)
      const result = await called.finally(() => changes.refuse(request))
      await changes.apply(request, reply)
      release()
      return send(spec, reply, result)
    } catch (error) {
      release()
      return this.#example(spec, error, request, reply)
    }
  }

  #caller(spec: ActionSpec, findItem: FindItem | undefined): CallFunction {
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
        ...changes.actions(session, request),
        ...this.#checks?.responder(spec.responses ?? {}, reply),
      })
      const result = await Promise.resolve(called).finally(() => unwatch?.())
      // JSON would hide the error.
      if (result instanceof Error) throw result
      if (spec.responses !== undefined && !isReply(result, reply) && !reply.sent)
        this.#checks?.check(spec.responses, statusFor(spec, result), result, reply)
      return result
    }
  }

  async #document(session: Session, request: FastifyRequest, name: string, row: Row): Promise<object> {
    const context = this.#host.documentContext(session, request)
    const model = modelNamed(context.models, name)
    const scope = context.policy.scope(model)
    const denied = both(equal(model.key, row[model.key] ?? null), { kind: 'not', of: scope })
    const isDenied = scope !== EVERYTHING && (await session.store(name, ALL_ROWS).count(denied)) > 0
    const given = isDenied ? [undefined] : undefined
    const [document = {}] = await makeDocuments(context, model, [row], null, undefined, given)
    return this.#shown?.(model, document) ?? document
  }

  /**
   * Sends the declared example if the error is {@link NotImplemented}.
   * @throws any other error unchanged; NotImplemented with a hint if there is no example
   */
  #example(spec: ActionSpec, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (!(error instanceof NotImplemented)) throw error
    const example = memberOf(this.#examples, spec.name)
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
  /** A user with the right password who cannot log in yet. */
  #refused: Row | undefined

  constructor(sessions: ActionSessions | undefined) {
    this.#sessions = sessions
  }

  /** The functions that check passwords and record changes; none without authentication. */
  actions(session: Session, request: FastifyRequest): Partial<SessionActions<Row>> {
    const sessions = this.#sessions
    if (sessions === undefined) return {}
    return {
      checkPassword: async (login, password) => {
        const { user, fault } = await sessions.check(session, request, login, password)
        if (fault === undefined) return user
        this.#refused = user
        throw fault
      },
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
    this.#refused = undefined
  }

  /** Call it when the transaction has ended, also if it was rolled back. */
  async refuse(request: FastifyRequest): Promise<void> {
    if (this.#refused !== undefined) await this.#sessions?.refuse(request, this.#refused)
  }

  async apply(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    for (const user of this.#ended) await this.#sessions?.endAll(user)
    if (this.#started !== undefined) await this.#sessions?.start(request, reply, this.#started)
  }
}

function isReply(result: unknown, reply: FastifyReply): boolean {
  return result === reply
}

/** Returns the status of a function's result. Operations without a successful response have the same for undefined. */
function statusFor({ status }: ActionSpec, result: unknown): number {
  return result === undefined && status < 300 ? 204 : status
}

/** Sends a function's result as JSON, or an empty response for undefined, unless the function has used `reply`. */
function send(spec: ActionSpec, reply: FastifyReply, result: unknown): FastifyReply {
  if (result === reply || reply.sent) return reply
  reply.code(statusFor(spec, result))
  if (result === undefined) return reply.send()
  const { type } = spec
  return reply.type(type ?? 'application/json').send(JSON.stringify(result))
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
