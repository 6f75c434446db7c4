import { hashPassword } from '../runtime/auth/passwords.js'
import type { ModelSpec } from '../runtime/model.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
} from '../runtime/repository/repository.js'
import type { Paper, PaperWhere } from './paper.js'

/** Person schema, as stored. */
export interface Person {
  full_name: string
  groups: ('admin' | 'board' | 'player')[] | null
  login_name: string
  nickname: string | null
  password: string
}

/** What creating one takes. */
export interface PersonCreate {
  full_name: string
  groups?: ('admin' | 'board' | 'player')[] | null
  login_name: string
  nickname?: string | null
  password: string
  papers?: number[]
}

/** What a body can set, virtual fields included. */
export interface PersonFields {
  full_name: string
  groups: ('admin' | 'board' | 'player')[] | null
  login_name: string
  nickname: string | null
  password: string
  papers: number[]
}

/** What person can be filtered by. */
export interface PersonWhere extends Logical<PersonWhere> {
  full_name?: string | null | TextFilter
  groups?: ListFilter<NonNullable<Person['groups']>[number]>
  login_name?: string | null | TextFilter
  nickname?: string | null | TextFilter
  password?: string | null | TextFilter
  papers?: ToManyFilter<PaperWhere>
}

/** Person as repositories and events know it. */
export interface PersonTypes extends ModelTypes {
  Name: 'Person'
  Row: Person
  Key: string
  Unique: { login_name: string }
  Fields: PersonFields
  Create: PersonCreate
  Update: Partial<PersonCreate>
  Where: PersonWhere
  Sortable: 'full_name' | 'groups' | 'login_name' | 'nickname' | 'password'
  Relations: {
    papers: Paper[]
  }
}

/** Person schema: its fields, columns and relations. */
export const personModel: ModelSpec = {
  name: 'Person',
  var: 'person',
  table: 'person',
  key: 'login_name',
  fields: {
    full_name: { type: 'string', column: 'full_name', required: true },
    groups: { type: 'list', column: 'groups', choices: ['admin', 'board', 'player'], itemType: 'string' },
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
  row: (at) => ({ full_name: at(0), groups: at(1), login_name: at(2), nickname: at(3), password: at(4) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: {
      full_name: { minLength: 1, type: 'string' },
      groups: { items: { enum: ['admin', 'board', 'player'], type: 'string' }, type: ['array', 'null'] },
      login_name: { maxLength: 40, minLength: 2, type: 'string' },
      nickname: { type: ['string', 'null'] },
      papers: { items: { type: 'integer' }, type: ['array', 'null'] },
      password: { minLength: 8, type: 'string' },
    },
    required: ['full_name', 'login_name', 'password'],
    title: 'Person schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/people/:login_name',
}
