import type { ModelSpec } from '../runtime/model.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
} from '../runtime/repository/repository.js'
import type { Person, PersonWhere } from './person.js'
import type { Seal, SealWhere } from './seal.js'
import type { Team, TeamWhere } from './team.js'

/** Paper schema, as stored. */
export interface Paper {
  id: number
  pages: number | null
  title: string
  author: string | null
  team: string | null
}

/** What creating one takes. */
export interface PaperCreate {
  pages?: number | null
  title: string
  author?: string | null
  team?: string | null
  seal?: number | null
}

/** What a body can set, virtual fields included. */
export interface PaperFields {
  pages: number | null
  title: string
  author: string | null
  team: string | null
  seal: number | null
}

/** What paper can be filtered by. */
export interface PaperWhere extends Logical<PaperWhere> {
  id?: Paper['id'] | OrderedFilter<Paper['id']>
  pages?: number | null | OrderedFilter<number>
  title?: string | null | TextFilter
  author?: ToOneFilter<PersonWhere, string>
  seal?: ToOneFilter<SealWhere, number>
  team?: ToOneFilter<TeamWhere, string>
}

/** Paper as repositories and events know it. */
export interface PaperTypes extends ModelTypes {
  Name: 'Paper'
  Row: Paper
  Key: number
  Unique: { id: number }
  Fields: PaperFields
  Create: PaperCreate
  Update: Partial<PaperCreate>
  Where: PaperWhere
  Sortable: 'id' | 'pages' | 'title'
  Relations: {
    author: Person | null
    seal: Seal | null
    team: Team | null
  }
}

/** Paper schema: its fields, columns and relations. */
export const paperModel: ModelSpec = {
  name: 'Paper',
  var: 'paper',
  table: 'paper',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    pages: { type: 'integer', column: 'pages' },
    title: { type: 'string', column: 'title', required: true },
  },
  relations: {
    author: {
      model: 'Person',
      side: 'holder',
      many: false,
      unique: false,
      column: 'author_name',
      keyType: 'string',
      inverse: 'papers',
      required: false,
      onDelete: 'nullify',
    },
    seal: {
      model: 'Seal',
      side: 'one',
      many: false,
      unique: true,
      column: 'paper_id',
      keyType: 'id_field',
      inverse: 'paper',
      required: false,
      onDelete: 'cascade',
    },
    team: {
      model: 'Team',
      side: 'holder',
      many: false,
      unique: false,
      column: 'team_code',
      keyType: 'string',
      inverse: 'papers',
      required: false,
      onDelete: 'nullify',
    },
  },
  row: (at) => ({ id: at(0), pages: at(1), title: at(2), author: at(3), team: at(4) }),
  foreignKeys: { author_name: 'author', team_code: 'team' },
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      author: { type: ['string', 'null'] },
      pages: { type: ['integer', 'null'] },
      seal: { type: ['integer', 'null'] },
      team: { type: ['string', 'null'] },
      title: { type: 'string' },
    },
    required: ['title'],
    title: 'Paper schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: ['seal', 'team'], depth: 1 },
  path: '/papers/:id',
}
