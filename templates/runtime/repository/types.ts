import type { Json } from '../json.js'
import type { Key } from '../model.js'

/** Comparisons that fit every field. `null` finds items without a value. */
export interface AnyFilter<V> {
  equals?: V | null
  not?: V | null
  in?: readonly V[]
  notIn?: readonly V[]
}

/** Comparisons of values that have an order. */
export interface OrderedFilter<V> extends AnyFilter<V> {
  gt?: V
  gte?: V
  lt?: V
  lte?: V
}

/** Comparisons of text; `mode: 'insensitive'` ignores case in `contains` and `startsWith`. */
export interface TextFilter extends OrderedFilter<string> {
  contains?: string
  startsWith?: string
  endsWith?: string
  mode?: 'insensitive'
}

/** Comparisons of lists. */
export interface ListFilter<V> {
  has?: V
  hasEvery?: readonly V[]
  hasSome?: readonly V[]
  isNull?: boolean
}

/** Fields that have no comparison but whether there is a value. */
export interface PresenceFilter {
  isNull: boolean
}

/** A relation to one item: its key, or a filter of the item's own fields. */
export type ToOneFilter<Where, K extends Key> = K | null | AnyFilter<K> | { is: Where }

/** A relation to many: at least one item, or none, that the filter selects. */
export interface ToManyFilter<Where> {
  some?: Where
  none?: Where
}

/** Filters joined. */
export interface Logical<Where> {
  AND?: readonly Where[]
  OR?: readonly Where[]
  NOT?: Where
}

/** What the compiler knows of a model: each emitted model gives one. */
export interface ModelTypes {
  /** `Story` */
  Name: string
  /** A stored item, back-references as keys. */
  Row: object
  Key: Key
  /** The primary key by its name: `{ id: number }`. */
  Unique: object
  /** What a body can set, by field: stored and virtual fields, and relations. */
  Fields: object
  /** What `create` takes. */
  Create: object
  /** What `update` takes. */
  Update: object
  Where: object
  /** Names of fields to sort by. */
  Sortable: string
  /** Relations: name → what `include` puts in its place. */
  Relations: object
}

export type Direction = 'asc' | 'desc'

/** `{ name: 'asc' }`, or a list of these. */
export type OrderBy<T extends ModelTypes> =
  { readonly [F in T['Sortable']]?: Direction } | readonly { readonly [F in T['Sortable']]?: Direction }[]

/** `true`: the other items themselves, in place of their keys. */
export type Include<T extends ModelTypes> = { readonly [R in keyof T['Relations']]?: true }

/** Only these fields. */
export type Select<T extends ModelTypes> = { readonly [F in keyof T['Row']]?: true }

export interface ReadArgs<T extends ModelTypes> {
  readonly include?: Include<T>
  readonly select?: Select<T>
}

export interface FindArgs<T extends ModelTypes> extends ReadArgs<T> {
  readonly where?: T['Where']
  readonly orderBy?: OrderBy<T>
  readonly take?: number
  readonly skip?: number
  /** Only items that come after the one with this key. */
  readonly cursor?: T['Key']
}

type Included<T extends ModelTypes, A> = A extends { readonly include: infer I }
  ? { readonly [R in keyof I & keyof T['Relations']]: T['Relations'][R] }
  : unknown

type Selected<T extends ModelTypes, A> = A extends { readonly select: infer S }
  ? Pick<T['Row'], keyof S & keyof T['Row']>
  : T['Row']

/** An item as the arguments ask for it. */
export type Result<T extends ModelTypes, A> = Omit<Selected<T, A>, keyof Included<T, A>> & Included<T, A>

/** Names of fields to compute with. */
type FieldsOf<T extends ModelTypes> = { readonly [F in keyof T['Row']]?: true }

export interface AggregateArgs<T extends ModelTypes> {
  readonly where?: T['Where']
  readonly _count?: true
  readonly _min?: FieldsOf<T>
  readonly _max?: FieldsOf<T>
  readonly _avg?: FieldsOf<T>
  readonly _sum?: FieldsOf<T>
}

/** Values by field, for each of the computations that were asked for. */
export interface AggregateResult {
  readonly _count?: number
  readonly _min?: Readonly<Record<string, Json>>
  readonly _max?: Readonly<Record<string, Json>>
  readonly _avg?: Readonly<Record<string, Json>>
  readonly _sum?: Readonly<Record<string, Json>>
}
