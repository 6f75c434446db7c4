import { LISTS, nodesOf } from './lists.js'
import type { Service } from '../ir/index.js'
import { jsonInLongLines } from './long-lines.js'

const texts = new WeakMap<object, string>()

/** Where nodes of the IR stand in a lock. */
const INDENT = '      '

/** The text of a node of the IR as a lock has it, which is without places: that of each object is made once. */
export function nodeText(node: object): string {
  const text = texts.get(node) ?? jsonInLongLines(node, INDENT)
  texts.set(node, text)
  return text
}

/** Takes the texts of nodes as {@link nodeText} made them, in the order of `nodesOf`. */
export function rememberNodeTexts(service: Service, made: readonly string[]): void {
  for (const [at, node] of nodesOf(service).entries()) {
    const text = made[at]
    if (text !== undefined) texts.set(node, text)
  }
}

/**
 * Takes the texts of nodes from their lock, so that they need not be made. A list on one line is left out: it is printed soon.
 * @param lock as svcgen wrote it
 * @param service the IR that was read from it
 */
export function recallNodeTexts(lock: string, service: Service): void {
  const former = lock.indexOf('\n  "former": ')
  const own = former < 0 ? lock : lock.slice(0, former)
  for (const list of LISTS) {
    const items = itemTexts(own, list)
    if (items.length !== service[list].length) continue
    for (const [at, node] of service[list].entries()) texts.set(node, items[at] ?? '')
  }
}

/** The items of a list of the IR, by their indent: no text in JSON has a line end, and what is deeper is indented further. */
function itemTexts(lock: string, list: string): readonly string[] {
  const opening = `\n    "${list}": [\n${INDENT}`
  const start = lock.indexOf(`${opening}{`)
  if (start < 0) return []
  const end = lock.indexOf('\n    ]', start)
  const between = `,\n${INDENT}{`
  const items: string[] = []
  let from = start + opening.length
  for (let at = lock.indexOf(between, from); at >= 0 && at < end; at = lock.indexOf(between, from)) {
    items.push(lock.slice(from, at))
    from = at + between.length - 1
  }
  return [...items, lock.slice(from, end)]
}
