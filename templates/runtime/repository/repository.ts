import type { Session } from '../store.js'
import type { ModelSpec, Models } from '../model.js'
import { RowRepository } from './row-repository.js'
import type { AggregateArgs, AggregateResult, FindArgs, ModelTypes, ReadArgs, Result } from './types.js'

/** The items of one model, as the user's code reads and writes them. The same on every engine. */
export interface Repository<T extends ModelTypes> {
  /** The item with this key, or undefined. */
  findUnique<A extends ReadArgs<T>>(
    args: A & { readonly where: T['Unique'] },
  ): Promise<Result<T, A> | undefined>
  findFirst<A extends FindArgs<T>>(args?: A): Promise<Result<T, A> | undefined>
  findMany<A extends FindArgs<T>>(args?: A): Promise<Result<T, A>[]>
  count(args?: { readonly where?: T['Where'] }): Promise<number>
  aggregate(args: AggregateArgs<T>): Promise<AggregateResult>
  /** How many items there are for each combination of values, ordered by these. */
  groupBy<F extends keyof T['Row'] & string>(args: {
    readonly by: readonly F[]
    readonly where?: T['Where']
  }): Promise<(Pick<T['Row'], F> & { readonly _count: number })[]>
  create(args: { readonly data: T['Create'] }): Promise<T['Row']>
  /** All or none. */
  createMany(args: { readonly data: readonly T['Create'][] }): Promise<T['Row'][]>
  /** The item as stored afterwards, undefined where there is none. */
  update(args: { readonly where: T['Unique']; readonly data: T['Update'] }): Promise<T['Row'] | undefined>
  updateMany(args: {
    readonly where?: T['Where']
    readonly data: T['Update']
  }): Promise<{ readonly count: number }>
  upsert(args: {
    readonly where: T['Unique']
    readonly create: T['Create']
    readonly update: T['Update']
  }): Promise<T['Row']>
  /** Whether there was one. */
  delete(args: { readonly where: T['Unique'] }): Promise<boolean>
  deleteMany(args?: { readonly where?: T['Where'] }): Promise<{ readonly count: number }>
  /** Runs `work` with this repository in one transaction; what it throws takes everything back. */
  transaction<R>(work: (repository: Repository<T>) => Promise<R>): Promise<R>
}

/** The repository of `model` in this session. */
export function repository<T extends ModelTypes>(
  session: Session,
  models: Models,
  model: ModelSpec,
): Repository<T> {
  // The types of T are emitted from the same schema as the model's fields, which the compiler cannot know.
  return new RowRepository(session, models, model) as unknown as Repository<T>
}
