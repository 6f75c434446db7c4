import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Story, StoryWhere } from './story.js'
import type { User, UserWhere } from './user.js'

/** Comment schema, as stored. */
export interface Comment {
  flag: string | null
  id: number
  text: string
  author: string | null
  story: number | null
}

/** What creating one takes. */
export interface CommentCreate {
  flag?: string | null
  text: string
  author?: string | null
  story?: number | null
}

/** What a body can set, virtual fields included. */
export interface CommentFields {
  flag: string | null
  text: string
  author: string | null
  story: number | null
}

/** What comment can be filtered by. */
export interface CommentWhere extends Logical<CommentWhere> {
  flag?: string | null | TextFilter
  id?: Comment['id'] | OrderedFilter<Comment['id']>
  text?: string | null | TextFilter
  author?: ToOneFilter<UserWhere, string>
  story?: ToOneFilter<StoryWhere, number>
}

/** Comment as repositories and events know it. */
export interface CommentTypes extends ModelTypes {
  Name: 'Comment'
  Row: Comment
  Key: number
  Unique: { id: number }
  Fields: CommentFields
  Create: CommentCreate
  Update: Partial<CommentCreate>
  Where: CommentWhere
  Sortable: 'flag' | 'id' | 'text'
  Relations: {
    author: User | null
    story: Story | null
  }
}

/** Comment schema: its fields, columns and relations. */
export const commentModel: ModelSpec = {
  name: 'Comment',
  var: 'comment',
  table: 'comment',
  key: 'id',
  fields: {
    flag: { type: 'string', column: 'flag' },
    id: { type: 'id_field', column: 'id', unique: true },
    text: { type: 'text', column: 'text', required: true },
  },
  relations: {
    author: {
      model: 'User',
      side: 'holder',
      many: false,
      unique: false,
      column: 'author_id',
      keyType: 'string',
      inverse: 'comments',
      required: false,
      onDelete: 'nullify',
    },
    story: {
      model: 'Story',
      side: 'holder',
      many: false,
      unique: false,
      column: 'story_id',
      keyType: 'id_field',
      inverse: 'comments',
      required: false,
      onDelete: 'nullify',
    },
  },
  row: (at) => ({ flag: at(0), id: at(1), text: at(2), author: at(3), story: at(4) }),
  foreignKeys: { story_id: 'story', author_id: 'author' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      author: { type: ['string', 'null'] },
      flag: { type: ['string', 'null'] },
      story: { type: ['integer', 'null'] },
      text: { minLength: 1, type: 'string' },
    },
    required: ['text'],
    title: 'Comment schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/comments/:id',
}
