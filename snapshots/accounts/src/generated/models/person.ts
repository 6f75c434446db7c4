import { hashPassword } from '../runtime/auth/passwords.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/repository.js'
import type { Paper, PaperWhere } from './paper.js'

/** Possible items of `groups`. */
export const personGroups = ['admin', 'board', 'player'] as const
export type PersonGroup = (typeof personGroups)[number]

/** A person as stored; relations are keys. */
export type Person = {
  full_name: string
  groups: PersonGroup[] | null
  login_name: string
  nickname: string | null
  password: string
}

/** Values for a new person. */
export type PersonCreate = {
  full_name: string
  groups?: PersonGroup[] | null
  login_name: string
  nickname?: string | null
  password: string
  papers?: number[]
}

/** Changes to a person. */
export type PersonUpdate = { [Field in keyof PersonCreate]?: PersonCreate[Field] }

/** Values that a request can set on a person. */
export type PersonFields = Required<PersonCreate>

/** A person in a response, without fields that the caller cannot see or did not select. */
export type PersonDocument = {
  _type: 'Person'
  _pk: string
  _self: string | null
  papers?: number[]
  papers_total?: number
} & Partial<Omit<Person, 'password'>>

/** A filter for people. */
export interface PersonWhere extends Logical<PersonWhere> {
  full_name?: string | null | TextFilter
  groups?: ListFilter<PersonGroup>
  login_name?: string | null | TextFilter
  nickname?: string | null | TextFilter
  papers?: ToManyFilter<PaperWhere>
}

/** The types of Person for its repository, routes and events. */
export interface PersonTypes extends ModelTypes {
  Name: 'Person'
  Row: Person
  Key: string
  Unique: { login_name: string }
  Fields: PersonFields
  Create: PersonCreate
  Update: PersonUpdate
  Document: PersonDocument
  Where: PersonWhere
  Sortable: Exclude<keyof Person, 'password'>
  Secret: 'password'
  Incrementable: never
  Dates: never
  Relations: {
    papers: Paper[]
  }
}

/** The fields, relations and schema of Person. */
export const personModel: TypedModel<PersonTypes> = {
  name: 'Person',
  var: 'person',
  table: 'person',
  key: 'login_name',
  fields: {
    full_name: { type: 'string', column: 'full_name', required: true },
    groups: { type: 'list', column: 'groups', choices: personGroups, itemType: 'string' },
    login_name: { type: 'string', column: 'login_name', required: true, unique: true, maxLength: 40 },
    nickname: { type: 'string', column: 'nickname' },
    password: { type: 'string', column: 'password', required: true, hash: hashPassword },
  },
  relations: {
    papers: {
      model: 'Paper',
      side: 'one',
      many: true,
      unique: false,
      column: 'author_name',
      keyType: 'id_field',
      inverse: 'author',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {},
  required: ['full_name', 'login_name', 'password'],
  schema: {
    properties: { full_name: { minLength: 1 }, login_name: { minLength: 2 }, password: { minLength: 8 } },
  },
  additionalProperties: false,
  path: '/people/:login_name',
}
