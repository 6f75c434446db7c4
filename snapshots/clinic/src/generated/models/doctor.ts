import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Appointment, AppointmentWhere } from './appointment.js'
import type { Hour, HourWhere } from './hour.js'
import type { Organization, OrganizationWhere } from './organization.js'
import type { User, UserWhere } from './user.js'

/** A doctor as stored; relations are keys. */
export type Doctor = {
  id: number
  name: string
  account: string | null
  organization: string
}

/** Values for a new doctor. */
export type DoctorCreate = {
  name: string
  account?: string | null
}

/** Changes to a doctor. */
export type DoctorUpdate = { [Field in keyof DoctorCreate]?: DoctorCreate[Field] }

/** Values of a doctor that only the service sets. */
export type DoctorReadOnly = {
  organization: string
  appointments?: number[]
  hours?: number[]
}

/** Values that a request can set on a doctor. */
export type DoctorFields = Required<DoctorCreate & DoctorReadOnly>

/** A doctor in a response, without fields that the caller cannot see or did not select. */
export type DoctorDocument = {
  _type: 'Doctor'
  _pk: string
  _self: string | null
} & Partial<Doctor>

/** A filter for doctors. */
export interface DoctorWhere extends Logical<DoctorWhere> {
  id?: Doctor['id'] | OrderedFilter<Doctor['id']>
  name?: string | null | TextFilter
  account?: ToOneFilter<UserWhere, string>
  appointments?: ToManyFilter<AppointmentWhere>
  hours?: ToManyFilter<HourWhere>
  organization?: ToOneFilter<OrganizationWhere, string>
}

/** The types of Doctor for its repository, routes and events. */
export interface DoctorTypes extends ModelTypes {
  Name: 'Doctor'
  Row: Doctor
  Key: number
  Unique: { id: number }
  Fields: DoctorFields
  Create: DoctorCreate & DoctorReadOnly
  Update: Partial<DoctorCreate & DoctorReadOnly>
  Document: DoctorDocument
  Where: DoctorWhere
  Sortable: Exclude<keyof Doctor, 'account' | 'organization'>
  Incrementable: never
  Dates: never
  Relations: {
    account: User | null
    appointments: Appointment[]
    hours: Hour[]
    organization: Organization
  }
}

/** The fields, relations and schema of Doctor. */
export const doctorModel: TypedModel<DoctorTypes> = {
  name: 'Doctor',
  var: 'doctor',
  table: 'doctor',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    name: { type: 'string', column: 'name', required: true },
  },
  relations: {
    account: {
      model: 'User',
      side: 'holder',
      many: false,
      unique: true,
      column: 'account_username',
      keyType: 'string',
      inverse: 'doctor',
      required: false,
      onDelete: 'nullify',
    },
    appointments: {
      model: 'Appointment',
      side: 'one',
      many: true,
      unique: false,
      column: 'doctor_id',
      keyType: 'id_field',
      inverse: 'doctor',
      required: false,
      listed: false,
      onDelete: 'restrict',
    },
    hours: {
      model: 'Hour',
      side: 'one',
      many: true,
      unique: false,
      column: 'doctor_id',
      keyType: 'id_field',
      inverse: 'doctor',
      required: false,
      listed: false,
      onDelete: 'cascade',
    },
    organization: {
      model: 'Organization',
      side: 'holder',
      many: false,
      unique: false,
      column: 'organization_name',
      keyType: 'string',
      inverse: 'doctors',
      required: true,
      onDelete: 'nullify',
      default: { user: 'organization' },
    },
  },
  foreignKeys: { organization_name: 'organization', account_username: 'account' },
  writeRules: {
    account: { writableBy: true },
    appointments: { readOnly: true },
    hours: { readOnly: true },
    organization: { readOnly: true },
  },
  required: ['name'],
  additionalProperties: false,
  createsOne: true,
  path: '/doctors/:id',
}
