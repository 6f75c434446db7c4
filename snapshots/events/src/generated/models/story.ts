import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { User, UserWhere } from './user.js'

/** Story schema, as stored. */
export interface Story {
  id: number
  title: string
  words: number | null
  owner: string | null
}

/** What creating one takes. */
export interface StoryCreate {
  title: string
  words?: number | null
  owner?: string | null
}

/** What a body can set, virtual fields included. */
export interface StoryFields {
  title: string
  words: number | null
  owner: string | null
  reason: string
}

/** What story can be filtered by. */
export interface StoryWhere extends Logical<StoryWhere> {
  id?: Story['id'] | OrderedFilter<Story['id']>
  title?: string | null | TextFilter
  words?: number | null | OrderedFilter<number>
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
  Sortable: 'id' | 'title' | 'words'
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
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title', required: true },
    words: { type: 'integer', column: 'words' },
    reason: { type: 'string', column: null },
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
  row: (at) => ({ id: at(0), title: at(1), words: at(2), owner: at(3) }),
  foreignKeys: { owner_id: 'owner' },
  processors: { title: ['note_processor', 'note_again'], owner: ['note_owner'] },
  schema: {
    additionalProperties: true,
    properties: {
      owner: { type: ['string', 'null'] },
      reason: { type: 'string' },
      title: { type: 'string' },
      words: { type: ['integer', 'null'] },
    },
    required: ['title'],
    title: 'Story schema',
    type: 'object',
  },
  additionalProperties: true,
  nested: { names: [], depth: 1 },
  path: '/stories/:id',
}
