import type { ModelSpec } from '../runtime/model.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { User, UserWhere } from './user.js'

/** Note schema, as stored. */
export interface Note {
  id: number
  tags: string[] | null
  text: string
  owner: string | null
}

/** What creating one takes. */
export interface NoteCreate {
  tags?: string[] | null
  text: string
  owner?: string | null
}

/** What a body can set, virtual fields included. */
export interface NoteFields {
  tags: string[] | null
  text: string
  owner: string | null
}

/** What note can be filtered by. */
export interface NoteWhere extends Logical<NoteWhere> {
  id?: Note['id'] | OrderedFilter<Note['id']>
  tags?: ListFilter<NonNullable<Note['tags']>[number]>
  text?: string | null | TextFilter
  owner?: ToOneFilter<UserWhere, string>
}

/** Note as repositories and events know it. */
export interface NoteTypes extends ModelTypes {
  Name: 'Note'
  Row: Note
  Key: number
  Unique: { id: number }
  Fields: NoteFields
  Create: NoteCreate
  Update: Partial<NoteCreate>
  Where: NoteWhere
  Sortable: 'id' | 'tags' | 'text'
  Relations: {
    owner: User | null
  }
}

/** Note schema: its fields, columns and relations. */
export const noteModel: ModelSpec = {
  name: 'Note',
  var: 'note',
  table: 'note',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    tags: { type: 'list', column: 'tags', itemType: 'string' },
    text: { type: 'string', column: 'text', required: true },
  },
  relations: {
    owner: {
      model: 'User',
      side: 'holder',
      many: false,
      unique: false,
      column: 'owner_name',
      keyType: 'string',
      inverse: 'notes',
      required: false,
      onDelete: 'nullify',
    },
  },
  row: (at) => ({ id: at(0), tags: at(1), text: at(2), owner: at(3) }),
  foreignKeys: { owner_name: 'owner' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      owner: { type: ['string', 'null'] },
      tags: { type: ['array', 'null'] },
      text: { type: 'string' },
    },
    required: ['text'],
    title: 'Note schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/notes/:id',
}
