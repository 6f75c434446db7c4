import type { Key } from '../model.js'
import type { Beside, RowBeside } from '../store.js'
import type { Executor } from './executor.js'
import { type Column, decoded, type Table, tableOf, type Tables } from './table.js'

/** What a statement asks for beside a row: columns of other tables. */
interface BesideStatement {
  readonly text: string
  readonly others: readonly { readonly table: Table; readonly column: Column }[]
}

const known = new WeakMap<Table, Map<string, BesideStatement>>()

/** {@link Store.findBeside} by one statement, whose text is put together once for each set of fields. */
export async function findBeside(
  executor: Executor,
  table: Table,
  tables: Tables,
  key: Key,
  beside: readonly Beside[],
): Promise<RowBeside | undefined> {
  const { text, others } = statementFor(table, tables, beside)
  const values = others.map((other, index) => other.table.key.codec.encode(beside[index]?.key ?? null))
  const stored = await executor.first(text, [...values, table.key.codec.encode(key)])
  if (stored === undefined) return undefined
  const start = table.columns.length
  return {
    row: table.decode(stored),
    beside: others.map(({ column }, index) => decoded(column, stored[start + index])),
  }
}

function statementFor(table: Table, tables: Tables, beside: readonly Beside[]): BesideStatement {
  const ofTable = known.get(table) ?? new Map<string, BesideStatement>()
  known.set(table, ofTable)
  const shape = beside.map(({ model, field }) => `${model}\0${field}`).join('\0')
  const statement = ofTable.get(shape) ?? makeStatement(table, tables, beside)
  ofTable.set(shape, statement)
  return statement
}

/** The fields are queries of their own: SQLite takes four times as long over outer joins. */
function makeStatement(table: Table, tables: Tables, beside: readonly Beside[]): BesideStatement {
  const { selected, placeholder } = table.dialect
  const others = beside.map(({ model, field }) => {
    const other = tableOf(tables, model)
    return { table: other, column: other.column(field) }
  })
  const fields = others.map(
    ({ table: { sql, key }, column }, index) =>
      `(SELECT ${selected(column.sql, column.type)} FROM ${sql} WHERE ${key.sql} = ${placeholder(index + 1)})`,
  )
  const selection = [table.selection, ...fields].join(', ')
  const own = `${table.key.sql} = ${placeholder(others.length + 1)}`
  return { text: `SELECT ${selection} FROM ${table.sql} WHERE ${own}`, others }
}
