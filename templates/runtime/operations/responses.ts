import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import type { ValidateFunction } from 'ajv'
import { type CompileSchema, faultsOf } from '../body/compiler.js'
import { HttpError } from '../errors.js'
import type { JsonObject } from '../json.js'

/**
 * The declared responses of an operation by status code, range (`4XX`) or `default`: the JSON schema of the body, or null
 * if the body is not JSON or has no schema.
 */
export type ResponseSpecs = Readonly<Record<string, JsonObject | null>>

/** The first digit of a status code as a range: `4XX` for 404. */
type RangeOf<Status extends number> = `${Status}` extends `${infer Digit}${number}` ? `${Digit}XX` : never

/** The status codes that an operation declares: any code if it declares a range or `default`. */
export type StatusOf<Responses> = keyof Responses extends number ? keyof Responses : number

/** The body that an operation declares for a status code. */
export type BodyOf<Responses, Status extends number> = Status extends keyof Responses
  ? Responses[Status]
  : RangeOf<Status> extends keyof Responses
    ? Responses[RangeOf<Status>]
    : Responses['default' & keyof Responses]

/** Returns what is declared for a status, its range or `default`; undefined if nothing is. */
export function declaredFor<T>(declared: Readonly<Record<string, T>>, status: number): T | undefined {
  const key = [String(status), `${String(status).charAt(0)}XX`, 'default'].find((each) =>
    Object.hasOwn(declared, each),
  )
  return key === undefined ? undefined : declared[key]
}

/** Sends a response that the operation declares. */
export interface Respond<Responses> {
  /** Sends a body with a status code: `return respond(404, { message: 'No such pet' })`, or none: `respond(204)`. */
  respond<Status extends StatusOf<Responses>>(
    status: Status,
    ...body: undefined extends BodyOf<Responses, Status>
      ? [body?: BodyOf<Responses, Status>]
      : [body: BodyOf<Responses, Status>]
  ): FastifyReply
}

/** Checks responses against their declarations if the `validate_responses` setting is on. */
export class ResponseChecks {
  readonly #isOn: boolean
  readonly #compile: CompileSchema
  readonly #compiled = new WeakMap<JsonObject, ValidateFunction>()

  constructor(isOn: boolean, compile: CompileSchema) {
    this.#isOn = isOn
    this.#compile = compile
  }

  /** Returns the function that sends a declared response. */
  responder(specs: ResponseSpecs, reply: FastifyReply): Respond<Record<number, unknown>> {
    return {
      respond: (status, ...[body]) => {
        this.check(specs, status, body, reply)
        reply.code(status)
        return body === undefined ? reply.send() : reply.type('application/json').send(JSON.stringify(body))
      },
    }
  }

  /** Checks what a function passes to `reply.send`, until the returned function is called. */
  watch(specs: ResponseSpecs, reply: FastifyReply): () => void {
    if (!this.#isOn) return () => {}
    const { send } = reply
    reply.send = (payload?: unknown) => {
      if (!(payload instanceof Error)) this.check(specs, reply.statusCode, jsonIn(payload, reply), reply)
      return send.call(reply, payload)
    }
    return () => {
      reply.send = send
    }
  }

  /** @throws HttpError 500 with the JSON pointer to each value that the declaration does not allow */
  check(specs: ResponseSpecs, status: number, body: unknown, { log }: Pick<FastifyReply, 'log'>): void {
    if (!this.#isOn) return
    const schema = declaredFor(specs, status)
    const refuse = (reason: string): HttpError => {
      log.error(`the response does not match its declaration: ${reason}`)
      return new HttpError(500, `The response does not match its declaration: ${reason}.`)
    }
    if (schema === undefined) throw refuse(`the status ${status} is not declared`)
    if (schema === null || body === undefined) return
    const validate = this.#compiled.get(schema) ?? this.#compile(schema)
    this.#compiled.set(schema, validate)
    // Validates what the client receives: `toJSON` and undefined properties have an effect.
    if (validate(JSON.parse(JSON.stringify(body)))) return
    const faults = faultsOf(validate.errors ?? [])
    throw refuse(faults.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; '))
  }
}

/** Returns the JSON value that a reply sends, or undefined if it sends something else. */
function jsonIn(payload: unknown, reply: FastifyReply): unknown {
  if (payload === null || Buffer.isBuffer(payload) || payload instanceof Readable) return undefined
  if (typeof payload !== 'string') return payload
  return /[/+]json\b/.test(String(reply.getHeader('content-type'))) ? JSON.parse(payload) : undefined
}
