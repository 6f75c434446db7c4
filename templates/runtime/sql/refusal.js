import { BadRequest } from '../errors.js'
/** A 400 for a value that passed validation and that a constraint of the database refuses, as a processor may make. */
export function refusedValue(fields, problem) {
  const detail = fields.length === 0 ? `a value ${problem}` : `${fields.join(', ')} ${problem}`
  return new BadRequest(detail, { errors: fields.map((field) => ({ path: `/${field}`, message: problem })) })
}
