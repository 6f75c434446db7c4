import type {
  AnyFilter,
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Project, ProjectWhere } from './project.js'
import type { User, UserWhere } from './user.js'

/** Possible values of `status`. */
export const noteStatuses = ['draft', 'final'] as const
export type NoteStatus = (typeof noteStatuses)[number]

/** A note as stored; relations are keys. */
export type Note = {
  author: string | null
  editor: string | null
  id: number
  level: number | null
  status: NoteStatus | null
  tags: string[] | null
  text: string | null
  title: string
  owner: string | null
  project: number | null
}

/** Values for a new note. */
export type NoteCreate = {
  level?: number | null
  status?: NoteStatus | null
  tags?: string[] | null
  text?: string | null
  title: string
  owner?: string | null
  project?: number | null
}

/** Changes to a note. */
export type NoteUpdate = { [Field in keyof NoteCreate]?: NoteCreate[Field] }

/** Values of a note that only the service sets. */
export type NoteReadOnly = {
  author?: string | null
  editor?: string | null
}

/** Values that a request can set on a note. */
export type NoteFields = Required<NoteCreate & NoteReadOnly>

/** A note in a response, without fields that the caller cannot see or did not select. */
export type NoteDocument = {
  _type: 'Note'
  _pk: string
  _self: string | null
} & Partial<Note>

/** A filter for notes. */
export interface NoteWhere extends Logical<NoteWhere> {
  author?: string | null | TextFilter
  editor?: string | null | TextFilter
  id?: Note['id'] | OrderedFilter<Note['id']>
  level?: number | null | OrderedFilter<number>
  status?: NoteStatus | null | AnyFilter<NoteStatus>
  tags?: ListFilter<NonNullable<Note['tags']>[number]>
  text?: string | null | TextFilter
  title?: string | null | TextFilter
  owner?: ToOneFilter<UserWhere, string>
  project?: ToOneFilter<ProjectWhere, number>
}

/** The types of Note for its repository, routes and events. */
export interface NoteTypes extends ModelTypes {
  Name: 'Note'
  Row: Note
  Key: number
  Unique: { id: number }
  Fields: NoteFields
  Create: NoteCreate & NoteReadOnly
  Update: Partial<NoteCreate & NoteReadOnly>
  Document: NoteDocument
  Where: NoteWhere
  Sortable: Exclude<keyof Note, 'owner' | 'project'>
  Incrementable: 'level'
  Dates: never
  Relations: {
    owner: User | null
    project: Project | null
  }
}

/** The fields, relations and schema of Note. */
export const noteModel: TypedModel<NoteTypes> = {
  name: 'Note',
  var: 'note',
  table: 'note',
  key: 'id',
  fields: {
    author: { type: 'string', column: 'author', default: { user: 'username' } },
    editor: { type: 'string', column: 'editor', onUpdate: { user: 'username' } },
    id: { type: 'id_field', column: 'id', unique: true },
    level: { type: 'integer', column: 'level', index: true },
    status: {
      type: 'choice',
      column: 'status',
      index: true,
      choices: noteStatuses,
      default: { value: 'draft' },
    },
    tags: { type: 'list', column: 'tags', itemType: 'string' },
    text: { type: 'text', column: 'text' },
    title: { type: 'string', column: 'title', required: true, index: true },
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
    project: {
      model: 'Project',
      side: 'holder',
      many: false,
      unique: false,
      column: 'project_id',
      keyType: 'id_field',
      inverse: 'notes',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { project_id: 'project', owner_name: 'owner' },
  writeRules: { author: { readOnly: true }, editor: { readOnly: true } },
  required: ['title'],
  additionalProperties: false,
  path: '/notes/:id',
}
