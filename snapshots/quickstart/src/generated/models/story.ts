import { now } from '../runtime/model.js'
import type { ModelSpec } from '../runtime/model.js'
import type {
  AnyFilter,
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { User, UserWhere } from './user.js'

/** Story schema, as stored. */
export interface Story {
  created_at: string | null
  id: number
  progress: number | null
  status: 'draft' | 'published' | null
  tags: string[] | null
  title: string
  owner: string | null
}

/** What creating one takes. */
export interface StoryCreate {
  created_at?: string | null
  progress?: number | null
  status?: 'draft' | 'published' | null
  tags?: string[] | null
  title: string
  owner?: string | null
}

/** What a body can set, virtual fields included. */
export interface StoryFields {
  created_at: string | null
  progress: number | null
  status: 'draft' | 'published' | null
  tags: string[] | null
  title: string
  owner: string | null
}

/** What story can be filtered by. */
export interface StoryWhere extends Logical<StoryWhere> {
  created_at?: string | null | OrderedFilter<string>
  id?: Story['id'] | OrderedFilter<Story['id']>
  progress?: number | null | OrderedFilter<number>
  status?: Story['status'] | AnyFilter<NonNullable<Story['status']>>
  tags?: ListFilter<NonNullable<Story['tags']>[number]>
  title?: string | null | TextFilter
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
  Sortable: 'created_at' | 'id' | 'progress' | 'status' | 'tags' | 'title'
  Relations: {
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
    created_at: { type: 'datetime', column: 'created_at', default: { make: now } },
    id: { type: 'id_field', column: 'id', unique: true },
    progress: { type: 'float', column: 'progress', default: { value: 0 } },
    status: {
      type: 'choice',
      column: 'status',
      choices: ['draft', 'published'],
      default: { value: 'draft' },
    },
    tags: { type: 'list', column: 'tags', itemType: 'string' },
    title: { type: 'string', column: 'title', required: true, maxLength: 200 },
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
  row: (at) => ({
    created_at: at(0),
    id: at(1),
    progress: at(2),
    status: at(3),
    tags: at(4),
    title: at(5),
    owner: at(6),
  }),
  foreignKeys: { owner_id: 'owner' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      created_at: { format: 'date-time', type: ['string', 'null'] },
      owner: { type: ['string', 'null'] },
      progress: { maximum: 1, minimum: 0, type: ['number', 'null'] },
      status: { enum: ['draft', 'published'], type: 'string' },
      tags: { items: { type: 'string' }, type: ['array', 'null'] },
      title: { maxLength: 200, minLength: 1, type: 'string' },
    },
    required: ['title'],
    title: 'Story schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/stories/:id',
}
