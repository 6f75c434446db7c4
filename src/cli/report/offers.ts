import type { Offer } from '../../output/compare/drift.js'

/** The differences that a plan offers, for a terminal. */
export function offersToText(offers: readonly Offer[]): string {
  return offers.map(({ diff }) => `\n${diff}`).join('')
}

/** The same for Markdown, folded up. A diff may itself hold a fence, which the one around it must outdo. */
export function offersToMarkdown(offers: readonly Offer[]): string {
  return offers
    .map(({ path, diff }) => {
      const longest = Math.max(2, ...(diff.match(/`+/g) ?? []).map(({ length }) => length))
      const fence = '`'.repeat(longest + 1)
      return `\n<details><summary>${path}</summary>\n\n${fence}diff\n${diff}${fence}\n\n</details>\n`
    })
    .join('')
}
