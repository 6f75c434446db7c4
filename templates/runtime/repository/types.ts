import type { FieldSpec, Key, ModelSpec, RelationSpec, Row } from '../model.js'
import type { CalendarUnit } from '../store.js'

/** Comparisons for choices, booleans and keys. `null` finds items without a value. */
export interface AnyFilter<V> {
  equals?: V | null
  not?: V | null
  in?: readonly V[]
  notIn?: readonly V[]
}

/** Comparisons for numbers, dates and times. */
export interface OrderedFilter<V> extends AnyFilter<V> {
  gt?: V
  gte?: V
  lt?: V
  lte?: V
}

/** Comparisons for text. `mode: 'insensitive'` ignores case in `contains` and `startsWith`. */
export interface TextFilter extends OrderedFilter<string> {
  contains?: string
  startsWith?: string
  endsWith?: string
  mode?: 'insensitive'
}

export interface ListFilter<V> {
  has?: V
  hasEvery?: readonly V[]
  hasSome?: readonly V[]
  isNull?: boolean
}

/** Filter for fields that can be tested only for null. */
export interface PresenceFilter {
  isNull: boolean
}

/** Filter for a relation to one item: the item's key, or a filter on its fields. */
export type ToOneFilter<Where, K extends Key> = K | null | AnyFilter<K> | { is: Where }

/** Filter for a relation to many items: at least one item matches (`some`), or no item matches (`none`). */
export interface ToManyFilter<Where> {
  some?: Where
  none?: Where
}

export interface Logical<Where> {
  AND?: readonly Where[]
  OR?: readonly Where[]
  NOT?: Where
}

/** A model's types, from which the types of its repository, routes and events are derived. */
export interface ModelTypes {
  /** Name of the model: `Story`. */
  Name: string
  /** A stored item, with relations as keys. */
  Row: Row
  Key: Key
  /** The primary key under its name: `{ id: number }`. */
  Unique: Row
  /** The values that a request can set, keyed by field: stored fields, virtual fields and relations. */
  Fields: Row
  /** Input for `create`. */
  Create: Row
  /** Input for `update`. */
  Update: Row
  /**
   * An item in a response. Its type is not checked against JSON: documents can contain each other, so the compiler
   * would recurse infinitely.
   */
  Document: object
  Where: object
  /** Names of the fields by which items can be sorted. */
  Sortable: string
  /** Names of the number fields, which `{ increment: 1 }` can change. */
  Incrementable: string
  /** Names of the dates and datetimes. */
  Dates: string
  /** The types of the model of each relation: `OwnerTypes`, `OwnerTypes | null` or `StoryTypes[]`. */
  Relations: object
}

/** The description of the model that has these types. */
export interface TypedModel<T extends ModelTypes> extends ModelSpec {
  readonly name: T['Name']
  readonly key: keyof T['Unique'] & string
  readonly fields: ModelSpec['fields'] & {
    readonly [F in Exclude<keyof T['Row'], keyof T['Relations']>]: FieldSpec
  }
  readonly relations: ModelSpec['relations'] & { readonly [R in keyof T['Relations']]: RelationSpec }
}

export type Direction = 'asc' | 'desc'

/** `{ name: 'asc' }`, or a list of such objects. */
export type OrderBy<T extends ModelTypes> =
  { readonly [F in T['Sortable']]?: Direction } | readonly { readonly [F in T['Sortable']]?: Direction }[]

/** The names of a model's fields, and those of its relations that contain a key. */
type FieldName<T extends ModelTypes> = keyof T['Row'] & string

type RelationName<T extends ModelTypes> = keyof T['Relations'] & string

/** The types of the model of a relation. */
type ModelOf<Related> = Related extends readonly (infer T extends ModelTypes)[]
  ? T
  : Extract<Related, ModelTypes>

/** Relations to return as items instead of keys: `{ owner: true, stories: { include: { tags: true } } }`. */
export type Include<T extends ModelTypes> = {
  readonly [R in RelationName<T>]?:
    | true
    | {
        readonly include?: Include<ModelOf<T['Relations'][R]>>
        readonly select?: { readonly [F in FieldName<ModelOf<T['Relations'][R]>>]?: true }
      }
}

/** Accepts no other names than those of relations and fields, because a type parameter accepts all. */
type Known<T extends ModelTypes, Included> = {
  readonly [R in keyof Included]: R extends RelationName<T>
    ? { readonly [A in keyof Included[R]]: KnownIn<ModelOf<T['Relations'][R]>, A, Included[R][A]> }
    : never
}

type KnownIn<T extends ModelTypes, Arg, Names> = Arg extends 'include'
  ? Known<T, Names>
  : { readonly [F in keyof Names]: F extends FieldName<T> ? true : never }

/** The relations and fields that a read returns. They are type parameters, which determine the result's type. */
export interface ReadArgs<T extends ModelTypes, Included, Selected extends string> {
  /** Relations to return as items instead of keys: `{ owner: true }`. */
  readonly include?: Included & Known<T, Included>
  /** Fields to return: `{ name: true }`. */
  readonly select?: { readonly [F in Selected]: true }
}

/** The key of an item to read. */
export interface UniqueArgs<
  T extends ModelTypes,
  Included extends Include<T> = {},
  Selected extends FieldName<T> = FieldName<T>,
> extends ReadArgs<T, Included, Selected> {
  readonly where: T['Unique']
  /**
   * Locks the item until the transaction ends, so that no other transaction can change or lock it. Throws outside a
   * transaction.
   */
  readonly lock?: boolean
}

/** Increments a number field without losing concurrent changes. A field without a value is not changed. */
export interface Increment<Value> {
  /** A number, or a string if a JSON number cannot represent the field's values exactly. */
  readonly increment: number | Extract<Value, string>
}

/** Values to set, and numbers to increment: `{ title: 'New', views: { increment: 1 } }`. */
export type Changes<T extends ModelTypes> = {
  readonly [F in keyof T['Update']]:
    T['Update'][F] | (F extends T['Incrementable'] ? Increment<T['Update'][F]> : never)
}

export interface FindArgs<
  T extends ModelTypes,
  Included extends Include<T> = {},
  Selected extends FieldName<T> = FieldName<T>,
> extends ReadArgs<T, Included, Selected> {
  readonly where?: T['Where']
  readonly orderBy?: OrderBy<T>
  readonly take?: number
  readonly skip?: number
  /** The key of the item after which the result starts. */
  readonly cursor?: T['Key']
}

export interface FindManyArgs<
  T extends ModelTypes,
  Included extends Include<T> = {},
  Selected extends FieldName<T> = FieldName<T>,
> extends FindArgs<T, Included, Selected> {
  /**
   * Locks the items until the transaction ends, as in `findUnique`. `skip` leaves out the items that other transactions
   * have locked, instead of waiting for them.
   */
  readonly lock?: boolean | 'skip'
}

type Selection<T extends ModelTypes, Selected extends FieldName<T>> = [FieldName<T>] extends [Selected]
  ? T['Row']
  : Pick<T['Row'], Selected>

/** An item with the fields and relations named in `select` and `include`. */
export type Result<T extends ModelTypes, Included = {}, Selected extends FieldName<T> = FieldName<T>> = [
  keyof Included,
] extends [never]
  ? Selection<T, Selected>
  : Omit<Selection<T, Selected>, keyof Included> & {
      [R in keyof Included & RelationName<T>]: RelatedResult<T['Relations'][R], Included[R]>
    }

/** What a relation contains that is named in `include`. */
type RelatedResult<Related, Args> = Related extends readonly (infer T extends ModelTypes)[]
  ? RelatedResult<T, Args>[]
  : Related extends ModelTypes
    ? Result<
        Related,
        Args extends { readonly include: infer Included } ? Included : {},
        Args extends { readonly select: infer Selected }
          ? keyof Selected & FieldName<Related>
          : FieldName<Related>
      >
    : null

/** A model with a password, whose hash can be read, but not used in filters, sort orders and aggregations. */
export interface SecretModel {
  Secret: string
}

type Computable<T extends ModelTypes> = Exclude<FieldName<T>, T extends SecretModel ? T['Secret'] : never>

/** The names of the fields whose values have a type. */
type FieldsWith<T extends ModelTypes, Value> = {
  [F in Computable<T>]: [NonNullable<T['Row'][F]>] extends [Value] ? F : never
}[Computable<T>]

type Ordered<T extends ModelTypes> = Exclude<FieldsWith<T, string | number>, RelationName<T>>

/** The names of the numbers. `aggregate` also accepts lists, whose values are their items. */
type Summed<T extends ModelTypes> = T['Incrementable'] | FieldsWith<T, readonly unknown[]>

/** Values to compute from fields: `{ _sum: { price: true } }`. */
export interface Computations<
  Low extends string,
  High extends string,
  Avg extends string,
  Sum extends string,
> {
  readonly _min?: { readonly [F in Low]: true }
  readonly _max?: { readonly [F in High]: true }
  readonly _avg?: { readonly [F in Avg]: true }
  readonly _sum?: { readonly [F in Sum]: true }
}

/** The value of a field, or of an item in a list. */
type ItemOf<T extends ModelTypes, F extends string> =
  NonNullable<T['Row'][F]> extends readonly (infer Item)[] ? Item : NonNullable<T['Row'][F]>

/** An object for a computation, or nothing if it is not requested. */
type Part<Name extends string, F extends string, Values> = [F] extends [never]
  ? unknown
  : { readonly [N in Name]: Readonly<Values> }

/** The computed values, keyed by field. Without values to compute from, a sum is 0 and everything else is null. */
export type Computed<
  T extends ModelTypes,
  Low extends string,
  High extends string,
  Avg extends string,
  Sum extends string,
> = Part<'_min', Low, { [F in Low]: ItemOf<T, F> | null }> &
  Part<'_max', High, { [F in High]: ItemOf<T, F> | null }> &
  Part<'_avg', Avg, { [F in Avg]: number | null }> &
  Part<'_sum', Sum, { [F in Sum]: ItemOf<T, F> }>

/** A date by whose calendar units items are grouped. Weeks start on Monday. */
export interface DateGroup<F extends string> {
  readonly field: F
  readonly unit: CalendarUnit
  /** For a datetime, the name of a time zone, such as `Europe/Berlin`. By default, UTC. */
  readonly timezone?: string
}

type Tests<T extends ModelTypes, F extends string> = { readonly [Name in F]?: OrderedFilter<ItemOf<T, Name>> }

/** Selects groups by computed values: `{ _sum: { price: { gt: 100 } } }`. */
export interface Having<T extends ModelTypes> {
  readonly _count?: OrderedFilter<number>
  readonly _min?: Tests<T, Ordered<T>>
  readonly _max?: Tests<T, Ordered<T>>
  readonly _avg?: { readonly [F in T['Incrementable']]?: OrderedFilter<number> }
  readonly _sum?: Tests<T, T['Incrementable']>
}

/** Reads and writes a model's items. */
export interface Repository<T extends ModelTypes> {
  /** Returns the item with this key, or undefined. */
  findUnique<Included extends Include<T> = {}, Selected extends FieldName<T> = FieldName<T>>(
    args: UniqueArgs<T, Included, Selected>,
  ): Promise<Result<T, NoInfer<Included>, NoInfer<Selected>> | undefined>
  findFirst<Included extends Include<T> = {}, Selected extends FieldName<T> = FieldName<T>>(
    args?: FindArgs<T, Included, Selected>,
  ): Promise<Result<T, NoInfer<Included>, NoInfer<Selected>> | undefined>
  findMany<Included extends Include<T> = {}, Selected extends FieldName<T> = FieldName<T>>(
    args?: FindManyArgs<T, Included, Selected>,
  ): Promise<Result<T, NoInfer<Included>, NoInfer<Selected>>[]>
  count(args?: { readonly where?: T['Where'] }): Promise<number>
  aggregate<
    Low extends Computable<T> = never,
    High extends Computable<T> = never,
    Avg extends Summed<T> = never,
    Sum extends Summed<T> = never,
  >(
    args: Computations<Low, High, Avg, Sum> & { readonly where?: T['Where']; readonly _count?: true },
  ): Promise<
    Computed<T, NoInfer<Low>, NoInfer<High>, NoInfer<Avg>, NoInfer<Sum>> & { readonly _count?: number }
  >
  /**
   * Counts the items for each combination of field values, ordered by these values, and computes values from the items.
   * A date can be replaced with the first day of its day, week, month or year.
   */
  groupBy<
    F extends Computable<T> = never,
    D extends T['Dates'] = never,
    Low extends Ordered<T> = never,
    High extends Ordered<T> = never,
    Avg extends T['Incrementable'] = never,
    Sum extends T['Incrementable'] = never,
  >(
    args: Computations<Low, High, Avg, Sum> & {
      readonly by: readonly (F | DateGroup<D>)[]
      readonly where?: T['Where']
      readonly having?: Having<T>
    },
  ): Promise<
    (Pick<T['Row'], NoInfer<F | D>> &
      Computed<T, NoInfer<Low>, NoInfer<High>, NoInfer<Avg>, NoInfer<Sum>> & { readonly _count: number })[]
  >
  create(args: { readonly data: T['Create'] }): Promise<T['Row']>
  /** Creates all items, or none if one of them is rejected. */
  createMany(args: { readonly data: readonly T['Create'][] }): Promise<T['Row'][]>
  /** Changes the item with this key and returns it, or undefined if it does not exist. */
  update(args: { readonly where: T['Unique']; readonly data: Changes<T> }): Promise<T['Row'] | undefined>
  updateMany(args: {
    readonly where?: T['Where']
    readonly data: Changes<T>
  }): Promise<{ readonly count: number }>
  upsert(args: {
    readonly where: T['Unique']
    readonly create: T['Create']
    readonly update: Changes<T>
  }): Promise<T['Row']>
  /** Deletes the item with this key, and returns whether it existed. */
  delete(args: { readonly where: T['Unique'] }): Promise<boolean>
  deleteMany(args?: { readonly where?: T['Where'] }): Promise<{ readonly count: number }>
  /**
   * Runs `work` with this repository in one transaction, which is rolled back if `work` throws. In a transaction, this is
   * a nested transaction (a savepoint), if the database has them.
   */
  transaction<R>(work: (repository: Repository<T>) => Promise<R>): Promise<R>
}
