import { addNested } from '../runtime/http/nested-documents.js'
import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Paper, PaperDocument, PaperWhere } from './paper.js'

/** A team as stored; relations are keys. */
export type Team = {
  code: string
  town: string | null
}

/** Values for a new team. */
export type TeamCreate = {
  code: string
  town?: string | null
  papers?: number[]
}

/** Changes to a team. */
export type TeamUpdate = { [Field in keyof TeamCreate]?: TeamCreate[Field] }

/** Values that a request can set on a team. */
export type TeamFields = Required<TeamCreate>

/** A team in a response, without fields that the caller cannot see or did not select. */
export type TeamDocument = {
  _type: 'Team'
  _pk: string
  _self: string | null
  papers?: (number | PaperDocument)[]
  papers_total?: number
} & Partial<Team>

/** A filter for teams. */
export interface TeamWhere extends Logical<TeamWhere> {
  code?: string | null | TextFilter
  town?: string | null | TextFilter
  papers?: ToManyFilter<PaperWhere>
}

/** The types of Team for its repository, routes and events. */
export interface TeamTypes extends ModelTypes {
  Name: 'Team'
  Row: Team
  Key: string
  Unique: { code: string }
  Fields: TeamFields
  Create: TeamCreate
  Update: TeamUpdate
  Document: TeamDocument
  Where: TeamWhere
  Sortable: keyof Team
  Incrementable: never
  Dates: never
  Relations: {
    papers: Paper[]
  }
}

/** The fields, relations and schema of Team. */
export const teamModel: TypedModel<TeamTypes> = {
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
  foreignKeys: {},
  required: ['code'],
  schema: { properties: { code: { minLength: 1 } } },
  additionalProperties: false,
  nested: { names: ['papers'], depth: 2, add: addNested },
  path: '/teams/:code',
}
