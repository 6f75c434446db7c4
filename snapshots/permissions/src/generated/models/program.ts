import type { ModelSpec } from '../runtime/model.js'
import type { Logical, ModelTypes, OrderedFilter, TextFilter } from '../runtime/repository/repository.js'

/** Program schema, as stored. */
export interface Program {
  id: number
  secret: string | null
  title: string | null
}

/** What creating one takes. */
export interface ProgramCreate {
  secret?: string | null
  title?: string | null
}

/** What a body can set, virtual fields included. */
export interface ProgramFields {
  secret: string | null
  title: string | null
}

/** What program can be filtered by. */
export interface ProgramWhere extends Logical<ProgramWhere> {
  id?: Program['id'] | OrderedFilter<Program['id']>
  secret?: string | null | TextFilter
  title?: string | null | TextFilter
}

/** Program as repositories and events know it. */
export interface ProgramTypes extends ModelTypes {
  Name: 'Program'
  Row: Program
  Key: number
  Unique: { id: number }
  Fields: ProgramFields
  Create: ProgramCreate
  Update: Partial<ProgramCreate>
  Where: ProgramWhere
  Sortable: 'id' | 'secret' | 'title'
  Relations: {}
}

/** Program schema: its fields, columns and relations. */
export const programModel: ModelSpec = {
  name: 'Program',
  var: 'program',
  table: 'program',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    secret: { type: 'string', column: 'secret' },
    title: { type: 'string', column: 'title' },
  },
  relations: {},
  row: (at) => ({ id: at(0), secret: at(1), title: at(2) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { secret: { type: ['string', 'null'] }, title: { type: ['string', 'null'] } },
    title: 'Program schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/programs/:id',
}
