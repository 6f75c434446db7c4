import type { ErrorObject, ValidateFunction } from 'ajv'
import type { DataValidateFunction } from 'ajv/dist/types/index.js'
import { BadRequest } from '../errors.js'
import type { SchemaKeyword } from './parser.js'

/** The results of a run of a validator: for each schema, the error of each value, if any. */
interface Run {
  readonly results: Map<ValidateFunction, Map<object, ErrorObject | null>>
  count: number
  limit: number
}

let current: Run | undefined

/** Number of times that schemas can be applied, for each value in a body. */
const PER_VALUE = 100

/**
 * A keyword that is `$ref` with memory: in a run of a validator, the schema is applied to each value only once, however
 * many alternatives contain it. With the value `true`, it only counts.
 */
export const schemaRepetition: SchemaKeyword = {
  keyword: 'repeated',
  errors: 'full',
  compile: (reference: string | true, _parent, { self, schemaEnv: { root } }) => {
    let target: ValidateFunction | undefined
    const validate: DataValidateFunction = (
      value: unknown,
      context?: Parameters<ValidateFunction>[1],
    ): boolean => {
      count(context?.rootData)
      if (reference === true) return true
      target ??=
        self.getSchema(reference) ?? self.compile({ $defs: Object(root.schema).$defs, $ref: reference })
      const known = resultsOf(target)
      const isKept = typeof value === 'object' && value !== null
      const found = isKept ? known.get(value) : undefined
      if (found === undefined) {
        const isValid = target(value, context) === true
        validate.errors = isValid ? [] : (target.errors ?? [])
        if (isKept) known.set(value, isValid ? null : (target.errors?.[0] ?? null))
        return isValid
      }
      // One error suffices: all others have been reported with the first result.
      validate.errors = found === null ? [] : [found]
      return found === null
    }
    return validate
  },
  withRuns,
}

/** Returns a validator that forgets its results after each run. */
function withRuns(validate: ValidateFunction): ValidateFunction {
  const run = (value: unknown, context?: Parameters<ValidateFunction>[1]): value is unknown => {
    const outer = current
    current = { results: new Map(), count: 0, limit: 0 }
    try {
      const isValid = validate(value, context)
      Object.assign(run, { errors: validate.errors })
      return isValid
    } finally {
      current = outer
    }
  }
  return Object.assign(run, { schema: validate.schema, schemaEnv: validate.schemaEnv })
}

function resultsOf(target: ValidateFunction): Map<object, ErrorObject | null> {
  const results = current?.results.get(target) ?? new Map<object, ErrorObject | null>()
  current?.results.set(target, results)
  return results
}

/** @throws BadRequest if schemas are applied more often than the size of the body explains */
function count(root: unknown): void {
  if (current === undefined) return
  current.count += 1
  if (current.limit === 0) current.limit = PER_VALUE * (PER_VALUE + sizeOf(root))
  if (current.count > current.limit)
    throw new BadRequest('The body takes too long to validate: it is nested too deeply for its schema.')
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  let size = 1
  for (const each of Object.values(value)) size += sizeOf(each)
  return size
}
