/** A titled table: what a report consists of, whatever form it is printed in. */
export interface Table {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Prints tables for a terminal: columns in line, without frames. */
export function tablesToText(tables: readonly Table[], bold: (text: string) => string): string {
  return tables.map((table) => `${bold(table.title)}\n${textRows(table)}`).join('\n')
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

/** Prints tables as GitHub-flavoured Markdown. */
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

/** Prints tables as one HTML page that loads nothing. */
export function tablesToHtml(title: string, tables: readonly Table[]): string {
  const sections = tables.map(
    (table) => `<section><h2>${escapeHtml(table.title)}</h2>\n${htmlRows(table)}</section>\n`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color-scheme: light dark }
section { overflow-x: auto }
table { border-collapse: collapse }
th, td { border: 1px solid #8886; padding: .25rem .6rem; text-align: left; vertical-align: top }
</style>
<h1>${escapeHtml(title)}</h1>
${sections.join('')}</html>
`
}

function htmlRows({ columns, rows }: Table): string {
  if (rows.length === 0) return '<p>None.</p>\n'
  return `<table>\n${htmlRow('th', columns)}${rows.map((row) => htmlRow('td', row)).join('')}</table>\n`
}

function htmlRow(tag: 'th' | 'td', cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>\n`
}

function escapeMarkdown(text: string): string {
  return visible(text).replace(/[\\|`*_<>[\]#]/g, (mark) => `\\${mark}`)
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

/** Names come from the input: what would break the line or steer a terminal is shown as `?`. */
function visible(text: string): string {
  return text.replace(/\p{C}|[\u2028\u2029]/gu, '?')
}
