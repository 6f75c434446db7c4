import { dictMerging } from '../runtime/body/dicts.js'
import type { Json } from '../runtime/json.js'
import { now } from '../runtime/model.js'
import type {
  AnyFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  PresenceFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Organization, OrganizationWhere } from './organization.js'

/** Possible values of `action`. */
export const auditEntryActions = ['create', 'update', 'delete'] as const
export type AuditEntryAction = (typeof auditEntryActions)[number]

/** An audit entry as stored; relations are keys. */
export type AuditEntry = {
  action: AuditEntryAction
  at: string
  /** The user, or null if a job has made the change. */
  by: string | null
  changes: { [name: string]: Json }
  id: number
  item: string
  model: string
  organization: string
}

/** Values for a new audit entry. */
export type AuditEntryCreate = {
  action: AuditEntryAction
  at?: string
  /** The user, or null if a job has made the change. */
  by?: string | null
  changes: { [name: string]: Json }
  item: string
  model: string
  organization: string
}

/** Changes to an audit entry. */
export type AuditEntryUpdate = { [Field in keyof AuditEntryCreate]?: AuditEntryCreate[Field] }

/** Values that a request can set on an audit entry. */
export type AuditEntryFields = Required<AuditEntryCreate>

/** An audit entry in a response, without fields that the caller cannot see or did not select. */
export type AuditEntryDocument = {
  _type: 'AuditEntry'
  _pk: string
  _self: string | null
} & Partial<AuditEntry>

/** A filter for audit entries. */
export interface AuditEntryWhere extends Logical<AuditEntryWhere> {
  action?: AuditEntryAction | null | AnyFilter<AuditEntryAction>
  at?: string | null | OrderedFilter<string>
  by?: string | null | TextFilter
  changes?: PresenceFilter
  id?: AuditEntry['id'] | OrderedFilter<AuditEntry['id']>
  item?: string | null | TextFilter
  model?: string | null | TextFilter
  organization?: ToOneFilter<OrganizationWhere, string>
}

/** The types of AuditEntry for its repository, routes and events. */
export interface AuditEntryTypes extends ModelTypes {
  Name: 'AuditEntry'
  Row: AuditEntry
  Key: number
  Unique: { id: number }
  Fields: AuditEntryFields
  Create: AuditEntryCreate
  Update: AuditEntryUpdate
  Document: AuditEntryDocument
  Where: AuditEntryWhere
  Sortable: Exclude<keyof AuditEntry, 'organization'>
  Incrementable: never
  Dates: 'at'
  Relations: {
    organization: Organization
  }
}

/** The fields, relations and schema of AuditEntry. */
export const auditEntryModel: TypedModel<AuditEntryTypes> = {
  name: 'AuditEntry',
  var: 'auditEntry',
  table: 'audit_entry',
  key: 'id',
  fields: {
    action: { type: 'choice', column: 'action', required: true, choices: auditEntryActions },
    at: { type: 'datetime', column: 'at', required: true, default: { make: now } },
    by: { type: 'string', column: 'by' },
    changes: { type: 'dict', column: 'changes', required: true },
    id: { type: 'id_field', column: 'id', unique: true },
    item: { type: 'string', column: 'item', required: true },
    model: { type: 'string', column: 'model', required: true },
  },
  relations: {
    organization: {
      model: 'Organization',
      side: 'holder',
      many: false,
      unique: false,
      column: 'organization_name',
      keyType: 'string',
      inverse: 'audit_entries',
      required: true,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { organization_name: 'organization' },
  required: ['action', 'changes', 'item', 'model', 'organization'],
  additionalProperties: false,
  createsOne: true,
  dicts: dictMerging,
  path: '/audit-entries/:id',
}
