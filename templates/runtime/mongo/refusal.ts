import { MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb'
import { BadRequest } from '../errors.js'
import { Unavailable, UniqueViolation } from '../store.js'
import type { CollectionMap } from './collection-map.js'

const DUPLICATE_KEY = 11_000
const TOO_LARGE: ReadonlySet<unknown> = new Set([10_334, 17_419, 17_420])

/** What the driver's error means; an unknown one is given back as it is, and so are those that the driver itself tries again. */
export function refusal(error: unknown, map: CollectionMap): unknown {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) {
    return new Unavailable('the database does not answer', { cause: error })
  }
  if (!(error instanceof MongoServerError)) return error
  if (error.code === DUPLICATE_KEY) {
    return new UniqueViolation(
      map.model.name,
      takenPaths(error).map((path) => map.nameOf(path)),
    )
  }
  if (TOO_LARGE.has(error.code))
    return new BadRequest(`this ${map.model.name} is larger than the database can store`)
  return error
}

/** The paths of the index that refused: told as such, or, of a bulk write, in the message alone. */
function takenPaths(error: MongoServerError): string[] {
  const pattern: unknown = error['keyPattern']
  if (typeof pattern === 'object' && pattern !== null) return Object.keys(pattern)
  const [, path] = /index: (\S+?)_(?:-?1)?\s/.exec(error.message) ?? []
  return path === undefined ? [] : [path]
}
