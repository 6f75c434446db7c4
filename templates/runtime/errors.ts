import { listed } from './spec/wording.js'

/** One of the errors in a request. `path` is a JSON pointer into the body, or the name of a parameter. */
export interface Fault {
  readonly path: string
  readonly message: string
  /** Where the parameter is. Absent for a body. */
  readonly in?: 'path' | 'query' | 'header' | 'cookie'
}

/** Appends a name or index to a JSON pointer (RFC 6901). */
export function pointer(path: string, step: string | number): string {
  return `${path}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Maximum number of errors in a response. */
export const MAX_LISTED = 100

export interface HttpErrorOptions {
  readonly errors?: readonly Fault[]
  /** Total number of errors, if `errors` lists only some of them. */
  readonly errorCount?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Identifies the kind of problem for programs: the `type` in the response, a URI (RFC 9457, 3.1.1). */
  readonly type?: string
}

/** An error with an HTTP status. It is sent as `application/problem+json` (RFC 9457). */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  readonly status: number
  readonly errors: readonly Fault[]
  readonly errorCount: number
  readonly headers: Readonly<Record<string, string>>
  readonly type: string
  constructor(
    status: number,
    detail: string,
    { errors = [], errorCount = errors.length, headers = {}, type = 'about:blank' }: HttpErrorOptions = {},
  ) {
    super(detail)
    this.type = type
    this.status = status
    this.errors = errors
    this.errorCount = errorCount
    this.headers = headers
  }
}

/** 400: the request is invalid. */
export class BadRequest extends HttpError {
  override readonly name = 'BadRequest'
  constructor(detail: string, options?: HttpErrorOptions) {
    super(400, detail, options)
  }
}

/** Returns the error for the values of fields, or for an unknown value. */
export function invalid(fields: readonly string[], message: string): BadRequest {
  const names = fields.length === 0 ? 'A value' : listed(fields.map((field) => `"${field}"`))
  return new BadRequest(`${names} ${message}.`, {
    errors: fields.map((field) => ({ path: `/${field}`, message })),
  })
}

/** Maximum number of errors in a response that suggest a similar name. */
const MAX_SUGGESTIONS = 20

/** Maximum number of errors that a response repeats in its `detail`. */
export const IN_DETAIL = 3
const MAX_PATH_IN_DETAIL = 200

/** Collects the errors in a request: keeps the first {@link MAX_LISTED} and counts the rest. */
export class FaultList {
  readonly #listed = new Map<string, Fault>()
  #unlisted = 0

  get errors(): readonly Fault[] {
    return [...this.#listed.values()]
  }

  /** Whether further errors should suggest a similar name, which is slow to find. */
  get suggestsNames(): boolean {
    return this.#listed.size < MAX_SUGGESTIONS
  }

  /** Adds an error, and returns undefined in place of what has not been read. */
  add(path: string, message: string, place?: Fault['in']): undefined {
    // A path can be as long as the body, so that only a few are compared.
    const fault = { path, message, ...(place && { in: place }) }
    if (this.#listed.size < MAX_LISTED) this.#listed.set(`${place} ${path}: ${message}`, fault)
    else this.#unlisted += 1
  }

  /** Adds errors after {@link MAX_LISTED} others. */
  addUnlisted(count: number): void {
    this.#unlisted += count
  }

  /**
   * Throws the collected errors, if there are any.
   * @param what the part of the request that is invalid
   * @throws BadRequest
   */
  throwIfAny(what: 'body' | 'query' | 'request' | 'values' = 'body'): void {
    if (this.#listed.size === 0) return
    const { errors } = this
    const errorCount = errors.length + this.#unlisted
    throw new BadRequest(`Invalid ${what}: ${errorSummary(errors, errorCount)}.`, { errors, errorCount })
  }
}

/** Returns one line with the first {@link IN_DETAIL} errors and the number of further errors. */
export function errorSummary(errors: readonly Fault[], count = errors.length): string {
  const lines = errors.slice(0, IN_DETAIL).map(({ path, message }) => {
    const name = path.replace(/^\//, '').slice(0, MAX_PATH_IN_DETAIL)
    return name === '' ? message : `${name}: ${message}`
  })
  return lines.join('; ') + (count > IN_DETAIL ? `; and ${count - IN_DETAIL} more` : '')
}

/** 401: the caller must log in. */
export class Unauthorized extends HttpError {
  override readonly name = 'Unauthorized'
  constructor(detail: string, options?: HttpErrorOptions) {
    super(401, detail, options)
  }
}

/** 403: the caller does not have permission. */
export class Forbidden extends HttpError {
  override readonly name = 'Forbidden'
  constructor(detail: string, options?: HttpErrorOptions) {
    super(403, detail, options)
  }
}

/** 404: the path or the item does not exist. */
export class NotFound extends HttpError {
  override readonly name = 'NotFound'
  constructor(detail: string, options?: HttpErrorOptions) {
    super(404, detail, options)
  }
}

/** 409: the request conflicts with stored items. */
export class Conflict extends HttpError {
  override readonly name: string = 'Conflict'
  constructor(detail: string, options?: HttpErrorOptions) {
    super(409, detail, options)
  }
}

/** 409: another item has the same value in a unique field, or in a unique group of fields. */
export class UniqueViolation extends Conflict {
  override readonly name = 'UniqueViolation'
  readonly model: string
  /** Sorted names of the fields; empty if the database does not report them. */
  readonly fields: readonly string[]
  /** Index of the item, if there are several. */
  readonly index: number | undefined
  constructor(model: string, given: readonly string[], index?: number) {
    const base = index === undefined ? '' : `/${index}`
    const fields = given.toSorted()
    super(`Another ${model} has the same ${fields.length === 0 ? 'value' : listed(fields)}.`, {
      errors: fields.map((field) => ({
        path: pointer(base, field),
        message: `another ${model} has the same value`,
      })),
    })
    this.model = model
    this.fields = fields
    this.index = index
  }
}

/** 409: other items refer to an item that is being deleted, or a key refers to an item that does not exist. */
export class ReferenceViolation extends Conflict {
  override readonly name = 'ReferenceViolation'
  readonly reason: 'missing' | 'referenced'
  /** The fields that contain the key; empty if the database does not report them. */
  readonly fields: readonly string[]
  constructor(
    reason: 'missing' | 'referenced',
    { model, fields = [] }: { readonly model?: string; readonly fields?: readonly string[] } = {},
  ) {
    super(
      reason === 'missing'
        ? 'A key refers to an item that does not exist.'
        : `${model === undefined ? 'The item' : `This ${model}`} cannot be deleted because other items refer to it.`,
    )
    this.reason = reason
    this.fields = fields
  }
}

/** 409: the change violates a constraint that you have added to the database. `cause` is the database's error. */
export class ConstraintViolation extends Conflict {
  override readonly name = 'ConstraintViolation'
  constructor(cause: unknown) {
    super('The change violates a constraint of the database.')
    this.cause = cause
  }
}

/** 422: the request is valid, but cannot be processed. */
export class UnprocessableEntity extends HttpError {
  override readonly name = 'UnprocessableEntity'
  constructor(detail: string, options?: HttpErrorOptions) {
    super(422, detail, options)
  }
}

/**
 * Runs work whose input comes from your code instead of the request. An error in such input is logged and returned as a
 * 500, not as a 400.
 * @param source the source of the input, with which the error message starts
 * @throws TypeError instead of an HttpError
 */
export function asProgramError<Result>(source: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    throw new TypeError(`${source}: ${error.message}`, { cause: error })
  }
}

/** Returns an error about one item in a list. The paths in the error contain the item's index: `/1/name`. */
export function withItemIndex(error: unknown, index: number): unknown {
  if (error instanceof UniqueViolation) return new UniqueViolation(error.model, error.fields, index)
  if (!(error instanceof HttpError)) return error
  const { status, message, headers, errorCount } = error
  const errors =
    error.errors.length === 0
      ? [{ path: `/${index}`, message }]
      : error.errors.map((fault) => ({ ...fault, path: `/${index}${fault.path}` }))
  return new HttpError(status, message, { errors, errorCount, headers })
}

/**
 * Runs `work` for the items in a body one at a time, so that each call sees the changes made by earlier calls. If the
 * body is a list, errors contain the index of the item.
 */
export async function forEachItem<In, Out>(
  { body }: { readonly body: unknown },
  items: readonly In[],
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = []
  for (const item of items) {
    try {
      results.push(await work(item))
    } catch (error) {
      throw Array.isArray(body) ? withItemIndex(error, results.length) : error
    }
  }
  return results
}
