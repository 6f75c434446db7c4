import { addNested } from '../runtime/http/nested-documents.js'
import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToOneFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Person, PersonWhere } from './person.js'
import type { Seal, SealDocument, SealWhere } from './seal.js'
import type { Team, TeamDocument, TeamWhere } from './team.js'

/** A paper as stored; relations are keys. */
export type Paper = {
  id: number
  pages: number | null
  title: string
  author: string | null
  team: string | null
}

/** Values for a new paper. */
export type PaperCreate = {
  pages?: number | null
  title: string
  author?: string | null
  team?: string | null
  seal?: number | null
}

/** Changes to a paper. */
export type PaperUpdate = { [Field in keyof PaperCreate]?: PaperCreate[Field] }

/** Values that a request can set on a paper. */
export type PaperFields = Required<PaperCreate>

/** A paper in a response, without fields that the caller cannot see or did not select. */
export type PaperDocument = {
  _type: 'Paper'
  _pk: string
  _self: string | null
  seal?: number | SealDocument | null
  team?: string | TeamDocument | null
} & Partial<Omit<Paper, 'team'>>

/** A filter for papers. */
export interface PaperWhere extends Logical<PaperWhere> {
  id?: Paper['id'] | OrderedFilter<Paper['id']>
  pages?: number | null | OrderedFilter<number>
  title?: string | null | TextFilter
  author?: ToOneFilter<PersonWhere, string>
  seal?: ToOneFilter<SealWhere, number>
  team?: ToOneFilter<TeamWhere, string>
}

/** The types of Paper for its repository, routes and events. */
export interface PaperTypes extends ModelTypes {
  Name: 'Paper'
  Row: Paper
  Key: number
  Unique: { id: number }
  Fields: PaperFields
  Create: PaperCreate
  Update: PaperUpdate
  Document: PaperDocument
  Where: PaperWhere
  Sortable: Exclude<keyof Paper, 'author' | 'team'>
  Incrementable: 'pages'
  Dates: never
  Relations: {
    author: Person | null
    seal: Seal | null
    team: Team | null
  }
}

/** The fields, relations and schema of Paper. */
export const paperModel: TypedModel<PaperTypes> = {
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
  foreignKeys: { author_name: 'author', team_code: 'team' },
  required: ['title'],
  additionalProperties: false,
  nested: { names: ['seal', 'team'], depth: 1, add: addNested },
  path: '/papers/:id',
}
