import type { ModelSpec } from '../runtime/model.js'
import type { Logical, ModelTypes, OrderedFilter, TextFilter } from '../runtime/repository/repository.js'

/** Note, as stored. */
export interface Note {
  id: number
  text: string | null
}

/** What creating one takes. */
export interface NoteCreate {
  text?: string | null
}

/** What a body can set, virtual fields included. */
export interface NoteFields {
  text: string | null
}

/** What note can be filtered by. */
export interface NoteWhere extends Logical<NoteWhere> {
  id?: Note['id'] | OrderedFilter<Note['id']>
  text?: string | null | TextFilter
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
  Sortable: 'id' | 'text'
  Relations: {}
}

/** Note: its fields, columns and relations. */
export const noteModel: ModelSpec = {
  name: 'Note',
  var: 'note',
  table: 'note',
  key: 'id',
  fields: { id: { type: 'id_field', column: 'id', unique: true }, text: { type: 'text', column: 'text' } },
  relations: {},
  row: (at) => ({ id: at(0), text: at(1) }),
  foreignKeys: {},
  processors: {},
  schema: { additionalProperties: false, properties: { text: { type: 'string' } }, type: 'object' },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/notes/:id',
}
