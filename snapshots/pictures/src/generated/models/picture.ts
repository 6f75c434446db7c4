import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  PresenceFilter,
  TextFilter,
} from '../runtime/repository/repository.js'

/** Picture schema, as stored. */
export interface Picture {
  exif: {
    [k: string]: unknown
  } | null
  id: number
  name: string | null
  url: string | null
}

/** What creating one takes. */
export interface PictureCreate {
  exif?: {
    [k: string]: unknown
  } | null
  name?: string | null
  url?: string | null
}

/** What a body can set, virtual fields included. */
export interface PictureFields {
  exif: {
    [k: string]: unknown
  } | null
  name: string | null
  url: string | null
}

/** What picture can be filtered by. */
export interface PictureWhere extends Logical<PictureWhere> {
  exif?: PresenceFilter
  id?: Picture['id'] | OrderedFilter<Picture['id']>
  name?: string | null | TextFilter
  url?: string | null | TextFilter
}

/** Picture as repositories and events know it. */
export interface PictureTypes extends ModelTypes {
  Name: 'Picture'
  Row: Picture
  Key: number
  Unique: { id: number }
  Fields: PictureFields
  Create: PictureCreate
  Update: Partial<PictureCreate>
  Where: PictureWhere
  Sortable: 'exif' | 'id' | 'name' | 'url'
  Relations: {}
}

/** Picture schema: its fields, columns and relations. */
export const pictureModel: ModelSpec = {
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
  row: (at) => ({ exif: at(0), id: at(1), name: at(2), url: at(3) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      exif: { type: ['object', 'null'] },
      name: { type: ['string', 'null'] },
      url: { type: ['string', 'null'] },
    },
    title: 'Picture schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/pictures/:id',
}
