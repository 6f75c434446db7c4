import { MergingBodyReader } from '../runtime/body/dicts.js'
import { rejectLostDigits } from '../runtime/body/digits.js'
import type { Json } from '../runtime/json.js'
import type {
  AnyFilter,
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

/** Possible values of `a_choice`. */
export const sampleAChoices = ['one', 'two'] as const
export type SampleAChoice = (typeof sampleAChoices)[number]

/** A sample as stored; relations are keys. */
export type Sample = {
  a_big_integer: number | string | null
  a_binary: string | null
  a_boolean: boolean | null
  a_choice: SampleAChoice | null
  a_date: string | null
  a_datetime: string | null
  a_decimal: number | string | null
  a_decimal_text: string | null
  a_dict:
    | ({
        size?: number
      } & { [k: string]: Json })
    | null
  a_float: number | null
  a_list: number[] | null
  a_pickle: Json
  a_small_integer: number | null
  a_string: string | null
  a_text: string | null
  a_time: string | null
  a_unique: number | null
  an_integer: number | null
  an_interval: number | null
  id: number
}

/** Values for a new sample. */
export type SampleCreate = {
  a_big_integer?: number | string | null
  a_binary?: string | null
  a_boolean?: boolean | null
  a_choice?: SampleAChoice | null
  a_date?: string | null
  a_datetime?: string | null
  a_decimal?: number | string | null
  a_decimal_text?: string | null
  a_dict?: Sample['a_dict']
  a_float?: number | null
  a_list?: number[] | null
  a_pickle?: Json
  a_small_integer?: number | null
  a_string?: string | null
  a_text?: string | null
  a_time?: string | null
  a_unique?: number | null
  an_integer?: number | null
  an_interval?: number | null
}

/** Changes to a sample. */
export type SampleUpdate = { [Field in keyof SampleCreate]?: SampleCreate[Field] }

/** Values that a request can set on a sample. */
export type SampleFields = Required<SampleCreate>

/** A sample in a response, without fields that the caller cannot see or did not select. */
export type SampleDocument = {
  _type: 'Sample'
  _pk: string
  _self: string | null
} & Partial<Sample>

/** A filter for samples. */
export interface SampleWhere extends Logical<SampleWhere> {
  a_big_integer?: number | string | null | OrderedFilter<number | string>
  a_binary?: PresenceFilter
  a_boolean?: boolean | null | AnyFilter<boolean>
  a_choice?: SampleAChoice | null | AnyFilter<SampleAChoice>
  a_date?: string | null | OrderedFilter<string>
  a_datetime?: string | null | OrderedFilter<string>
  a_decimal?: number | string | null | OrderedFilter<number | string>
  a_decimal_text?: number | string | null | OrderedFilter<number | string>
  a_dict?: PresenceFilter
  a_float?: number | null | OrderedFilter<number>
  a_list?: ListFilter<NonNullable<Sample['a_list']>[number]>
  a_pickle?: PresenceFilter
  a_small_integer?: number | null | OrderedFilter<number>
  a_string?: string | null | TextFilter
  a_text?: string | null | TextFilter
  a_time?: string | null | OrderedFilter<string>
  a_unique?: number | null | OrderedFilter<number>
  an_integer?: number | null | OrderedFilter<number>
  an_interval?: number | null | OrderedFilter<number>
  id?: Sample['id'] | OrderedFilter<Sample['id']>
}

/** The types of Sample for its repository, routes and events. */
export interface SampleTypes extends ModelTypes {
  Name: 'Sample'
  Row: Sample
  Key: number
  Unique: { id: number }
  Fields: SampleFields
  Create: SampleCreate
  Update: SampleUpdate
  Document: SampleDocument
  Where: SampleWhere
  Sortable: keyof Sample
  Incrementable:
    | 'a_big_integer'
    | 'a_decimal'
    | 'a_decimal_text'
    | 'a_float'
    | 'a_small_integer'
    | 'a_unique'
    | 'an_integer'
    | 'an_interval'
  Dates: 'a_date' | 'a_datetime'
  Relations: {}
}

/** The fields, relations and schema of Sample. */
export const sampleModel: TypedModel<SampleTypes> = {
  name: 'Sample',
  var: 'sample',
  table: 'sample',
  key: 'id',
  fields: {
    a_big_integer: { type: 'big_integer', rule: bigIntegerRule, column: 'a_big_integer' },
    a_binary: { type: 'binary', rule: binaryRule, column: 'a_binary' },
    a_boolean: { type: 'boolean', column: 'a_boolean' },
    a_choice: { type: 'choice', column: 'a_choice', choices: sampleAChoices },
    a_date: { type: 'date', column: 'a_date' },
    a_datetime: { type: 'datetime', column: 'a_datetime' },
    a_decimal: { type: 'decimal', rule: decimalRule, column: 'a_decimal' },
    a_decimal_text: {
      type: 'decimal',
      rule: decimalRule,
      column: 'a_decimal_text',
      precision: 30,
      scale: 8,
      asString: true,
      schema: { type: ['string', 'null'] },
    },
    a_dict: { type: 'dict', column: 'a_dict', schema: { properties: { size: { type: 'integer' } } } },
    a_float: { type: 'float', column: 'a_float' },
    a_list: { type: 'list', column: 'a_list', itemType: 'integer' },
    a_pickle: { type: 'pickle', column: 'a_pickle' },
    a_small_integer: { type: 'small_integer', column: 'a_small_integer' },
    a_string: { type: 'string', column: 'a_string', maxLength: 10 },
    a_text: { type: 'text', column: 'a_text' },
    a_time: { type: 'time', rule: timeRule, column: 'a_time' },
    a_unique: { type: 'integer', column: 'a_unique', unique: true },
    an_integer: { type: 'integer', column: 'an_integer' },
    an_interval: { type: 'interval', column: 'an_interval' },
    id: { type: 'id_field', column: 'id', unique: true },
  },
  relations: {},
  foreignKeys: {},
  additionalProperties: false,
  exactNumbers: rejectLostDigits,
  bodies: MergingBodyReader,
  path: ['/samples/', 'id'],
}
