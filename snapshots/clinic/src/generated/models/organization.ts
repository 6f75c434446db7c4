import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Appointment, AppointmentWhere } from './appointment.js'
import type { AuditEntry, AuditEntryWhere } from './audit-entry.js'
import type { Doctor, DoctorWhere } from './doctor.js'
import type { Patient, PatientWhere } from './patient.js'
import type { Service, ServiceWhere } from './service.js'
import type { User, UserWhere } from './user.js'

/** An organization as stored; relations are keys. */
export type Organization = {
  name: string
  time_zone: string
}

/** Values for a new organization. */
export type OrganizationCreate = {
  name: string
  time_zone?: string
}

/** Changes to an organization. */
export type OrganizationUpdate = { [Field in keyof OrganizationCreate]?: OrganizationCreate[Field] }

/** Values of an organization that only the service sets. */
export type OrganizationReadOnly = {
  appointments?: number[]
  audit_entries?: number[]
  doctors?: number[]
  patients?: number[]
  services?: number[]
  users?: string[]
}

/** Values that a request can set on an organization. */
export type OrganizationFields = Required<OrganizationCreate & OrganizationReadOnly>

/** An organization in a response, without fields that the caller cannot see or did not select. */
export type OrganizationDocument = {
  _type: 'Organization'
  _pk: string
  _self: string | null
} & Partial<Organization>

/** A filter for organizations. */
export interface OrganizationWhere extends Logical<OrganizationWhere> {
  name?: string | null | TextFilter
  time_zone?: string | null | TextFilter
  appointments?: ToManyFilter<AppointmentWhere>
  audit_entries?: ToManyFilter<AuditEntryWhere>
  doctors?: ToManyFilter<DoctorWhere>
  patients?: ToManyFilter<PatientWhere>
  services?: ToManyFilter<ServiceWhere>
  users?: ToManyFilter<UserWhere>
}

/** The types of Organization for its repository, routes and events. */
export interface OrganizationTypes extends ModelTypes {
  Name: 'Organization'
  Row: Organization
  Key: string
  Unique: { name: string }
  Fields: OrganizationFields
  Create: OrganizationCreate & OrganizationReadOnly
  Update: Partial<OrganizationCreate & OrganizationReadOnly>
  Document: OrganizationDocument
  Where: OrganizationWhere
  Sortable: keyof Organization
  Incrementable: never
  Dates: never
  Relations: {
    appointments: Appointment[]
    audit_entries: AuditEntry[]
    doctors: Doctor[]
    patients: Patient[]
    services: Service[]
    users: User[]
  }
}

/** The fields, relations and schema of Organization. */
export const organizationModel: TypedModel<OrganizationTypes> = {
  name: 'Organization',
  var: 'organization',
  table: 'organization',
  key: 'name',
  fields: {
    name: { type: 'string', column: 'name', required: true, unique: true, maxLength: 40 },
    time_zone: { type: 'string', column: 'time_zone', required: true, default: { value: 'Europe/Berlin' } },
  },
  relations: {
    appointments: {
      model: 'Appointment',
      side: 'one',
      many: true,
      unique: false,
      column: 'organization_name',
      keyType: 'id_field',
      inverse: 'organization',
      required: false,
      listed: false,
      onDelete: 'restrict',
    },
    audit_entries: {
      model: 'AuditEntry',
      side: 'one',
      many: true,
      unique: false,
      column: 'organization_name',
      keyType: 'id_field',
      inverse: 'organization',
      required: false,
      listed: false,
      onDelete: 'restrict',
    },
    doctors: {
      model: 'Doctor',
      side: 'one',
      many: true,
      unique: false,
      column: 'organization_name',
      keyType: 'id_field',
      inverse: 'organization',
      required: false,
      listed: false,
      onDelete: 'restrict',
    },
    patients: {
      model: 'Patient',
      side: 'one',
      many: true,
      unique: false,
      column: 'organization_name',
      keyType: 'id_field',
      inverse: 'organization',
      required: false,
      listed: false,
      onDelete: 'restrict',
    },
    services: {
      model: 'Service',
      side: 'one',
      many: true,
      unique: false,
      column: 'organization_name',
      keyType: 'id_field',
      inverse: 'organization',
      required: false,
      listed: false,
      onDelete: 'restrict',
    },
    users: {
      model: 'User',
      side: 'one',
      many: true,
      unique: false,
      column: 'organization_name',
      keyType: 'string',
      inverse: 'organization',
      required: false,
      listed: false,
      onDelete: 'restrict',
    },
  },
  foreignKeys: {},
  writeRules: {
    appointments: { readOnly: true },
    audit_entries: { readOnly: true },
    doctors: { readOnly: true },
    patients: { readOnly: true },
    services: { readOnly: true },
    users: { readOnly: true },
  },
  required: ['name'],
  schema: { properties: { name: { pattern: '^[a-z][a-z0-9-]*$' } } },
  additionalProperties: false,
  createsOne: true,
  path: '/organizations/:name',
}
