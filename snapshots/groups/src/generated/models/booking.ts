import { rejectLostDigits } from '../runtime/body/digits.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import { decimalRule } from '../runtime/values/exact-numbers.js'

/** A booking as stored; relations are keys. */
export type Booking = {
  day: string | null
  hours: number | string | null
  id: number
  room: string | null
}

/** Values for a new booking. */
export type BookingCreate = {
  day?: string | null
  hours?: number | string | null
  room?: string | null
}

/** Changes to a booking. */
export type BookingUpdate = { [Field in keyof BookingCreate]?: BookingCreate[Field] }

/** Values that a request can set on a booking. */
export type BookingFields = Required<BookingCreate>

/** A booking in a response, without fields that the caller cannot see or did not select. */
export type BookingDocument = {
  _type: 'Booking'
  _pk: string
  _self: string | null
} & Partial<Booking>

/** A filter for bookings. */
export interface BookingWhere extends Logical<BookingWhere> {
  day?: string | null | OrderedFilter<string>
  hours?: number | string | null | OrderedFilter<number | string>
  id?: Booking['id'] | OrderedFilter<Booking['id']>
  room?: string | null | TextFilter
}

/** The types of Booking for its repository, routes and events. */
export interface BookingTypes extends ModelTypes {
  Name: 'Booking'
  Row: Booking
  Key: number
  Unique: { id: number }
  Fields: BookingFields
  Create: BookingCreate
  Update: BookingUpdate
  Document: BookingDocument
  Where: BookingWhere
  Sortable: keyof Booking
  Incrementable: 'hours'
  Dates: 'day'
  Relations: {}
}

/** The fields, relations and schema of Booking. */
export const bookingModel: TypedModel<BookingTypes> = {
  name: 'Booking',
  var: 'booking',
  table: 'booking',
  key: 'id',
  fields: {
    day: { type: 'date', column: 'day' },
    hours: { type: 'decimal', rule: decimalRule, column: 'hours' },
    id: { type: 'id_field', column: 'id', unique: true },
    room: { type: 'string', column: 'room' },
  },
  relations: {},
  foreignKeys: {},
  additionalProperties: false,
  exactNumbers: rejectLostDigits,
  path: ['/bookings/', 'id'],
}
