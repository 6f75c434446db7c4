import type { ModelSpec } from '../runtime/model.js'
import type { Logical, ModelTypes, TextFilter, ToManyFilter } from '../runtime/repository/repository.js'
import type { Paper, PaperWhere } from './paper.js'

/** Team schema, as stored. */
export interface Team {
  code: string
  town: string | null
}

/** What creating one takes. */
export interface TeamCreate {
  code: string
  town?: string | null
  papers?: number[]
}

/** What a body can set, virtual fields included. */
export interface TeamFields {
  code: string
  town: string | null
  papers: number[]
}

/** What team can be filtered by. */
export interface TeamWhere extends Logical<TeamWhere> {
  code?: string | null | TextFilter
  town?: string | null | TextFilter
  papers?: ToManyFilter<PaperWhere>
}

/** Team as repositories and events know it. */
export interface TeamTypes extends ModelTypes {
  Name: 'Team'
  Row: Team
  Key: string
  Unique: { code: string }
  Fields: TeamFields
  Create: TeamCreate
  Update: Partial<TeamCreate>
  Where: TeamWhere
  Sortable: 'code' | 'town'
  Relations: {
    papers: Paper[]
  }
}

/** Team schema: its fields, columns and relations. */
export const teamModel: ModelSpec = {
  name: 'Team',
  var: 'team',
  table: 'team',
  key: 'code',
  fields: {
    code: { type: 'string', column: 'code', required: true, unique: true },
    town: { type: 'string', column: 'town' },
  },
  relations: {
    papers: {
      model: 'Paper',
      side: 'one',
      many: true,
      unique: false,
      column: 'team_code',
      keyType: 'id_field',
      inverse: 'team',
      required: false,
      onDelete: 'nullify',
    },
  },
  row: (at) => ({ code: at(0), town: at(1) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      code: { minLength: 1, type: 'string' },
      papers: { items: { type: 'integer' }, type: ['array', 'null'] },
      town: { type: ['string', 'null'] },
    },
    required: ['code'],
    title: 'Team schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: ['papers'], depth: 2 },
  path: '/teams/:code',
}
