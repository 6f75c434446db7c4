import { visible } from '../visible.js'

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

/** Returns a description as paragraphs, split at blank lines. */
export function paragraphs(text: string | null): Markup {
  const found = (text ?? '').split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return markup`${found.map((paragraph) => markup`<p>${paragraph.trim().replace(/\s+/g, ' ')}</p>`)}`
}
