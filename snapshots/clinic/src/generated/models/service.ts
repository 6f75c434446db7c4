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
import type { Organization, OrganizationWhere } from './organization.js'

/** A service as stored; relations are keys. */
export type Service = {
  id: number
  minutes: number
  name: string
  price: string
  organization: string
}

/** Values for a new service. */
export type ServiceCreate = {
  minutes: number
  name: string
  price: string
}

/** Changes to a service. */
export type ServiceUpdate = { [Field in keyof ServiceCreate]?: ServiceCreate[Field] }

/** Values of a service that only the service sets. */
export type ServiceReadOnly = {
  organization: string
  appointments?: number[]
}

/** Values that a request can set on a service. */
export type ServiceFields = Required<ServiceCreate & ServiceReadOnly>

/** A service in a response, without fields that the caller cannot see or did not select. */
export type ServiceDocument = {
  _type: 'Service'
  _pk: string
  _self: string | null
} & Partial<Service>

/** A filter for services. */
export interface ServiceWhere extends Logical<ServiceWhere> {
  id?: Service['id'] | OrderedFilter<Service['id']>
  minutes?: number | null | OrderedFilter<number>
  name?: string | null | TextFilter
  price?: number | string | null | OrderedFilter<number | string>
  appointments?: ToManyFilter<AppointmentWhere>
  organization?: ToOneFilter<OrganizationWhere, string>
}

/** The types of Service for its repository, routes and events. */
export interface ServiceTypes extends ModelTypes {
  Name: 'Service'
  Row: Service
  Key: number
  Unique: { id: number }
  Fields: ServiceFields
  Create: ServiceCreate & ServiceReadOnly
  Update: Partial<ServiceCreate & ServiceReadOnly>
  Document: ServiceDocument
  Where: ServiceWhere
  Sortable: Exclude<keyof Service, 'organization'>
  Incrementable: 'minutes' | 'price'
  Dates: never
  Relations: {
    appointments: Appointment[]
    organization: Organization
  }
}

/** The fields, relations and schema of Service. */
export const serviceModel: TypedModel<ServiceTypes> = {
  name: 'Service',
  var: 'service',
  table: 'service',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    minutes: { type: 'integer', column: 'minutes', required: true },
    name: { type: 'string', column: 'name', required: true },
    price: { type: 'decimal', column: 'price', required: true, precision: 10, scale: 2, asString: true },
  },
  relations: {
    appointments: {
      model: 'Appointment',
      side: 'one',
      many: true,
      unique: false,
      column: 'service_id',
      keyType: 'id_field',
      inverse: 'service',
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
      inverse: 'services',
      required: true,
      onDelete: 'nullify',
      default: { user: 'organization' },
    },
  },
  foreignKeys: { organization_name: 'organization' },
  writeRules: { appointments: { readOnly: true }, organization: { readOnly: true } },
  required: ['minutes', 'name', 'price'],
  schema: { properties: { minutes: { maximum: 480, minimum: 5 }, price: { type: 'string' } } },
  additionalProperties: false,
  createsOne: true,
  path: '/services/:id',
}
