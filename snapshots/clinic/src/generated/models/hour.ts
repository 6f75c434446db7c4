import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Doctor, DoctorWhere } from './doctor.js'

/** When a doctor works, every week, in the time zone of the organization. */
export type Hour = {
  closes: string
  id: number
  opens: string
  /** 1 is Monday, and 7 is Sunday. */
  weekday: number
  doctor: number
}

/** Values for a new hour. */
export type HourCreate = {
  closes: string
  opens: string
  /** 1 is Monday, and 7 is Sunday. */
  weekday: number
  doctor: number
}

/** Changes to a hour. */
export type HourUpdate = { [Field in keyof HourCreate]?: HourCreate[Field] }

/** Values that a request can set on a hour. */
export type HourFields = Required<HourCreate>

/** A hour in a response, without fields that the caller cannot see or did not select. */
export type HourDocument = {
  _type: 'Hour'
  _pk: string
  _self: string | null
} & Partial<Hour>

/** A filter for hours. */
export interface HourWhere extends Logical<HourWhere> {
  closes?: string | null | OrderedFilter<string>
  id?: Hour['id'] | OrderedFilter<Hour['id']>
  opens?: string | null | OrderedFilter<string>
  weekday?: number | null | OrderedFilter<number>
  doctor?: ToOneFilter<DoctorWhere, number>
}

/** The types of Hour for its repository, routes and events. */
export interface HourTypes extends ModelTypes {
  Name: 'Hour'
  Row: Hour
  Key: number
  Unique: { id: number }
  Fields: HourFields
  Create: HourCreate
  Update: HourUpdate
  Document: HourDocument
  Where: HourWhere
  Sortable: Exclude<keyof Hour, 'doctor'>
  Incrementable: 'weekday'
  Dates: never
  Relations: {
    doctor: Doctor
  }
}

/** The fields, relations and schema of Hour. */
export const hourModel: TypedModel<HourTypes> = {
  name: 'Hour',
  var: 'hour',
  table: 'hour',
  key: 'id',
  fields: {
    closes: { type: 'time', column: 'closes', required: true },
    id: { type: 'id_field', column: 'id', unique: true },
    opens: { type: 'time', column: 'opens', required: true },
    weekday: { type: 'small_integer', column: 'weekday', required: true },
  },
  relations: {
    doctor: {
      model: 'Doctor',
      side: 'holder',
      many: false,
      unique: false,
      column: 'doctor_id',
      keyType: 'id_field',
      inverse: 'hours',
      required: true,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { doctor_id: 'doctor' },
  required: ['closes', 'doctor', 'opens', 'weekday'],
  schema: { properties: { weekday: { maximum: 7, minimum: 1 } } },
  additionalProperties: false,
  createsOne: true,
  path: '/hours/:id',
}
