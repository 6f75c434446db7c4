import type { Service } from '../ir/index.js'
import { LISTS, nodesOf } from './lists.js'
import type { Lock } from './lock.js'
import { fitOnLine, jsonInLongLines } from './long-lines.js'
import { type Stretch, textIn, wholeOf } from './stretches.js'

/** The texts of nodes of the IR, and of lists of them. */
const texts = new WeakMap<object, Stretch>()

/** Where nodes stand in a lock. */
const INDENT = '      '
const OPENING = `[\n${INDENT}`
const BETWEEN = `,\n${INDENT}`
const ENDING = '\n    ]'

/** The text of a node of the IR as a lock has it, which is without places: that of each object is made once. */
export function nodeText(node: object): string {
  return textIn(stretchOf(node))
}

/** The text of a list of nodes as a lock has it. Nodes that stood side by side in the last lock are taken from it as one. */
export function listTexts(nodes: readonly object[]): readonly Stretch[] {
  const known = texts.get(nodes)
  if (known !== undefined) return [known]
  const items = nodes.map(stretchOf)
  if (fitOnLine(items.map(({ start, end }) => end - start)))
    return [wholeOf(`[${items.map(textIn).join(',')}]`)]
  const lines = joined(items).flatMap((item, at) => [wholeOf(at === 0 ? OPENING : BETWEEN), item])
  return [...lines, wholeOf(ENDING)]
}

/** Keeps the texts of nodes as {@link nodeText} made them, in the order of `nodesOf`. */
export function rememberNodeTexts(service: Service, made: readonly string[]): void {
  for (const [at, node] of nodesOf(service).entries()) {
    const text = made[at]
    if (text !== undefined) texts.set(node, wholeOf(text))
  }
}

/**
 * Takes the texts of nodes from their lock, so that they need not be made. A list on one line is left out: it is printed soon.
 * @param text of the lock, as svcgen wrote it
 * @param lock what was read of it
 * @param after the IR that is to be written: of a list that has not changed the text is taken as one
 */
export function recallNodeTexts(text: string, { service, former }: Lock, after: Service): void {
  const end = former === null ? text.length : text.indexOf('\n  "former": ')
  for (const list of LISTS) {
    const stretch = service[list].length === 0 ? null : listStretch(text, list, end)
    if (stretch === null) continue
    if (after[list] === service[list]) texts.set(after[list], stretch)
    else recallItems(stretch, service[list])
  }
}

/** A list of the IR in a lock, by its indent: no text in JSON has a line end. Null where it has no lines of its own. */
function listStretch(lock: string, list: string, end: number): Stretch | null {
  const key = `\n    "${list}": `
  const start = lock.indexOf(`${key}${OPENING}{`)
  if (start < 0 || start > end) return null
  return { whole: lock, start: start + key.length, end: lock.indexOf(ENDING, start) + ENDING.length }
}

/** What is deeper than an item is indented further. */
function recallItems({ whole, start, end }: Stretch, nodes: readonly object[]): void {
  const items: Stretch[] = []
  const next = `${BETWEEN}{`
  let from = start + OPENING.length
  for (let at = whole.indexOf(next, from); at >= 0 && at < end; at = whole.indexOf(next, from)) {
    items.push({ whole, start: from, end: at })
    from = at + BETWEEN.length
  }
  items.push({ whole, start: from, end: end - ENDING.length })
  if (items.length !== nodes.length) return
  for (const [at, node] of nodes.entries()) {
    const item = items[at]
    if (item !== undefined) texts.set(node, item)
  }
}

function stretchOf(node: object): Stretch {
  const stretch = texts.get(node) ?? wholeOf(jsonInLongLines(node, INDENT))
  texts.set(node, stretch)
  return stretch
}

/** Items, of which those that follow one another in the same list are one. */
function joined(items: readonly Stretch[]): readonly Stretch[] {
  const all: Stretch[] = []
  for (const item of items) {
    const last = all.at(-1)
    if (last !== undefined && item.start === last.end + BETWEEN.length && item.whole === last.whole)
      all[all.length - 1] = { ...last, end: item.end }
    else all.push(item)
  }
  return all
}
