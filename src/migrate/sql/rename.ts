import type { TableMatch } from '../shape/match.js'
import { inRenameOrder, renamingsOf } from '../shape/renamed.js'
import { quoted } from './names.js'

/** Returns the statements that rename tables and columns, in an order that avoids collisions. */
export function renameStatements(matches: readonly TableMatch[]): string[] {
  const tables = inRenameOrder(renamingsOf(matches)).map(
    ({ from, to }) => `ALTER TABLE ${quoted(from)} RENAME TO ${quoted(to)};`,
  )
  const columns = matches.flatMap(({ after, columns }) =>
    after === null
      ? []
      : inRenameOrder(renamingsOf(columns)).map(
          ({ from, to }) =>
            `ALTER TABLE ${quoted(after.name)} RENAME COLUMN ${quoted(from)} TO ${quoted(to)};`,
        ),
  )
  return [...tables, ...columns]
}
