import { now } from '../runtime/model.js'
import type {
  AnyFilter,
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { UserTypes, UserWhere } from './user.js'

/** Possible values of `status`. */
export const storyStatuses = ['draft', 'published'] as const
export type StoryStatus = (typeof storyStatuses)[number]

/** A story as stored; relations are keys. */
export type Story = {
  created_at: string | null
  id: number
  progress: number | null
  status: StoryStatus | null
  tags: string[] | null
  title: string
  owner: string | null
}

/** Values for a new story. */
export type StoryCreate = {
  created_at?: string | null
  progress?: number | null
  status?: StoryStatus | null
  tags?: string[] | null
  title: string
  owner?: string | null
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
  created_at?: string | null | OrderedFilter<string>
  id?: Story['id'] | OrderedFilter<Story['id']>
  progress?: number | null | OrderedFilter<number>
  status?: StoryStatus | null | AnyFilter<StoryStatus>
  tags?: ListFilter<NonNullable<Story['tags']>[number]>
  title?: string | null | TextFilter
  owner?: ToOneFilter<UserWhere, string>
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
  Sortable: Exclude<keyof Story, 'owner'>
  Incrementable: 'progress'
  Dates: 'created_at'
  Relations: {
    owner: UserTypes | null
  }
}

/** The fields, relations and schema of Story. */
export const storyModel: TypedModel<StoryTypes> = {
  name: 'Story',
  var: 'story',
  table: 'story',
  key: 'id',
  fields: {
    created_at: { type: 'datetime', column: 'created_at', default: { make: now } },
    id: { type: 'id_field', column: 'id', unique: true },
    progress: {
      type: 'float',
      column: 'progress',
      default: { value: 0 },
      schema: { maximum: 1, minimum: 0 },
    },
    status: { type: 'choice', column: 'status', choices: storyStatuses, default: { value: 'draft' } },
    tags: { type: 'list', column: 'tags', itemType: 'string' },
    title: { type: 'string', column: 'title', required: true, maxLength: 200, schema: { minLength: 1 } },
  },
  relations: {
    owner: {
      model: 'User',
      side: 'holder',
      many: false,
      unique: false,
      column: 'owner_id',
      keyType: 'string',
      inverse: 'stories',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { owner_id: 'owner' },
  required: ['title'],
  additionalProperties: false,
  path: ['/stories/', 'id'],
}
