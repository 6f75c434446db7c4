import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'

/** Category, as stored. */
export interface Category {
  label: string | null
  number: number
  parent: number | null
}

/** What creating one takes. */
export interface CategoryCreate {
  label?: string | null
  number: number
  parent?: number | null
  children?: number[]
}

/** What a body can set, virtual fields included. */
export interface CategoryFields {
  label: string | null
  number: number
  parent: number | null
  children: number[]
}

/** What category can be filtered by. */
export interface CategoryWhere extends Logical<CategoryWhere> {
  label?: string | null | TextFilter
  number?: number | null | OrderedFilter<number>
  children?: ToManyFilter<CategoryWhere>
  parent?: ToOneFilter<CategoryWhere, number>
}

/** Category as repositories and events know it. */
export interface CategoryTypes extends ModelTypes {
  Name: 'Category'
  Row: Category
  Key: number
  Unique: { number: number }
  Fields: CategoryFields
  Create: CategoryCreate
  Update: Partial<CategoryCreate>
  Where: CategoryWhere
  Sortable: 'label' | 'number'
  Relations: {
    children: Category[]
    parent: Category | null
  }
}

/** Category: its fields, columns and relations. */
export const categoryModel: ModelSpec = {
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
  row: (at) => ({ label: at(0), number: at(1), parent: at(2) }),
  foreignKeys: { parent_number: 'parent' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      children: { items: { type: 'integer' }, type: ['array', 'null'] },
      label: { type: ['string', 'null'] },
      number: { type: 'integer' },
      parent: { type: ['integer', 'null'] },
    },
    required: ['number'],
    title: 'Category',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/categories/:number',
}
