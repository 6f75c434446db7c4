import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { AuditEntry, AuditEntryWhere } from './audit-entry.js'
import type { User, UserWhere } from './user.js'

/** A story as stored; relations are keys. */
export type Story = {
  id: number
  state: string | null
  text: string | null
  title: string
  author: string | null
}

/** Values for a new story. */
export type StoryCreate = {
  state?: string | null
  text?: string | null
  title: string
  author?: string | null
  audit_entries?: number[]
}

/** Changes to a story. */
export type StoryUpdate = { [Field in keyof StoryCreate]?: StoryCreate[Field] }

/** Values that a request can set on a story. */
export type StoryFields = Required<StoryCreate>

/** A story in a response, without fields that the caller cannot see or did not select. */
export type StoryDocument = {
  _type: 'Story'
  _pk: string
  _self: string | null
} & Partial<Story>

/** A filter for stories. */
export interface StoryWhere extends Logical<StoryWhere> {
  id?: Story['id'] | OrderedFilter<Story['id']>
  state?: string | null | TextFilter
  text?: string | null | TextFilter
  title?: string | null | TextFilter
  audit_entries?: ToManyFilter<AuditEntryWhere>
  author?: ToOneFilter<UserWhere, string>
}

/** The types of Story for its repository, routes and events. */
export interface StoryTypes extends ModelTypes {
  Name: 'Story'
  Row: Story
  Key: number
  Unique: { id: number }
  Fields: StoryFields
  Create: StoryCreate
  Update: StoryUpdate
  Document: StoryDocument
  Where: StoryWhere
  Sortable: Exclude<keyof Story, 'author'>
  Incrementable: never
  Dates: never
  Relations: {
    audit_entries: AuditEntry[]
    author: User | null
  }
}

/** The fields, relations and schema of Story. */
export const storyModel: TypedModel<StoryTypes> = {
  name: 'Story',
  var: 'story',
  table: 'story',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    state: { type: 'string', column: 'state', default: { value: 'draft' } },
    text: { type: 'text', column: 'text' },
    title: { type: 'string', column: 'title', required: true },
  },
  relations: {
    audit_entries: {
      model: 'AuditEntry',
      side: 'one',
      many: true,
      unique: false,
      column: 'story_id',
      keyType: 'id_field',
      inverse: 'story',
      required: false,
      listed: false,
      onDelete: 'cascade',
    },
    author: {
      model: 'User',
      side: 'holder',
      many: false,
      unique: false,
      column: 'author_id',
      keyType: 'string',
      inverse: 'stories',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { author_id: 'author' },
  required: ['title'],
  additionalProperties: false,
  path: '/stories/:id',
}
