import type { Condition } from '../condition.js'
import type { FieldType } from '../model.js'
import { expressionCondition } from './expression/index.js'
import { isText } from './operators.js'
import { type QueryReading, resolve, sees } from './reading.js'
import type { Target } from './targets.js'

const SEARCHED: ReadonlySet<FieldType> = new Set(['string', 'text', 'choice'])

/**
 * The conditions of `q` (SPEC 7): words in any of the text fields that the caller may see, or of those that `_search_fields` names.
 */
export function readFullText(
  reading: QueryReading,
  expressions: readonly string[],
  searchFields: readonly string[],
): Condition[] {
  if (expressions.length === 0 && searchFields.length === 0) return []
  const anyOf = searchFields.length > 0 ? namedFields(reading, searchFields) : textFields(reading)
  return expressions
    .filter((expression) => {
      const fits = expression.length <= reading.limits.filterLength
      if (!fits) reading.faults.add('q', `is longer than ${reading.limits.filterLength} characters`)
      return fits
    })
    .map((expression) => expressionCondition(reading, 'q', expression, { anyOf }))
    .filter((condition) => condition !== undefined)
}

function textFields(reading: QueryReading): Target[] {
  return [...reading.targets.values()].filter(
    (target) =>
      target.kind === 'field' &&
      target.via === null &&
      SEARCHED.has(target.spec.type) &&
      sees(reading, target),
  )
}

function namedFields(reading: QueryReading, names: readonly string[]): Target[] {
  const targets: Target[] = []
  for (const name of new Set(names.flatMap((each) => each.split(',')))) {
    const target = resolve(reading, '_search_fields', name.trim())
    if (target === undefined) continue
    if (isText(target)) targets.push(target)
    else reading.faults.add('_search_fields', `"${target.name}" is no text`)
  }
  return targets
}
