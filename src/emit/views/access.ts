import { callerText } from '../../access/caller.js'
import { accessMatrix } from '../../access/matrix.js'
import { verdictText } from '../../access/verdict.js'
import type { Service } from '../../ir/index.js'

/** What `ACCESS.md` prints. */
export interface AccessView {
  /** Lines of a table as prettier aligns it. */
  readonly table: readonly string[]
  readonly empty: boolean
  readonly callables: boolean
}

/** The matrix principal × route × permission (SPEC 11). */
export function accessView(service: Service): AccessView {
  const { callers, rows } = accessMatrix(service)
  const verdicts = rows.flatMap((row) => row.verdicts)
  return {
    empty: rows.length === 0,
    callables: verdicts.some(({ kind }) => kind === 'depends'),
    table: tableOf([
      ['Route', 'Permission', ...callers.map((caller) => code(callerText(caller)))],
      ...rows.map(({ route, verdicts: cells }) => [
        code(`${route.method} ${route.path}`),
        route.permission,
        ...cells.map((verdict) =>
          verdict.kind === 'depends' ? code(verdictText(verdict)) : verdictText(verdict),
        ),
      ]),
    ]),
  }
}

/** Text as it stands; a backtick or a bar would end it. */
function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``
}

function tableOf([head = [], ...body]: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...body.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)]
}
