import { type Verdict, verdictText } from '../../../access/verdict.js'
import { Markup, markup } from './markup.js'

export type Cell = string | Markup

/** On narrow screens, `cards` shows each row as a card, and `matrix` keeps the first column fixed. */
export function tableHtml(
  kind: 'cards' | 'matrix',
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Markup {
  const head = columns.map((column) => markup`<th scope="col">${column}</th>`)
  return markup`<div class="scroll ${kind}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            markup`<tr>
              ${row.map((cell, index) => cellOf(cell, columns[index] ?? '', index))}
            </tr> `,
        )}
      </tbody>
    </table>
  </div> `
}

function cellOf(cell: Cell, column: string, index: number): Markup {
  if (index === 0) return markup`<th scope="row">${cell}</th>`
  if (cell === '') return markup`<td class="empty"></td>`
  return markup`<td data-label="${column}"><div>${cell}</div></td>`
}

/** Returns a table without empty columns. */
export function cards(columns: readonly string[], rows: readonly (readonly Cell[])[]): Markup {
  const isUsed = (_each: unknown, index: number): boolean => rows.some((row) => row[index] !== '')
  return tableHtml(
    'cards',
    columns.filter(isUsed),
    rows.map((row) => row.filter(isUsed)),
  )
}

const TONE = { allow: 'yes', deny: 'no', depends: 'depends' } as const

export function verdictHtml(verdict: Verdict): Markup {
  return markup`<span class="${TONE[verdict.kind]}">${verdictText(verdict)}</span>`
}

/** Returns the strings as code, separated by commas. */
export function codes(texts: readonly string[]): Cell {
  if (texts.length === 0) return ''
  return markup`${texts.map((text, index) => markup`${index === 0 ? '' : ', '}<code>${text}</code>`)}`
}
