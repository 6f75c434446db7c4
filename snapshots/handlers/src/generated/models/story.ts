import { registry } from '../registry.js'
import { makeDefault } from '../runtime/events/default-functions.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { User, UserWhere } from './user.js'

/** A story as stored; relations are keys. */
export type Story = {
  description: string | null
  id: number
  name: string
  slug: string
  words: number | null
  owner: string | null
}

/** Values for a new story. */
export type StoryCreate = {
  description?: string | null
  name: string
  slug?: string
  words?: number | null
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
  description?: string | null | TextFilter
  id?: Story['id'] | OrderedFilter<Story['id']>
  name?: string | null | TextFilter
  slug?: string | null | TextFilter
  words?: number | null | OrderedFilter<number>
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
  Incrementable: 'words'
  Dates: never
  Relations: {
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
    description: { type: 'text', column: 'description' },
    id: { type: 'id_field', column: 'id', unique: true },
    name: { type: 'string', column: 'name', required: true },
    slug: {
      type: 'string',
      column: 'slug',
      required: true,
      unique: true,
      default: { make: () => makeDefault(registry, 'make_slug') },
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
  foreignKeys: { owner_id: 'owner' },
  required: ['name'],
  schema: { properties: { name: { minLength: 1 } } },
  additionalProperties: false,
  path: '/stories/:id',
}
