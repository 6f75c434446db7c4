import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/types.js'

/** A category as stored; relations are keys. */
export type Category = {
  label: string | null
  number: number
  parent: number | null
}

/** Values for a new category. */
export type CategoryCreate = {
  label?: string | null
  number: number
  parent?: number | null
  children?: number[]
}

/** Changes to a category. */
export type CategoryUpdate = { [Field in keyof CategoryCreate]?: CategoryCreate[Field] }

/** Values that a request can set on a category. */
export type CategoryFields = Required<CategoryCreate>

/** A category in a response, without fields that the caller cannot see or did not select. */
export type CategoryDocument = {
  _type: 'Category'
  _pk: string
  _self: string | null
  children?: number[]
  children_total?: number
} & Partial<Category>

/** A filter for categories. */
export interface CategoryWhere extends Logical<CategoryWhere> {
  label?: string | null | TextFilter
  number?: number | null | OrderedFilter<number>
  children?: ToManyFilter<CategoryWhere>
  parent?: ToOneFilter<CategoryWhere, number>
}

/** The types of Category for its repository, routes and events. */
export interface CategoryTypes extends ModelTypes {
  Name: 'Category'
  Row: Category
  Key: number
  Unique: { number: number }
  Fields: CategoryFields
  Create: CategoryCreate
  Update: CategoryUpdate
  Document: CategoryDocument
  Where: CategoryWhere
  Sortable: Exclude<keyof Category, 'parent'>
  Incrementable: never
  Dates: never
  Relations: {
    children: CategoryTypes[]
    parent: CategoryTypes | null
  }
}

/** The fields, relations and schema of Category. */
export const categoryModel: TypedModel<CategoryTypes> = {
  name: 'Category',
  var: 'category',
  table: 'category',
  key: 'number',
  fields: {
    label: { type: 'string', column: 'label' },
    number: { type: 'integer', column: 'number', required: true, unique: true },
  },
  relations: {
    children: {
      model: 'Category',
      side: 'one',
      many: true,
      unique: false,
      column: 'parent_number',
      keyType: 'integer',
      inverse: 'parent',
      required: false,
      onDelete: 'nullify',
    },
    parent: {
      model: 'Category',
      side: 'holder',
      many: false,
      unique: false,
      column: 'parent_number',
      keyType: 'integer',
      inverse: 'children',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: { parent_number: 'parent' },
  required: ['number'],
  additionalProperties: false,
  path: ['/categories/', 'number'],
}
