import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Story, StoryWhere } from './story.js'
import type { User, UserWhere } from './user.js'

/** A comment as stored; relations are keys. */
export type Comment = {
  flag: string | null
  id: number
  text: string
  author: string | null
  story: number | null
}

/** Values for a new comment. */
export type CommentCreate = {
  flag?: string | null
  text: string
  author?: string | null
  story?: number | null
}

/** Changes to a comment. */
export type CommentUpdate = { [Field in keyof CommentCreate]?: CommentCreate[Field] }

/** Values that a request can set on a comment. */
export type CommentFields = Required<CommentCreate>

/** A comment in a response, without fields that the caller cannot see or did not select. */
export type CommentDocument = {
  _type: 'Comment'
  _pk: string
  _self: string | null
} & Partial<Comment>

/** A filter for comments. */
export interface CommentWhere extends Logical<CommentWhere> {
  flag?: string | null | TextFilter
  id?: Comment['id'] | OrderedFilter<Comment['id']>
  text?: string | null | TextFilter
  author?: ToOneFilter<UserWhere, string>
  story?: ToOneFilter<StoryWhere, number>
}

/** The types of Comment for its repository, routes and events. */
export interface CommentTypes extends ModelTypes {
  Name: 'Comment'
  Row: Comment
  Key: number
  Unique: { id: number }
  Fields: CommentFields
  Create: CommentCreate
  Update: CommentUpdate
  Document: CommentDocument
  Where: CommentWhere
  Sortable: Exclude<keyof Comment, 'author' | 'story'>
  Incrementable: never
  Dates: never
  Relations: {
    author: User | null
    story: Story | null
  }
}

/** The fields, relations and schema of Comment. */
export const commentModel: TypedModel<CommentTypes> = {
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
  foreignKeys: { story_id: 'story', author_id: 'author' },
  required: ['text'],
  schema: { properties: { text: { minLength: 1 } } },
  additionalProperties: false,
  path: '/comments/:id',
}
