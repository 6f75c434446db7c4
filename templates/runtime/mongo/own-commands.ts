import type { Collection, Document } from 'mongodb'
import { guarded } from '../repository/repository.js'
import type { Session } from '../store.js'
import { NativeCollections, type OpenCollection } from './collection.js'

/** The methods of the driver's collections that run in a session: whether they write, and where their options are. */
const METHODS = {
  aggregate: { options: 1, returns: 'cursor' },
  bulkWrite: { options: 1, returns: 'write' },
  countDocuments: { options: 1, returns: 'read' },
  deleteMany: { options: 1, returns: 'write' },
  deleteOne: { options: 1, returns: 'write' },
  distinct: { options: 2, returns: 'read' },
  find: { options: 1, returns: 'cursor' },
  findOne: { options: 1, returns: 'read' },
  findOneAndDelete: { options: 1, returns: 'write' },
  findOneAndReplace: { options: 2, returns: 'write' },
  findOneAndUpdate: { options: 2, returns: 'write' },
  insertMany: { options: 1, returns: 'write' },
  insertOne: { options: 1, returns: 'write' },
  replaceOne: { options: 2, returns: 'write' },
  updateMany: { options: 2, returns: 'write' },
  updateOne: { options: 2, returns: 'write' },
} as const

/** The driver's collection of a model. Its commands run in the same transaction as the repositories. */
export type OwnCollection<T extends Document = Document> = Pick<Collection<T>, keyof typeof METHODS>

/** Returns the driver's collections in a session. Their commands call no handlers. */
export type OwnCollections<Models> = <T extends Document = Document>(
  model: keyof Models & string,
) => OwnCollection<T>

/** Returns the function that opens the collections in a session. */
export function collectionsIn<Models>(session: Session): OwnCollections<Models> {
  const { native } = session
  if (!(native instanceof NativeCollections)) throw new TypeError('$collection requires MongoDB')
  return <T extends Document>(model: string): OwnCollection<T> =>
    boundCollection<T>(session, native.open(model))
}

function boundCollection<T extends Document>(session: Session, collection: OpenCollection): OwnCollection<T> {
  const { documents } = collection
  const bound: Record<string, unknown> = {}
  for (const [name, { options, returns }] of Object.entries(METHODS))
    bound[name] = (...given: readonly unknown[]) => {
      const args = [...given]
      while (args.length < options) args.push({})
      args[options] = { ...Object(args[options]), ...collection.options }
      const call = (): unknown => Reflect.apply(Reflect.get(documents, name), documents, args)
      if (returns === 'cursor') {
        session.state?.check()
        if (writes(args[0]))
          throw new TypeError('$out and $merge are not supported here: read the rows and write them.')
        return translating(session, collection, Object(call()))
      }
      return guarded(session, returns, async () => {
        const result = await collection.run(async () => call())
        // An emulated transaction must not compare later writes with documents that it read before.
        if (returns === 'write') collection.emulated?.forget(collection.model.table)
        return result
      })
    }
  // Safe because each method has the driver's arguments and result.
  return bound as OwnCollection<T>
}

/** Makes a cursor throw the errors of repositories. The driver's other methods read with one of these. */
function translating(session: Session, collection: OpenCollection, cursor: object): object {
  for (const name of ['next', 'tryNext', 'hasNext']) {
    const read = Reflect.get(cursor, name)
    const translated = (): Promise<unknown> =>
      guarded(session, 'read', () => collection.run(async () => Reflect.apply(read, cursor, [])))
    Reflect.set(cursor, name, translated)
  }
  return cursor
}

/** Returns whether a pipeline writes its result to a collection. */
function writes(pipeline: unknown): boolean {
  return (
    Array.isArray(pipeline) && pipeline.some((stage) => '$out' in Object(stage) || '$merge' in Object(stage))
  )
}
