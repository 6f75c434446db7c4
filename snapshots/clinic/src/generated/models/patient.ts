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
import type { Attachment, AttachmentWhere } from './attachment.js'
import type { Organization, OrganizationWhere } from './organization.js'
import type { User, UserWhere } from './user.js'

/** A patient as stored; relations are keys. */
export type Patient = {
  email: string
  id: number
  name: string
  account: string | null
  organization: string
}

/** Values for a new patient. */
export type PatientCreate = {
  email: string
  name: string
  account?: string | null
}

/** Changes to a patient. */
export type PatientUpdate = { [Field in keyof PatientCreate]?: PatientCreate[Field] }

/** Values of a patient that only the service sets. */
export type PatientReadOnly = {
  organization: string
  appointments?: number[]
  attachments?: string[]
}

/** Values that a request can set on a patient. */
export type PatientFields = Required<PatientCreate & PatientReadOnly>

/** A patient in a response, without fields that the caller cannot see or did not select. */
export type PatientDocument = {
  _type: 'Patient'
  _pk: string
  _self: string | null
} & Partial<Patient>

/** A filter for patients. */
export interface PatientWhere extends Logical<PatientWhere> {
  email?: string | null | TextFilter
  id?: Patient['id'] | OrderedFilter<Patient['id']>
  name?: string | null | TextFilter
  account?: ToOneFilter<UserWhere, string>
  appointments?: ToManyFilter<AppointmentWhere>
  attachments?: ToManyFilter<AttachmentWhere>
  organization?: ToOneFilter<OrganizationWhere, string>
}

/** The types of Patient for its repository, routes and events. */
export interface PatientTypes extends ModelTypes {
  Name: 'Patient'
  Row: Patient
  Key: number
  Unique: { id: number }
  Fields: PatientFields
  Create: PatientCreate & PatientReadOnly
  Update: Partial<PatientCreate & PatientReadOnly>
  Document: PatientDocument
  Where: PatientWhere
  Sortable: Exclude<keyof Patient, 'account' | 'organization'>
  Incrementable: never
  Dates: never
  Relations: {
    account: User | null
    appointments: Appointment[]
    attachments: Attachment[]
    organization: Organization
  }
}

/** The fields, relations and schema of Patient. */
export const patientModel: TypedModel<PatientTypes> = {
  name: 'Patient',
  var: 'patient',
  table: 'patient',
  key: 'id',
  fields: {
    email: { type: 'string', column: 'email', required: true },
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
      inverse: 'patient',
      required: false,
      onDelete: 'nullify',
    },
    appointments: {
      model: 'Appointment',
      side: 'one',
      many: true,
      unique: false,
      column: 'patient_id',
      keyType: 'id_field',
      inverse: 'patient',
      required: false,
      listed: false,
      onDelete: 'restrict',
    },
    attachments: {
      model: 'Attachment',
      side: 'one',
      many: true,
      unique: false,
      column: 'patient_id',
      keyType: 'string',
      inverse: 'patient',
      required: false,
      listed: false,
      onDelete: 'restrict',
    },
    organization: {
      model: 'Organization',
      side: 'holder',
      many: false,
      unique: false,
      column: 'organization_name',
      keyType: 'string',
      inverse: 'patients',
      required: true,
      onDelete: 'nullify',
      default: { user: 'organization' },
    },
  },
  foreignKeys: { organization_name: 'organization', account_username: 'account' },
  writeRules: {
    account: { writableBy: true },
    appointments: { readOnly: true },
    attachments: { readOnly: true },
    organization: { readOnly: true },
  },
  required: ['email', 'name'],
  additionalProperties: false,
  createsOne: true,
  path: '/patients/:id',
}
