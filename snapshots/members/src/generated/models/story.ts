import type { ModelSpec } from '../runtime/model.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Comment, CommentWhere } from './comment.js'
import type { User, UserWhere } from './user.js'

/** Story schema, as stored. */
export interface Story {
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

/** What creating one takes. */
export interface StoryCreate {
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

/** What a body can set, virtual fields included. */
export interface StoryFields {
  fee: number | null
  pitch: string | null
  progress: number | null
  published: string | null
  tags: string[] | null
  text: string | null
  title: string
  owner: string | null
  comments: number[]
}

/** What story can be filtered by. */
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

/** Story as repositories and events know it. */
export interface StoryTypes extends ModelTypes {
  Name: 'Story'
  Row: Story
  Key: number
  Unique: { id: number }
  Fields: StoryFields
  Create: StoryCreate
  Update: Partial<StoryCreate>
  Where: StoryWhere
  Sortable: 'fee' | 'id' | 'pitch' | 'progress' | 'published' | 'tags' | 'text' | 'title'
  Relations: {
    comments: Comment[]
    owner: User | null
  }
}

/** Story schema: its fields, columns and relations. */
export const storyModel: ModelSpec = {
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
  row: (at) => ({
    fee: at(0),
    id: at(1),
    pitch: at(2),
    progress: at(3),
    published: at(4),
    tags: at(5),
    text: at(6),
    title: at(7),
    owner: at(8),
  }),
  foreignKeys: { owner_id: 'owner' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      comments: { items: { type: 'integer' }, type: ['array', 'null'] },
      fee: { type: ['integer', 'null'] },
      owner: { type: ['string', 'null'] },
      pitch: { type: ['string', 'null'] },
      progress: { type: ['number', 'null'] },
      published: { format: 'date', type: ['string', 'null'] },
      tags: { items: { type: 'string' }, type: ['array', 'null'] },
      text: { type: ['string', 'null'] },
      title: { maxLength: 200, minLength: 1, type: 'string' },
    },
    required: ['title'],
    title: 'Story schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: ['comments', 'owner'], depth: 1 },
  path: '/stories/:id',
}
