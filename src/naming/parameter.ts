import { UniqueNames } from './unique.js'
import { camelCase } from './words.js'

/**
 * Returns a function that renames the parameters of one path to unique identifiers (`event-id` → `eventId`; `id`,
 * `id2`).
 */
export function parameterNames(): (written: string) => string {
  const names = new UniqueNames()
  return (written) => names.take(safeName(written))
}

function safeName(written: string): string {
  // Objects have members with such names, which look like values of the parameter.
  if (written in {} || written === 'prototype') return `${camelCase(written)}Param`
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(written)) return written
  return camelCase(written.replace(/[^A-Za-z0-9]+/g, ' ')).replace(/^(?=\d)|^$/, 'param')
}
