import { LISTS } from './fingerprint.js'
import type { Service } from '../ir/index.js'

/** The text of a node of the IR as it stands in a lock; undefined where that is not known. */
export type NodeTexts = (node: object) => string | undefined

/**
 * Finds the nodes of the IR in the text of their lock, so that a lock that holds the same objects again need not print them. A list on one line is left
 * out: it is printed soon.
 * @param text as svcgen wrote it
 * @param service the IR that was read from it
 */
export function nodeTexts(text: string, service: Service): NodeTexts {
  const texts = new Map<object, string>()
  for (const list of LISTS) {
    const items = itemTexts(text, list)
    if (items.length !== service[list].length) continue
    for (const [at, node] of service[list].entries()) texts.set(node, items[at] ?? '')
  }
  return (node) => texts.get(node)
}

/** The items of a list of the IR, by their indent: no text in JSON has a line end, and what is deeper is indented further. */
function itemTexts(text: string, list: string): readonly string[] {
  const opening = `\n    "${list}": [\n      {`
  const start = text.indexOf(opening)
  if (start < 0) return []
  const end = text.indexOf('\n    ]', start)
  return text
    .slice(start + opening.length, end)
    .split(',\n      {')
    .map((item) => `{${item}`)
}
