import { uuid } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Patient, PatientWhere } from './patient.js'

/** A file of a patient. The key is the name of the file on the disk. */
export type Attachment = {
  id: string
  name: string
  patient: number
}

/** Values for a new attachment. */
export type AttachmentCreate = {
  name: string
  patient: number
}

/** Changes to an attachment. */
export type AttachmentUpdate = { [Field in keyof AttachmentCreate]?: AttachmentCreate[Field] }

/** Values of an attachment that only the service sets. */
export type AttachmentReadOnly = {
  id?: string
}

/** Values that a request can set on an attachment. */
export type AttachmentFields = Required<AttachmentCreate & AttachmentReadOnly>

/** An attachment in a response, without fields that the caller cannot see or did not select. */
export type AttachmentDocument = {
  _type: 'Attachment'
  _pk: string
  _self: string | null
} & Partial<Attachment>

/** A filter for attachments. */
export interface AttachmentWhere extends Logical<AttachmentWhere> {
  id?: string | null | TextFilter
  name?: string | null | TextFilter
  patient?: ToOneFilter<PatientWhere, number>
}

/** The types of Attachment for its repository, routes and events. */
export interface AttachmentTypes extends ModelTypes {
  Name: 'Attachment'
  Row: Attachment
  Key: string
  Unique: { id: string }
  Fields: AttachmentFields
  Create: AttachmentCreate & AttachmentReadOnly
  Update: Partial<AttachmentCreate & AttachmentReadOnly>
  Document: AttachmentDocument
  Where: AttachmentWhere
  Sortable: Exclude<keyof Attachment, 'patient'>
  Incrementable: never
  Dates: never
  Relations: {
    patient: Patient
  }
}

/** The fields, relations and schema of Attachment. */
export const attachmentModel: TypedModel<AttachmentTypes> = {
  name: 'Attachment',
  var: 'attachment',
  table: 'attachment',
  key: 'id',
  fields: {
    id: { type: 'string', column: 'id', required: true, unique: true, default: { make: uuid } },
    name: { type: 'string', column: 'name', required: true },
  },
  relations: {
    patient: {
      model: 'Patient',
      side: 'holder',
      many: false,
      unique: false,
      column: 'patient_id',
      keyType: 'id_field',
      inverse: 'attachments',
      required: true,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { patient_id: 'patient' },
  writeRules: { id: { readOnly: true } },
  required: ['name', 'patient'],
  additionalProperties: false,
  createsOne: true,
  path: '/patients/:patient/attachments/:id',
}
