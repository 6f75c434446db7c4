import type { Table } from './table.js'
import { visible } from './visible.js'

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --yes: #1a7f37; --no: #b3262e; --depends: #9a6700; --link: #0969da }
@media (prefers-color-scheme: dark) { :root { --yes: #4ac26b; --no: #ff7b72; --depends: #d9a13a; --link: #58a6ff } }
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { font: .9375rem/1.5 system-ui, sans-serif; margin: 0; display: grid; grid-template-columns: 16rem minmax(0, 1fr) }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); background: var(--soft) }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: block; padding: .2rem .5rem; border-radius: .3rem; color: inherit; text-decoration: none; overflow-wrap: anywhere }
nav a:hover, nav a:focus-visible { background: var(--soft); color: var(--link) }
main { padding: 1.5rem 2rem 4rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1.5rem }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .6rem }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .4rem; width: fit-content; max-width: 100% }
table { border-collapse: collapse }
th, td { padding: .3rem .75rem; text-align: left; vertical-align: top }
th { background: var(--soft); font-weight: 600; white-space: nowrap }
tr + tr > * { border-top: 1px solid var(--line) }
td:first-child { white-space: nowrap; font-weight: 600 }
tr:hover td { background: var(--soft) }
.yes { color: var(--yes) }
.no { color: var(--no) }
.depends { color: var(--depends) }
.none { opacity: .7 }
@media (max-width: 50rem) {
  body { display: block }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line) }
  main { padding: 1rem }
}
@media print { body { display: block } nav { display: none } }
`

/** Returns tables as a self-contained HTML page with a table of contents and without scripts. */
export function tablesToHtml(title: string, tables: readonly Table[]): string {
  const links = tables.map((table, index) => `<li><a href="#t${index}">${escapeHtml(table.title)}</a></li>\n`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<nav aria-label="Contents"><ul>
${links.join('')}</ul></nav>
<main>
<h1>${escapeHtml(title)}</h1>
${tables.map(section).join('')}</main>
</html>
`
}

function section(table: Table, index: number): string {
  return `<section>\n<h2 id="t${index}">${escapeHtml(table.title)}</h2>\n${tableOf(table)}</section>\n`
}

function tableOf(table: Table): string {
  if (table.rows.length === 0) return '<p class="none">None.</p>\n'
  const head = table.columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('')
  const rows = table.rows.map(
    (row) => `<tr>${row.map((cell, index) => cellOf(table, cell, index)).join('')}</tr>\n`,
  )
  return `<div class="scroll"><table>\n<tr>${head}</tr>\n${rows.join('')}</table></div>\n`
}

function cellOf({ toneOf }: Table, cell: string, column: number): string {
  const tone = toneOf?.(cell, column) ?? null
  return `<td${tone === null ? '' : ` class="${tone}"`}>${escapeHtml(cell)}</td>`
}

function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
