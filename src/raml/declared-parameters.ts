import { oncePer } from '../ir/once.js'
import type { Node } from '../source/node.js'
import type { Span } from '../source/span.js'
import { type Context, type Declaration, report } from './context.js'
import { parametersIn, type ParameterUse } from './template-text.js'
import { FUNCTIONS } from './functions.js'
import { nearest } from '../diagnostics/nearest.js'

/** Returns the names of the parameters in a trait or resource type, each with the location of its first use. */
export function parametersOf(value: Node): ReadonlyMap<string, Span> {
  const parameters = new Map<string, Span>()
  forEachUse(value, ({ name }, at) => {
    if (name !== '' && !parameters.has(name)) parameters.set(name, at)
  })
  return parameters
}

/** Returns whether a part could not be read, such as a failed `!include`, which might have other parameters. */
export const isFaulty = oncePer((node: Node): boolean => {
  switch (node.kind) {
    case 'scalar':
      return node.faulty === true
    case 'list':
      return node.items.some(isFaulty)
    case 'map':
      return node.entries.some(({ value }) => isFaulty(value))
  }
})

export function checkParameters({ value }: Declaration, context: Context): void {
  forEachUse(value, ({ name, functions }, at) => {
    if (name === '') {
      report(context, 'SVC2052', {
        message: 'Missing parameter name',
        at,
        help: 'Write it between the angle brackets, as in <<name>>',
      })
    }
    for (const name of functions.filter((call) => !Object.hasOwn(FUNCTIONS, call))) {
      report(context, 'SVC2058', {
        message: `Unknown function "!${name}"`,
        at,
        help: () => {
          const near = nearest(name, Object.keys(FUNCTIONS))
          return `Use ${near === undefined ? '"!singularize" or "!pluralize"' : `"!${near}"`}`
        },
      })
    }
  })
}

function forEachUse(node: Node, visit: (use: ParameterUse, at: Span) => void): void {
  forEachText(node, (text, at) => {
    let rest: Span | null = at
    for (const use of parametersIn(text)) {
      const found: Span | null = rest && within(rest, use.written)
      visit(use, found ?? at)
      rest = found && { ...at, start: found.end }
    }
  })
}

function forEachText(node: Node, visit: (text: string, at: Span) => void): void {
  switch (node.kind) {
    case 'scalar':
      visit(node.source, node.at)
      return
    case 'list':
      for (const item of node.items) forEachText(item, visit)
      return
    case 'map':
      for (const { key, keyAt, value } of node.entries) {
        visit(key, keyAt)
        forEachText(value, visit)
      }
  }
}

/** Returns the span of a substring, or null if the substring is written with escapes. */
function within({ file, start: from, end }: Span, piece: string): Span | null {
  const start = file.text.indexOf(piece, from)
  return start === -1 || start >= end ? null : { file, start, end: start + piece.length }
}
