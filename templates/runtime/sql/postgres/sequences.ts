/** Returns the SQL of the sequence that generates a column's values. `table` is quoted, `column` is not. */
export function sequenceOf(table: string, column: string): string {
  return `pg_get_serial_sequence(${literal(table)}, ${literal(column)})::regclass`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
