import type { Span } from '../../source/span.js'
import { report, type Context } from '../context.js'

/**
 * Returns the distinct names of the parameters in a URI, in order (RAML 0.8, "Base URI Parameters", "URI Parameters").
 * Reports empty or unbalanced braces.
 */
export function variablesOf(uri: string, at: Span, context: Context): readonly string[] {
  if (!/[{}]/.test(uri)) return []
  const problem = problemOf(uri)
  if (problem !== null)
    report(context, 'SVC2014', { message: problem, at, help: 'Write parameters as "{name}"' })
  return [...new Set([...uri.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? ''))]
}

function problemOf(uri: string): string | null {
  const rest = uri.replace(/\{[^{}]*\}/g, '')
  if (rest.includes('{')) return `Unclosed brace in "${uri}"`
  if (rest.includes('}')) return `Unmatched closing brace in "${uri}"`
  return /\{\s*\}/.test(uri) ? `Parameter without a name in "${uri}"` : null
}
