import type { ModelSpec } from '../runtime/model.js'
import type {
  AnyFilter,
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
} from '../runtime/repository/repository.js'

/** Draft, as stored. */
export interface Draft {
  body: string | null
  id: number
  number: number | null
  rank: string | null
  status: 'draft' | 'in print' | null
  tags: string[] | null
  title: string | null
}

/** What creating one takes. */
export interface DraftCreate {
  body?: string | null
  number?: number | null
  rank?: string | null
  status?: 'draft' | 'in print' | null
  tags?: string[] | null
  title?: string | null
}

/** What a body can set, virtual fields included. */
export interface DraftFields {
  body: string | null
  number: number | null
  rank: string | null
  status: 'draft' | 'in print' | null
  tags: string[] | null
  title: string | null
}

/** What draft can be filtered by. */
export interface DraftWhere extends Logical<DraftWhere> {
  body?: string | null | TextFilter
  id?: Draft['id'] | OrderedFilter<Draft['id']>
  number?: number | null | OrderedFilter<number>
  rank?: string | null | TextFilter
  status?: Draft['status'] | AnyFilter<NonNullable<Draft['status']>>
  tags?: ListFilter<NonNullable<Draft['tags']>[number]>
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
  Sortable: 'body' | 'id' | 'number' | 'rank' | 'status' | 'tags' | 'title'
  Relations: {}
}

/** Draft: its fields, columns and relations. */
export const draftModel: ModelSpec = {
  name: 'Draft',
  var: 'draft',
  table: 'draft',
  key: 'id',
  fields: {
    body: { type: 'text', column: 'body' },
    id: { type: 'id_field', column: 'id', unique: true },
    number: { type: 'integer', column: 'number' },
    rank: { type: 'string', column: 'rank', index: true },
    status: { type: 'choice', column: 'status', choices: ['draft', 'in print'] },
    tags: { type: 'list', column: 'tags', itemType: 'string' },
    title: { type: 'string', column: 'title', maxLength: 300 },
  },
  relations: {},
  row: (at) => ({
    body: at(0),
    id: at(1),
    number: at(2),
    rank: at(3),
    status: at(4),
    tags: at(5),
    title: at(6),
  }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      body: { type: ['string', 'null'] },
      number: { type: 'integer' },
      rank: { type: ['string', 'null'] },
      status: { enum: ['draft', 'in print', null] },
      tags: { type: ['array', 'null'] },
      title: { maxLength: 300, type: ['string', 'null'] },
    },
    title: 'Draft',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/drafts/:id',
}
