import { Markup, markup } from './markup.js'

/** A section of a page. `anchor` is unique on the page. */
export interface Section {
  readonly anchor: string
  readonly title: string
  readonly content: Markup
  readonly parts?: readonly Section[]
}

const STYLE = new Markup(`
:root {
  color-scheme: light dark;
  --ground: #fff; --soft: #f4f6f8; --line: #d5dae0; --text: #1c2127; --quiet: #5a6470; --link: #0b5cad;
  --yes: #116329; --yes-ground: #dcf5e3; --no: #a1232b; --no-ground: #fde4e5; --depends: #7a4b00; --depends-ground: #fff0cc;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --soft: #1d2228; --line: #363d46; --text: #e3e7ec; --quiet: #9aa5b1; --link: #79b8ff;
    --yes: #7ee29a; --yes-ground: #12351f; --no: #ffa3a3; --no-ground: #45191c; --depends: #f2cc7a; --depends-ground: #3d2f0d;
  }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { font: .9375rem/1.5 system-ui, sans-serif; margin: 0; display: grid; grid-template-columns: 15rem minmax(0, 1fr); background: var(--ground); color: var(--text) }
a { color: var(--link) }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); background: var(--soft) }
nav ul { list-style: none; margin: 0; padding: 0 }
nav ul ul { margin: 0 0 .5rem .6rem; border-left: 1px solid var(--line); padding-left: .4rem; font-size: .875rem }
nav a { display: block; padding: .15rem .5rem; border-radius: .3rem; color: inherit; text-decoration: none; overflow-wrap: anywhere }
nav a:hover, nav a:focus-visible { background: var(--line) }
main { padding: 1.5rem 2rem 4rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .75rem; overflow-wrap: anywhere }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line) }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem }
h4 { font-size: .9375rem; margin: 1rem 0 .4rem }
p { max-width: 48rem; margin: .4rem 0 .8rem; overflow-wrap: anywhere }
code { font: .875em ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere }
.quiet { color: var(--quiet) }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .4rem; width: fit-content; max-width: 100%; margin: .5rem 0 1rem }
table { border-collapse: collapse; font-size: .875rem }
th, td { padding: .3rem .7rem; text-align: left; vertical-align: top }
thead th { background: var(--soft); white-space: nowrap; font-weight: 600 }
tbody th { font-weight: 600 }
tbody tr > * { border-top: 1px solid var(--line) }
td { overflow-wrap: break-word; min-width: 4rem; max-width: 24rem }
.matrix tbody th { position: sticky; left: 0; background: var(--ground); white-space: nowrap; border-right: 1px solid var(--line) }
.yes, .no, .depends { padding: .05rem .45rem; border-radius: .25rem }
.yes { color: var(--yes); background: var(--yes-ground) }
.no { color: var(--no); background: var(--no-ground) }
.depends { color: var(--depends); background: var(--depends-ground) }
.matrix td { white-space: nowrap }
.route { display: flex; line-height: 1.3125rem; overflow-wrap: break-word }
.verb { flex: 0 0 4.5rem; font-weight: 600 }
.diagram { padding: 1rem; width: auto }
.diagram svg { display: block }
.diagram .box { fill: var(--ground); stroke: var(--line) }
.diagram .head { fill: var(--soft); stroke: var(--line) }
.diagram a:hover .head, .diagram a:focus-visible .head { stroke: var(--link) }
.diagram a { text-decoration: none }
.diagram text { font: 12px ui-monospace, Menlo, Consolas, monospace; fill: var(--text) }
.diagram .name { font-weight: 700; font-size: 13px }
.diagram .type, .diagram .end { fill: var(--quiet) }
.diagram .end { font-size: 11px }
.diagram .key { font-weight: 700 }
.diagram .line { fill: none; stroke: var(--quiet); stroke-width: 1.3 }
.diagram .foot { fill: none; stroke: var(--text); stroke-width: 1.3 }
@media (max-width: 50rem) {
  body { display: block }
  nav { position: static; height: auto; max-height: 15rem; border-right: 0; border-bottom: 1px solid var(--line) }
  main { padding: 1rem }
}
@media (max-width: 40rem) {
  .cards { width: auto; border: 0 }
  .cards table, .cards tbody, .cards tr, .cards th, .cards td { display: block; max-width: none }
  .cards thead { display: none }
  .cards tr { border: 1px solid var(--line); border-radius: .4rem; margin-bottom: .5rem; padding: .3rem 0 }
  .cards tbody tr > * { border: 0; padding: .1rem .7rem }
  .cards td { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .5rem }
  .cards td[data-label]::before { content: attr(data-label); color: var(--quiet) }
  .cards td.empty { display: none }
  .matrix tbody th { white-space: normal; min-width: 8rem; max-width: 9rem }
  .matrix .route { display: block; overflow-wrap: anywhere }
  .matrix .verb { display: block }
}
@media print {
  body { display: block }
  nav { display: none }
}
`)

/** Returns a self-contained HTML page with navigation. It contains no scripts and does not load other resources. */
export function pageOf(title: string, introduction: Markup, sections: readonly Section[]): string {
  const { text } = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <nav aria-label="Contents">${contents(sections)}</nav>
        <main>
          <h1>${title}</h1>
          ${introduction} ${sections.map(sectionOf)}
        </main>
      </body>
    </html> `
  return text
}

function contents(sections: readonly Section[]): Markup {
  const items = sections.map(
    ({ anchor, title, parts = [] }) =>
      markup`<li><a href="#${anchor}">${title}</a>${parts.length === 0 ? '' : contents(parts)}</li> `,
  )
  return markup`<ul>
    ${items}
  </ul> `
}

function sectionOf({ anchor, title, content, parts = [] }: Section): Markup {
  return markup`<section>
    <h2 id="${anchor}">${title}</h2>
    ${content} ${parts.map(partOf)}
  </section> `
}

function partOf({ anchor, title, content }: Section): Markup {
  return markup`<section>
    <h3 id="${anchor}">${title}</h3>
    ${content}
  </section> `
}
