import { MergingBodyReader } from '../runtime/body/dicts.js'
import { rejectLostDigits } from '../runtime/body/digits.js'
import type { Json } from '../runtime/json.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  PresenceFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import { binaryRule } from '../runtime/values/binary.js'
import { bigIntegerRule, decimalRule } from '../runtime/values/exact-numbers.js'
import { timeRule } from '../runtime/values/time-of-day.js'

/** Possible items of `of_choices`. */
export const listingOfChoices = ['a', 'b', 3] as const
export type ListingOfChoice = (typeof listingOfChoices)[number]

/** A listing as stored; relations are keys. */
export type Listing = {
  code: string | null
  dict_default: { [k: string]: Json } | null
  id: number
  of_anything: Json[] | null
  of_big_integer: (number | string)[] | null
  of_binary: string[] | null
  of_boolean: boolean[] | null
  of_choices: ListingOfChoice[] | null
  of_date: string[] | null
  of_datetime: string[] | null
  of_decimal: (number | string)[] | null
  of_float: number[] | null
  of_integer: number[] | null
  of_interval: number[] | null
  of_small_integer: number[] | null
  of_string: string[] | null
  of_text: string[] | null
  of_time: string[] | null
  rank: number
  with_default: string[] | null
}

/** Values for a new listing. */
export type ListingCreate = {
  code?: string | null
  dict_default?: { [k: string]: Json } | null
  of_anything?: Json[] | null
  of_big_integer?: (number | string)[] | null
  of_binary?: string[] | null
  of_boolean?: boolean[] | null
  of_choices?: ListingOfChoice[] | null
  of_date?: string[] | null
  of_datetime?: string[] | null
  of_decimal?: (number | string)[] | null
  of_float?: number[] | null
  of_integer?: number[] | null
  of_interval?: number[] | null
  of_small_integer?: number[] | null
  of_string?: string[] | null
  of_text?: string[] | null
  of_time?: string[] | null
  rank?: number
  with_default?: string[] | null
}

/** Changes to a listing. */
export type ListingUpdate = { [Field in keyof ListingCreate]?: ListingCreate[Field] }

/** Values that a request can set on a listing. */
export type ListingFields = Required<ListingCreate>

/** A listing in a response, without fields that the caller cannot see or did not select. */
export type ListingDocument = {
  _type: 'Listing'
  _pk: string
  _self: string | null
} & Partial<Listing>

/** A filter for listings. */
export interface ListingWhere extends Logical<ListingWhere> {
  code?: string | null | TextFilter
  dict_default?: PresenceFilter
  id?: Listing['id'] | OrderedFilter<Listing['id']>
  of_anything?: ListFilter<NonNullable<Listing['of_anything']>[number]>
  of_big_integer?: ListFilter<NonNullable<Listing['of_big_integer']>[number]>
  of_binary?: ListFilter<NonNullable<Listing['of_binary']>[number]>
  of_boolean?: ListFilter<NonNullable<Listing['of_boolean']>[number]>
  of_choices?: ListFilter<ListingOfChoice>
  of_date?: ListFilter<NonNullable<Listing['of_date']>[number]>
  of_datetime?: ListFilter<NonNullable<Listing['of_datetime']>[number]>
  of_decimal?: ListFilter<NonNullable<Listing['of_decimal']>[number]>
  of_float?: ListFilter<NonNullable<Listing['of_float']>[number]>
  of_integer?: ListFilter<NonNullable<Listing['of_integer']>[number]>
  of_interval?: ListFilter<NonNullable<Listing['of_interval']>[number]>
  of_small_integer?: ListFilter<NonNullable<Listing['of_small_integer']>[number]>
  of_string?: ListFilter<NonNullable<Listing['of_string']>[number]>
  of_text?: ListFilter<NonNullable<Listing['of_text']>[number]>
  of_time?: ListFilter<NonNullable<Listing['of_time']>[number]>
  rank?: number | null | OrderedFilter<number>
  with_default?: ListFilter<NonNullable<Listing['with_default']>[number]>
}

/** The types of Listing for its repository, routes and events. */
export interface ListingTypes extends ModelTypes {
  Name: 'Listing'
  Row: Listing
  Key: number
  Unique: { id: number }
  Fields: ListingFields
  Create: ListingCreate
  Update: ListingUpdate
  Document: ListingDocument
  Where: ListingWhere
  Sortable: keyof Listing
  Incrementable: 'rank'
  Dates: never
  Relations: {}
}

/** The fields, relations and schema of Listing. */
export const listingModel: TypedModel<ListingTypes> = {
  name: 'Listing',
  var: 'listing',
  table: 'listing',
  key: 'id',
  fields: {
    code: {
      type: 'string',
      column: 'code',
      unique: true,
      maxLength: 4,
      schema: { minLength: 2, pattern: '^[a-z]+$' },
    },
    dict_default: { type: 'dict', column: 'dict_default', default: { value: { a: { b: 1 } } } },
    id: { type: 'id_field', column: 'id', unique: true },
    of_anything: { type: 'list', column: 'of_anything' },
    of_big_integer: { type: 'list', rule: bigIntegerRule, column: 'of_big_integer', itemType: 'big_integer' },
    of_binary: { type: 'list', rule: binaryRule, column: 'of_binary', itemType: 'binary' },
    of_boolean: { type: 'list', column: 'of_boolean', itemType: 'boolean' },
    of_choices: { type: 'list', column: 'of_choices', choices: listingOfChoices },
    of_date: { type: 'list', column: 'of_date', itemType: 'date' },
    of_datetime: { type: 'list', column: 'of_datetime', itemType: 'datetime' },
    of_decimal: { type: 'list', rule: decimalRule, column: 'of_decimal', itemType: 'decimal' },
    of_float: { type: 'list', column: 'of_float', itemType: 'float' },
    of_integer: { type: 'list', column: 'of_integer', itemType: 'integer' },
    of_interval: { type: 'list', column: 'of_interval', itemType: 'interval' },
    of_small_integer: { type: 'list', column: 'of_small_integer', itemType: 'small_integer' },
    of_string: { type: 'list', column: 'of_string', itemType: 'string' },
    of_text: { type: 'list', column: 'of_text', itemType: 'text' },
    of_time: { type: 'list', rule: timeRule, column: 'of_time', itemType: 'time' },
    rank: { type: 'integer', column: 'rank', required: true, default: { value: 5 } },
    with_default: {
      type: 'list',
      column: 'with_default',
      itemType: 'string',
      default: { value: ['x', 'y'] },
    },
  },
  relations: {},
  foreignKeys: {},
  additionalProperties: false,
  exactNumbers: rejectLostDigits,
  bodies: MergingBodyReader,
  path: ['/listings/', 'id'],
}
