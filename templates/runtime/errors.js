/** An error with a status of its own; answered as `application/problem+json` (RFC 9457). */
export class HttpError extends Error {
  name = 'HttpError'
  status
  errors
  headers
  constructor(status, detail, { errors = [], headers = {} } = {}) {
    super(detail)
    this.status = status
    this.errors = errors
    this.headers = headers
  }
}
/** 400 */
export class BadRequest extends HttpError {
  name = 'BadRequest'
  constructor(detail, options) {
    super(400, detail, options)
  }
}
/** 401 */
export class Unauthorized extends HttpError {
  name = 'Unauthorized'
  constructor(detail, options) {
    super(401, detail, options)
  }
}
/** 403 */
export class Forbidden extends HttpError {
  name = 'Forbidden'
  constructor(detail, options) {
    super(403, detail, options)
  }
}
/** 404 */
export class NotFound extends HttpError {
  name = 'NotFound'
  constructor(detail, options) {
    super(404, detail, options)
  }
}
/** 409 */
export class Conflict extends HttpError {
  name = 'Conflict'
  constructor(detail, options) {
    super(409, detail, options)
  }
}
/** 422 */
export class UnprocessableEntity extends HttpError {
  name = 'UnprocessableEntity'
  constructor(detail, options) {
    super(422, detail, options)
  }
}
