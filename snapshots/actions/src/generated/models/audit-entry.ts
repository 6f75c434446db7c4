import { now } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Story, StoryWhere } from './story.js'

/** An audit entry as stored; relations are keys. */
export type AuditEntry = {
  at: string | null
  id: number
  what: string
  story: number | null
}

/** Values for a new audit entry. */
export type AuditEntryCreate = {
  at?: string | null
  what: string
  story?: number | null
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
  at?: string | null | OrderedFilter<string>
  id?: AuditEntry['id'] | OrderedFilter<AuditEntry['id']>
  what?: string | null | TextFilter
  story?: ToOneFilter<StoryWhere, number>
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
  Sortable: Exclude<keyof AuditEntry, 'story'>
  Incrementable: never
  Dates: 'at'
  Relations: {
    story: Story | null
  }
}

/** The fields, relations and schema of AuditEntry. */
export const auditEntryModel: TypedModel<AuditEntryTypes> = {
  name: 'AuditEntry',
  var: 'auditEntry',
  table: 'audit_entry',
  key: 'id',
  fields: {
    at: { type: 'datetime', column: 'at', default: { make: now } },
    id: { type: 'id_field', column: 'id', unique: true },
    what: { type: 'string', column: 'what', required: true },
  },
  relations: {
    story: {
      model: 'Story',
      side: 'holder',
      many: false,
      unique: false,
      column: 'story_id',
      keyType: 'id_field',
      inverse: 'audit_entries',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { story_id: 'story' },
  required: ['what'],
  additionalProperties: false,
  path: null,
}
