import { visible } from '../table.js'

/** HTML markup, as opposed to text that must be escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | readonly Markup[]

/** Returns markup. Interpolated strings are escaped; only {@link Markup} is inserted unchanged. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    strings.map((text, index) => text + (index < parts.length ? markupOf(parts[index] ?? '') : '')).join(''),
  )
}

function markupOf(part: Part): string {
  if (part instanceof Markup) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return part.map(({ text }) => text).join('')
}

function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

/** A block of a description that is not a paragraph: a heading, a list item or a fence of a code block. */
const BLOCK = /^(?:(#{1,6})\s+(.*?)\s*#*|(?:[-*+]|\d+[.)])\s+(.*)|(```).*)$/

/** Returns a description in Markdown as HTML: headings, lists, code blocks, code and emphasis. Links stay as written. */
export function paragraphs(text: string | null): Markup {
  const parts: Markup[] = []
  let lines: string[] = []
  let items: string[] = []
  let code: string[] | null = null
  const end = (): void => {
    if (lines.length > 0) parts.push(markup`<p>${inline(lines.join(' '))}</p>`)
    if (items.length > 0)
      parts.push(markup`<ul>${items.map((item) => markup`<li>${inline(item)}</li>`)}</ul>`)
    lines = []
    items = []
  }
  for (const raw of (text ?? '').split('\n')) {
    const line = raw.trim().replace(/\s+/g, ' ')
    const [, heading, title = '', item, fence] = BLOCK.exec(line) ?? []
    if (fence !== undefined || code !== null) {
      if (fence === undefined) code?.push(raw)
      else {
        end()
        if (code !== null) parts.push(markup`<pre>${code.join('\n')}</pre>`)
        code = code === null ? [] : null
      }
    } else if (heading !== undefined) {
      end()
      parts.push(markup`<p><strong>${inline(title)}</strong></p>`)
    } else if (item !== undefined) {
      if (items.length === 0) end()
      items.push(item)
    } else if (line === '') end()
    else if (items.length > 0) items.push(`${items.pop() ?? ''} ${line}`)
    else lines.push(line)
  }
  end()
  if (code !== null) parts.push(markup`<pre>${code.join('\n')}</pre>`)
  return markup`${parts}`
}

/** Returns a line of Markdown with code and emphasis as HTML. */
function inline(text: string): Markup {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/)
  return markup`${parts.map((part) => {
    if (part.length > 2 && part.startsWith('`') && part.endsWith('`'))
      return markup`<code>${part.slice(1, -1)}</code>`
    if (part.length > 4 && part.startsWith('**') && part.endsWith('**'))
      return markup`<strong>${part.slice(2, -2)}</strong>`
    return markup`${part}`
  })}`
}
