import type { Paint } from '../../diagnostics/paint.js'

/** A table in a report, independent of the output format. */
export interface Table {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export function tablesToText(tables: readonly Table[], paint: Paint): string {
  return tables.map((table) => `${paint('bold', table.title)}\n${textRows(table)}`).join('\n')
}

function textRows({ columns, rows }: Table): string {
  if (rows.length === 0) return '  none\n'
  const lines = [columns, ...rows].map((row) => row.map(visible))
  const widths = columns.map((_column, index) => Math.max(...lines.map((row) => (row[index] ?? '').length)))
  return lines
    .map((row) => `  ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('')
}

export function tablesToMarkdown(title: string, tables: readonly Table[]): string {
  const sections = tables.map((table) => `## ${escapeMarkdown(table.title)}\n\n${markdownRows(table)}`)
  return `# ${escapeMarkdown(title)}\n\n${sections.join('\n')}`
}

function markdownRows({ columns, rows }: Table): string {
  if (rows.length === 0) return 'None.\n'
  return `${markdownRow(columns)}|${columns.map(() => ' --- |').join('')}\n${rows.map(markdownRow).join('')}`
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(escapeMarkdown).join(' | ')} |\n`
}

function escapeMarkdown(text: string): string {
  return visible(text).replace(/[\\|`*_<>[\]#]/g, (mark) => `\\${mark}`)
}

/** Replaces line breaks and control characters. Names come from the input and could manipulate the terminal. */
export function visible(text: string): string {
  return text.replace(/\p{C}|[\u2028\u2029]/gu, '?')
}
