import type { Offer } from '../../output/compare/drift.js'

/** Returns the diffs of a plan for a terminal. */
export function offersToText(offers: readonly Offer[]): string {
  return offers.map(({ diff }) => `\n${diff}`).join('')
}

/** Returns the diffs of a plan as collapsed Markdown. The code fences are longer than any fence in the diffs. */
export function offersToMarkdown(offers: readonly Offer[]): string {
  return offers
    .map(({ path, diff }) => {
      const longest = Math.max(2, ...(diff.match(/`+/g) ?? []).map(({ length }) => length))
      const fence = '`'.repeat(longest + 1)
      return `\n<details><summary>${path}</summary>\n\n${fence}diff\n${diff}${fence}\n\n</details>\n`
    })
    .join('')
}
