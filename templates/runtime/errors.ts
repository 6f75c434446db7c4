/** One fault among several: `path` is a JSON pointer into the body, or the name of a query parameter. */
export interface Fault {
  readonly path: string
  readonly message: string
}

export interface HttpErrorOptions {
  readonly errors?: readonly Fault[]
  readonly headers?: Readonly<Record<string, string>>
}

/** An error with a status of its own; answered as `application/problem+json` (RFC 9457). */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  readonly status: number
  readonly errors: readonly Fault[]
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, detail: string, { errors = [], headers = {} }: HttpErrorOptions = {}) {
    super(detail)
    this.status = status
    this.errors = errors
    this.headers = headers
  }
}

/** 400 */
export class BadRequest extends HttpError {
  override readonly name = 'BadRequest'
  constructor(detail: string, options?: HttpErrorOptions) {
    super(400, detail, options)
  }
}

/** 401 */
export class Unauthorized extends HttpError {
  override readonly name = 'Unauthorized'
  constructor(detail: string, options?: HttpErrorOptions) {
    super(401, detail, options)
  }
}

/** 403 */
export class Forbidden extends HttpError {
  override readonly name = 'Forbidden'
  constructor(detail: string, options?: HttpErrorOptions) {
    super(403, detail, options)
  }
}

/** 404 */
export class NotFound extends HttpError {
  override readonly name = 'NotFound'
  constructor(detail: string, options?: HttpErrorOptions) {
    super(404, detail, options)
  }
}

/** 409 */
export class Conflict extends HttpError {
  override readonly name = 'Conflict'
  constructor(detail: string, options?: HttpErrorOptions) {
    super(409, detail, options)
  }
}

/** 422 */
export class UnprocessableEntity extends HttpError {
  override readonly name = 'UnprocessableEntity'
  constructor(detail: string, options?: HttpErrorOptions) {
    super(422, detail, options)
  }
}
