import { registry } from '../registry.js'
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
  description: string | null
  id: number
  name: string
  slug: string
  words: number | null
  owner: string | null
}

/** What creating one takes. */
export interface StoryCreate {
  description?: string | null
  name: string
  slug?: string
  words?: number | null
  owner?: string | null
}

/** What a body can set, virtual fields included. */
export interface StoryFields {
  description: string | null
  name: string
  slug: string
  words: number | null
  owner: string | null
}

/** What story can be filtered by. */
export interface StoryWhere extends Logical<StoryWhere> {
  description?: string | null | TextFilter
  id?: Story['id'] | OrderedFilter<Story['id']>
  name?: string | null | TextFilter
  slug?: string | null | TextFilter
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
  Sortable: 'description' | 'id' | 'name' | 'slug' | 'words'
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
    description: { type: 'text', column: 'description' },
    id: { type: 'id_field', column: 'id', unique: true },
    name: { type: 'string', column: 'name', required: true },
    slug: {
      type: 'string',
      column: 'slug',
      required: true,
      unique: true,
      default: { make: () => registry.default('make_slug') },
    },
    words: { type: 'integer', column: 'words' },
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
  row: (at) => ({ description: at(0), id: at(1), name: at(2), slug: at(3), words: at(4), owner: at(5) }),
  foreignKeys: { owner_id: 'owner' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      description: { type: ['string', 'null'] },
      name: { minLength: 1, type: 'string' },
      owner: { type: ['string', 'null'] },
      slug: { type: 'string' },
      words: { type: ['integer', 'null'] },
    },
    required: ['name'],
    title: 'Story schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/stories/:id',
}
