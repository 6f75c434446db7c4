import type { Node } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { report, type Context } from '../context.js'
import type { Declaration } from '../declarations.js'
import { parametersIn } from '../parameters.js'
import { FUNCTIONS } from './functions.js'
import { nearest } from '../../diagnostics/nearest.js'

/** The names of the parameters in a trait or resource type, each with the place of its first use. */
export function parametersOf(value: Node): ReadonlyMap<string, Span> {
  const parameters = new Map<string, Span>()
  forEachText(value, (text, at) => {
    for (const { name, written } of parametersIn(text)) {
      if (!parameters.has(name)) parameters.set(name, within(at, written))
    }
  })
  return parameters
}

/** Reports functions that do not exist (RAML 0.8, "Functions"). */
export function checkFunctions({ value }: Declaration, context: Context): void {
  forEachText(value, (text, at) => {
    for (const { functions, written } of parametersIn(text)) {
      for (const name of functions.filter((call) => !Object.hasOwn(FUNCTIONS, call))) {
        const near = nearest(name, Object.keys(FUNCTIONS))
        report(context, 'SVC2058', {
          message: `There is no function "!${name}"`,
          at: within(at, written),
          help: `Use ${near === undefined ? '"!singularize" or "!pluralize"' : `"!${near}"`}`,
        })
      }
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

/** Where a piece of text stands inside of a longer one. */
function within(at: Span, piece: string): Span {
  const start = at.file.text.indexOf(piece, at.start)
  return start === -1 || start >= at.end ? at : { file: at.file, start, end: start + piece.length }
}
