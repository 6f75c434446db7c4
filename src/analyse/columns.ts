import { columnNames } from '../naming/stored-name.js'
import type { LinkedModel } from './links.js'
import { storedProperties } from './stored-property.js'

/** The columns of a model's table: of its stored fields, and of back-references for which no foreign key was declared. */
export function columnsOf(
  { schema, key }: LinkedModel,
  backrefs: readonly string[],
): ReadonlyMap<string, string> {
  const fields = storedProperties(schema)
    .filter(({ settings }) => settings.type !== 'relationship')
    .map(({ name }) => name)
  const names = new Set([...(key.added ? [key.name] : []), ...fields, ...[...backrefs].sort()])
  return columnNames([...names])
}
