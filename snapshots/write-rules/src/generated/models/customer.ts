import { rejectLostDigits } from '../runtime/body/digits.js'
import type {
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TextFilter,
  ToManyFilter,
  TypedModel,
} from '../runtime/repository/types.js'
import { hashPassword } from '../runtime/users/passwords.js'
import { storedName } from '../runtime/users/user-checks.js'
import { decimalRule } from '../runtime/values/exact-numbers.js'
import { today } from '../runtime/values/made.js'
import type { OrderTypes, OrderWhere } from './order.js'

/** Possible items of `groups`. */
export const customerGroups = ['admin', 'editor'] as const
export type CustomerGroup = (typeof customerGroups)[number]

/** A customer as stored; relations are keys. */
export type Customer = {
  credit: number | string | null
  groups: CustomerGroup[] | null
  joined: string
  name: string | null
  password: string
  username: string
}

/** Values for a new customer. */
export type CustomerCreate = {
  credit?: number | string | null
  groups?: CustomerGroup[] | null
  name?: string | null
  password: string
  username: string
  orders?: number[]
}

/** Changes to a customer. */
export type CustomerUpdate = { [Field in keyof CustomerCreate]?: CustomerCreate[Field] }

/** Values of a customer that only the service sets. */
export type CustomerReadOnly = {
  joined?: string
}

/** Values that a request can set on a customer. */
export type CustomerFields = Required<CustomerCreate & CustomerReadOnly>

/** A customer in a response, without fields that the caller cannot see or did not select. */
export type CustomerDocument = {
  _type: 'Customer'
  _pk: string
  _self: string | null
  orders?: number[]
  orders_total?: number
} & Partial<Omit<Customer, 'password'>>

/** A filter for customers. */
export interface CustomerWhere extends Logical<CustomerWhere> {
  credit?: number | string | null | OrderedFilter<number | string>
  groups?: ListFilter<CustomerGroup>
  joined?: string | null | OrderedFilter<string>
  name?: string | null | TextFilter
  username?: string | null | TextFilter
  orders?: ToManyFilter<OrderWhere>
}

/** The types of Customer for its repository, routes and events. */
export interface CustomerTypes extends ModelTypes {
  Name: 'Customer'
  Row: Customer
  Key: string
  Unique: { username: string }
  Fields: CustomerFields
  Create: CustomerCreate & CustomerReadOnly
  Update: Partial<CustomerCreate & CustomerReadOnly>
  Document: CustomerDocument
  Where: CustomerWhere
  Sortable: Exclude<keyof Customer, 'password'>
  Secret: 'password'
  Incrementable: 'credit'
  Dates: 'joined'
  Relations: {
    orders: OrderTypes[]
  }
}

/** The fields, relations and schema of Customer. */
export const customerModel: TypedModel<CustomerTypes> = {
  name: 'Customer',
  var: 'customer',
  table: 'customer',
  key: 'username',
  fields: {
    credit: { type: 'decimal', rule: decimalRule, column: 'credit', default: { value: 0 } },
    groups: { type: 'list', column: 'groups', choices: customerGroups, itemType: 'string' },
    joined: { type: 'date', column: 'joined', required: true, default: { make: today } },
    name: { type: 'string', column: 'name' },
    password: { type: 'string', column: 'password', required: true, hash: hashPassword },
    username: { type: 'string', column: 'username', required: true, unique: true, normalize: storedName },
  },
  relations: {
    orders: {
      model: 'Order',
      side: 'one',
      many: true,
      unique: false,
      column: 'customer_name',
      keyType: 'id_field',
      inverse: 'customer',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {},
  writeRules: {
    credit: { writableBy: true },
    groups: { writableBy: true },
    joined: { readOnly: true },
    name: { writeOnce: true },
  },
  required: ['password', 'username'],
  additionalProperties: false,
  exactNumbers: rejectLostDigits,
  path: ['/customers/', 'username'],
}
