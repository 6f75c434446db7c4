import type {
  AnyFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Doctor, DoctorWhere } from './doctor.js'
import type { Organization, OrganizationWhere } from './organization.js'
import type { Patient, PatientWhere } from './patient.js'
import type { Service, ServiceWhere } from './service.js'

/** Possible values of `state`. */
export const appointmentStates = ['booked', 'done', 'cancelled'] as const
export type AppointmentState = (typeof appointmentStates)[number]

/** Changed only by actions, which check states, hours and overlaps. */
export type Appointment = {
  ends: string
  id: number
  /** The price of the service at the time of booking. */
  price: string
  reminded_at: string | null
  starts: string
  state: AppointmentState
  doctor: number
  organization: string
  patient: number
  service: number
}

/** Values for a new appointment. */
export type AppointmentCreate = {
  ends: string
  /** The price of the service at the time of booking. */
  price: string
  reminded_at?: string | null
  starts: string
  state?: AppointmentState
  doctor: number
  organization: string
  patient: number
  service: number
}

/** Changes to an appointment. */
export type AppointmentUpdate = { [Field in keyof AppointmentCreate]?: AppointmentCreate[Field] }

/** Values that a request can set on an appointment. */
export type AppointmentFields = Required<AppointmentCreate>

/** An appointment in a response, without fields that the caller cannot see or did not select. */
export type AppointmentDocument = {
  _type: 'Appointment'
  _pk: string
  _self: string | null
} & Partial<Appointment>

/** A filter for appointments. */
export interface AppointmentWhere extends Logical<AppointmentWhere> {
  ends?: string | null | OrderedFilter<string>
  id?: Appointment['id'] | OrderedFilter<Appointment['id']>
  price?: number | string | null | OrderedFilter<number | string>
  reminded_at?: string | null | OrderedFilter<string>
  starts?: string | null | OrderedFilter<string>
  state?: AppointmentState | null | AnyFilter<AppointmentState>
  doctor?: ToOneFilter<DoctorWhere, number>
  organization?: ToOneFilter<OrganizationWhere, string>
  patient?: ToOneFilter<PatientWhere, number>
  service?: ToOneFilter<ServiceWhere, number>
}

/** The types of Appointment for its repository, routes and events. */
export interface AppointmentTypes extends ModelTypes {
  Name: 'Appointment'
  Row: Appointment
  Key: number
  Unique: { id: number }
  Fields: AppointmentFields
  Create: AppointmentCreate
  Update: AppointmentUpdate
  Document: AppointmentDocument
  Where: AppointmentWhere
  Sortable: Exclude<keyof Appointment, 'doctor' | 'organization' | 'patient' | 'service'>
  Incrementable: 'price'
  Dates: 'ends' | 'reminded_at' | 'starts'
  Relations: {
    doctor: Doctor
    organization: Organization
    patient: Patient
    service: Service
  }
}

/** The fields, relations and schema of Appointment. */
export const appointmentModel: TypedModel<AppointmentTypes> = {
  name: 'Appointment',
  var: 'appointment',
  table: 'appointment',
  key: 'id',
  fields: {
    ends: { type: 'datetime', column: 'ends', required: true },
    id: { type: 'id_field', column: 'id', unique: true },
    price: { type: 'decimal', column: 'price', required: true, precision: 10, scale: 2, asString: true },
    reminded_at: { type: 'datetime', column: 'reminded_at' },
    starts: { type: 'datetime', column: 'starts', required: true },
    state: {
      type: 'choice',
      column: 'state',
      required: true,
      choices: appointmentStates,
      default: { value: 'booked' },
    },
  },
  relations: {
    doctor: {
      model: 'Doctor',
      side: 'holder',
      many: false,
      unique: false,
      column: 'doctor_id',
      keyType: 'id_field',
      inverse: 'appointments',
      required: true,
      onDelete: 'nullify',
    },
    organization: {
      model: 'Organization',
      side: 'holder',
      many: false,
      unique: false,
      column: 'organization_name',
      keyType: 'string',
      inverse: 'appointments',
      required: true,
      onDelete: 'nullify',
    },
    patient: {
      model: 'Patient',
      side: 'holder',
      many: false,
      unique: false,
      column: 'patient_id',
      keyType: 'id_field',
      inverse: 'appointments',
      required: true,
      onDelete: 'nullify',
    },
    service: {
      model: 'Service',
      side: 'holder',
      many: false,
      unique: false,
      column: 'service_id',
      keyType: 'id_field',
      inverse: 'appointments',
      required: true,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {
    doctor_id: 'doctor',
    organization_name: 'organization',
    patient_id: 'patient',
    service_id: 'service',
  },
  required: ['doctor', 'ends', 'organization', 'patient', 'price', 'service', 'starts'],
  schema: { properties: { price: { type: 'string' } } },
  additionalProperties: false,
  createsOne: true,
  path: '/appointments/:id',
}
