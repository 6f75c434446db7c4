import type {
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  TypedModel,
} from '../runtime/repository/repository.js'

/** A program as stored; relations are keys. */
export type Program = {
  id: number
  secret: string | null
  title: string | null
}

/** Values for a new program. */
export type ProgramCreate = {
  secret?: string | null
  title?: string | null
}

/** Changes to a program. */
export type ProgramUpdate = { [Field in keyof ProgramCreate]?: ProgramCreate[Field] }

/** Values that a request can set on a program. */
export type ProgramFields = Required<ProgramCreate>

/** A program in a response, without fields that the caller cannot see or did not select. */
export type ProgramDocument = {
  _type: 'Program'
  _pk: string
  _self: string | null
} & Partial<Program>

/** A filter for programs. */
export interface ProgramWhere extends Logical<ProgramWhere> {
  id?: Program['id'] | OrderedFilter<Program['id']>
  secret?: string | null | TextFilter
  title?: string | null | TextFilter
}

/** The types of Program for its repository, routes and events. */
export interface ProgramTypes extends ModelTypes {
  Name: 'Program'
  Row: Program
  Key: number
  Unique: { id: number }
  Fields: ProgramFields
  Create: ProgramCreate
  Update: ProgramUpdate
  Document: ProgramDocument
  Where: ProgramWhere
  Sortable: keyof Program
  Incrementable: never
  Dates: never
  Relations: {}
}

/** The fields, relations and schema of Program. */
export const programModel: TypedModel<ProgramTypes> = {
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
  foreignKeys: {},
  additionalProperties: false,
  path: '/programs/:id',
}
