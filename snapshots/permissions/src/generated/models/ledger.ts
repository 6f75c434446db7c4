import type {
  ListFilter,
  Logical,
  ModelTypes,
  OrderedFilter,
  TypedModel,
} from '../runtime/repository/repository.js'

/** A ledger as stored; relations are keys. */
export type Ledger = {
  id: number
  lines: string[] | null
}

/** Values for a new ledger. */
export type LedgerCreate = {
  lines?: string[] | null
}

/** Changes to a ledger. */
export type LedgerUpdate = { [Field in keyof LedgerCreate]?: LedgerCreate[Field] }

/** Values that a request can set on a ledger. */
export type LedgerFields = Required<LedgerCreate>

/** A ledger in a response, without fields that the caller cannot see or did not select. */
export type LedgerDocument = {
  _type: 'Ledger'
  _pk: string
  _self: string | null
} & Partial<Ledger>

/** A filter for ledgers. */
export interface LedgerWhere extends Logical<LedgerWhere> {
  id?: Ledger['id'] | OrderedFilter<Ledger['id']>
  lines?: ListFilter<NonNullable<Ledger['lines']>[number]>
}

/** The types of Ledger for its repository, routes and events. */
export interface LedgerTypes extends ModelTypes {
  Name: 'Ledger'
  Row: Ledger
  Key: number
  Unique: { id: number }
  Fields: LedgerFields
  Create: LedgerCreate
  Update: LedgerUpdate
  Document: LedgerDocument
  Where: LedgerWhere
  Sortable: keyof Ledger
  Incrementable: never
  Dates: never
  Relations: {}
}

/** The fields, relations and schema of Ledger. */
export const ledgerModel: TypedModel<LedgerTypes> = {
  name: 'Ledger',
  var: 'ledger',
  table: 'ledger',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    lines: { type: 'list', column: 'lines', itemType: 'string' },
  },
  relations: {},
  foreignKeys: {},
  additionalProperties: false,
  path: '/ledgers/:id',
}
