import type { ModelSpec } from '../runtime/model.js'
import type { Logical, ModelTypes, OrderedFilter, TextFilter } from '../runtime/repository/repository.js'

/** Draft schema, as stored. */
export interface Draft {
  id: number
  title: string
}

/** What creating one takes. */
export interface DraftCreate {
  title: string
}

/** What a body can set, virtual fields included. */
export interface DraftFields {
  title: string
}

/** What draft can be filtered by. */
export interface DraftWhere extends Logical<DraftWhere> {
  id?: Draft['id'] | OrderedFilter<Draft['id']>
  title?: string | null | TextFilter
}

/** Draft as repositories and events know it. */
export interface DraftTypes extends ModelTypes {
  Name: 'Draft'
  Row: Draft
  Key: number
  Unique: { id: number }
  Fields: DraftFields
  Create: DraftCreate
  Update: Partial<DraftCreate>
  Where: DraftWhere
  Sortable: 'id' | 'title'
  Relations: {}
}

/** Draft schema: its fields, columns and relations. */
export const draftModel: ModelSpec = {
  name: 'Draft',
  var: 'draft',
  table: 'draft',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    title: { type: 'string', column: 'title', required: true },
  },
  relations: {},
  row: (at) => ({ id: at(0), title: at(1) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { title: { type: 'string' } },
    required: ['title'],
    title: 'Draft schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/drafts/:id',
}
