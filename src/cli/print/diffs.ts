import type { ScaffoldDiff } from '../../output/compare/drift.js'

export function diffsToText(diffs: readonly ScaffoldDiff[]): string {
  return diffs.map(({ diff }) => `\n${diff}`).join('')
}

/** Returns the diffs as collapsed Markdown sections, with fences that are longer than any fence in the diffs. */
export function diffsToMarkdown(diffs: readonly ScaffoldDiff[]): string {
  return diffs
    .map(({ path, diff }) => {
      const longest = Math.max(2, ...(diff.match(/`+/g) ?? []).map(({ length }) => length))
      const fence = '`'.repeat(longest + 1)
      return `\n<details><summary>${path}</summary>\n\n${fence}diff\n${diff}${fence}\n\n</details>\n`
    })
    .join('')
}
