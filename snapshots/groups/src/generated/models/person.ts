import type {
  Logical,
  ModelTypes,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import type { MembershipTypes, MembershipWhere } from './membership.js'

/** A person as stored; relations are keys. */
export type Person = {
  login: string
}

/** Values for a new person. */
export type PersonCreate = {
  login: string
  memberships?: number[]
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
  memberships?: number[]
  memberships_total?: number
} & Partial<Person>

/** A filter for people. */
export interface PersonWhere extends Logical<PersonWhere> {
  login?: string | null | TextFilter
  memberships?: ToManyFilter<MembershipWhere>
}

/** The types of Person for its repository, routes and events. */
export interface PersonTypes extends ModelTypes {
  Name: 'Person'
  Row: Person
  Key: string
  Unique: { login: string }
  Fields: PersonFields
  Create: PersonCreate
  Update: PersonUpdate
  Document: PersonDocument
  Where: PersonWhere
  Sortable: keyof Person
  Incrementable: never
  Dates: never
  Relations: {
    memberships: MembershipTypes[]
  }
}

/** The fields, relations and schema of Person. */
export const personModel: TypedModel<PersonTypes> = {
  name: 'Person',
  var: 'person',
  table: 'person',
  key: 'login',
  fields: { login: { type: 'string', column: 'login', required: true, unique: true } },
  relations: {
    memberships: {
      model: 'Membership',
      side: 'one',
      many: true,
      unique: false,
      column: 'member_login',
      keyType: 'id_field',
      inverse: 'member',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {},
  required: ['login'],
  additionalProperties: false,
  path: ['/people/', 'login'],
}
