import { addNested } from '../runtime/http/nested-documents.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Comment, CommentDocument, CommentWhere } from './comment.js'
import type { User, UserDocument, UserWhere } from './user.js'

/** A story as stored; relations are keys. */
export type Story = {
  fee: number | null
  id: number
  pitch: string | null
  progress: number | null
  published: string | null
  tags: string[] | null
  text: string | null
  title: string
  owner: string | null
}

/** Values for a new story. */
export type StoryCreate = {
  fee?: number | null
  pitch?: string | null
  progress?: number | null
  published?: string | null
  tags?: string[] | null
  text?: string | null
  title: string
  owner?: string | null
  comments?: number[]
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
  comments?: (number | CommentDocument)[]
  comments_total?: number
  owner?: string | UserDocument | null
} & Partial<Omit<Story, 'owner'>>

/** A filter for stories. */
export interface StoryWhere extends Logical<StoryWhere> {
  fee?: number | null | OrderedFilter<number>
  id?: Story['id'] | OrderedFilter<Story['id']>
  pitch?: string | null | TextFilter
  progress?: number | null | OrderedFilter<number>
  published?: string | null | OrderedFilter<string>
  tags?: ListFilter<NonNullable<Story['tags']>[number]>
  text?: string | null | TextFilter
  title?: string | null | TextFilter
  comments?: ToManyFilter<CommentWhere>
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
  Incrementable: 'fee' | 'progress'
  Dates: 'published'
  Relations: {
    comments: Comment[]
    owner: User | null
  }
}

/** The fields, relations and schema of Story. */
export const storyModel: TypedModel<StoryTypes> = {
  name: 'Story',
  var: 'story',
  table: 'story',
  key: 'id',
  fields: {
    fee: { type: 'integer', column: 'fee', default: { value: 0 } },
    id: { type: 'id_field', column: 'id', unique: true },
    pitch: { type: 'text', column: 'pitch' },
    progress: { type: 'float', column: 'progress', default: { value: 0 } },
    published: { type: 'date', column: 'published' },
    tags: { type: 'list', column: 'tags', itemType: 'string' },
    text: { type: 'text', column: 'text' },
    title: { type: 'string', column: 'title', required: true, maxLength: 200 },
  },
  relations: {
    comments: {
      model: 'Comment',
      side: 'one',
      many: true,
      unique: false,
      column: 'story_id',
      keyType: 'id_field',
      inverse: 'story',
      required: false,
      onDelete: 'cascade',
    },
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
  schema: { properties: { title: { minLength: 1 } } },
  additionalProperties: false,
  nested: { names: ['comments', 'owner'], depth: 1, add: addNested },
  path: '/stories/:id',
}
