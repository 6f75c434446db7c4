import type { ModelSpec } from '../runtime/model.js'
import type { ListFilter, Logical, ModelTypes, OrderedFilter } from '../runtime/repository/repository.js'

/** Ledger schema, as stored. */
export interface Ledger {
  id: number
  lines: string[] | null
}

/** What creating one takes. */
export interface LedgerCreate {
  lines?: string[] | null
}

/** What a body can set, virtual fields included. */
export interface LedgerFields {
  lines: string[] | null
}

/** What ledger can be filtered by. */
export interface LedgerWhere extends Logical<LedgerWhere> {
  id?: Ledger['id'] | OrderedFilter<Ledger['id']>
  lines?: ListFilter<NonNullable<Ledger['lines']>[number]>
}

/** Ledger as repositories and events know it. */
export interface LedgerTypes extends ModelTypes {
  Name: 'Ledger'
  Row: Ledger
  Key: number
  Unique: { id: number }
  Fields: LedgerFields
  Create: LedgerCreate
  Update: Partial<LedgerCreate>
  Where: LedgerWhere
  Sortable: 'id' | 'lines'
  Relations: {}
}

/** Ledger schema: its fields, columns and relations. */
export const ledgerModel: ModelSpec = {
  name: 'Ledger',
  var: 'ledger',
  table: 'ledger',
  key: 'id',
  fields: {
    id: { type: 'id_field', column: 'id', unique: true },
    lines: { type: 'list', column: 'lines', itemType: 'string' },
  },
  relations: {},
  row: (at) => ({ id: at(0), lines: at(1) }),
  foreignKeys: {},
  processors: {},
  schema: {
    additionalProperties: false,
    properties: { lines: { type: ['array', 'null'] } },
    title: 'Ledger schema',
    type: 'object',
  },
  additionalProperties: false,
  nested: { names: [], depth: 1 },
  path: '/ledgers/:id',
}
