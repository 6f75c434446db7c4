import { MergingBodyReader } from '../runtime/body/dicts.js'
import { rejectLostDigits } from '../runtime/body/digits.js'
import type { Json } from '../runtime/json.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  PresenceFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/types.js'

/** A picture as stored; relations are keys. */
export type Picture = {
  exif: { [k: string]: Json } | null
  id: number
  name: string | null
  url: string | null
}

/** Values for a new picture. */
export type PictureCreate = {
  exif?: { [k: string]: Json } | null
  name?: string | null
  url?: string | null
}

/** Changes to a picture. */
export type PictureUpdate = { [Field in keyof PictureCreate]?: PictureCreate[Field] }

/** Values that a request can set on a picture. */
export type PictureFields = Required<PictureCreate>

/** A picture in a response, without fields that the caller cannot see or did not select. */
export type PictureDocument = {
  _type: 'Picture'
  _pk: string
  _self: string | null
} & Partial<Picture>

/** A filter for pictures. */
export interface PictureWhere extends Logical<PictureWhere> {
  exif?: PresenceFilter
  id?: Picture['id'] | OrderedFilter<Picture['id']>
  name?: string | null | TextFilter
  url?: string | null | TextFilter
}

/** The types of Picture for its repository, routes and events. */
export interface PictureTypes extends ModelTypes {
  Name: 'Picture'
  Row: Picture
  Key: number
  Unique: { id: number }
  Fields: PictureFields
  Create: PictureCreate
  Update: PictureUpdate
  Document: PictureDocument
  Where: PictureWhere
  Sortable: keyof Picture
  Incrementable: never
  Dates: never
  Relations: {}
}

/** The fields, relations and schema of Picture. */
export const pictureModel: TypedModel<PictureTypes> = {
  name: 'Picture',
  var: 'picture',
  table: 'picture',
  key: 'id',
  fields: {
    exif: { type: 'dict', column: 'exif' },
    id: { type: 'id_field', column: 'id', unique: true },
    name: { type: 'string', column: 'name' },
    url: { type: 'text', column: 'url' },
  },
  relations: {},
  foreignKeys: {},
  additionalProperties: false,
  exactNumbers: rejectLostDigits,
  bodies: MergingBodyReader,
  path: ['/pictures/', 'id'],
}
