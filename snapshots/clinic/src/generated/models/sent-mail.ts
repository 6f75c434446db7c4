import { now } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/repository.js'

/** The mails that have been sent. The key says for what. */
export type SentMail = {
  key: string
  sent_at: string
}

/** Values for a new sent mail. */
export type SentMailCreate = {
  key: string
  sent_at?: string
}

/** Changes to a sent mail. */
export type SentMailUpdate = { [Field in keyof SentMailCreate]?: SentMailCreate[Field] }

/** Values that a request can set on a sent mail. */
export type SentMailFields = Required<SentMailCreate>

/** A sent mail in a response, without fields that the caller cannot see or did not select. */
export type SentMailDocument = {
  _type: 'SentMail'
  _pk: string
  _self: string | null
} & Partial<SentMail>

/** A filter for sent mails. */
export interface SentMailWhere extends Logical<SentMailWhere> {
  key?: string | null | TextFilter
  sent_at?: string | null | OrderedFilter<string>
}

/** The types of SentMail for its repository, routes and events. */
export interface SentMailTypes extends ModelTypes {
  Name: 'SentMail'
  Row: SentMail
  Key: string
  Unique: { key: string }
  Fields: SentMailFields
  Create: SentMailCreate
  Update: SentMailUpdate
  Document: SentMailDocument
  Where: SentMailWhere
  Sortable: keyof SentMail
  Incrementable: never
  Dates: 'sent_at'
  Relations: {}
}

/** The fields, relations and schema of SentMail. */
export const sentMailModel: TypedModel<SentMailTypes> = {
  name: 'SentMail',
  var: 'sentMail',
  table: 'sent_mail',
  key: 'key',
  fields: {
    key: { type: 'string', column: 'key', required: true, unique: true },
    sent_at: { type: 'datetime', column: 'sent_at', required: true, default: { make: now } },
  },
  relations: {},
  foreignKeys: {},
  required: ['key'],
  additionalProperties: false,
  createsOne: true,
  path: null,
}
