import type { Json } from '../json.js'
import { VALUE_TRAITS } from '../model.js'
import type { Condition } from '../store.js'
import { parseValue } from '../values/values.js'
import { expressionCondition, isExpression, plainText } from './expression.js'
import { type NamedOperator, OPERATORS, isOperator } from './language.js'
import {
  type QueryReading,
  allOf,
  anyOf,
  resolve,
  sees,
  type Target,
  comparison,
  isText,
  operatorError,
} from './parameters.js'

/**
 * Returns the condition for a filter: `field=value`, `field__op=value`, `relation.field=value` or `field=<expression>`.
 * Adds an error and returns undefined if the filter is invalid.
 */
export function readFilter(
  reading: QueryReading,
  parameter: string,
  values: readonly string[],
): Condition | undefined {
  if (values.some((value) => value.length > reading.limits.filterLength)) {
    reading.faults.add(parameter, `must be at most ${reading.limits.filterLength} characters long`)
    return undefined
  }
  const at = parameter.lastIndexOf('__')
  if (at <= 0 || reading.targets.has(parameter)) {
    const target = resolve(reading, parameter, parameter)
    return target && readEquality(reading, parameter, target, values)
  }
  const target = resolve(reading, parameter, parameter.slice(0, at))
  const op = parameter.slice(at + 2)
  if (!isOperator(op)) {
    const known = Object.keys(OPERATORS)
    reading.faults.addUnknown(parameter, `unknown operator "__${op.slice(0, 100)}"`, op, known)
    return undefined
  }
  return target && readComparison(reading, parameter, target, op, values)
}

/** Reads `field=value`, which matches any one of the values if there are several. Each value can be an expression. */
function readEquality(
  reading: QueryReading,
  parameter: string,
  target: Target,
  values: readonly string[],
): Condition | undefined {
  const wrong = operatorError(target, 'eq')
  if (wrong !== undefined) {
    reading.faults.add(parameter, wrong)
    return undefined
  }
  const parts: Condition[] = []
  const plain: string[] = []
  const isLiteral = reading.literal.has(parameter)
  for (const value of values) {
    if (isLiteral || !isExpression(value)) {
      plain.push(isLiteral ? value : plainText(value))
      continue
    }
    const condition = expressionCondition(reading, parameter, value, { field: target })
    if (condition !== undefined) parts.push(condition)
  }
  const wanted = plain
    .map((text) => readValue(reading, parameter, target, text))
    .filter((value) => value !== undefined)
  const [only] = wanted
  if (wanted.length === 1 && only !== undefined) parts.push(comparison(target, 'eq', only))
  if (wanted.length > 1) parts.push(comparison(target, 'in', wanted))
  return anyOf(parts)
}

/** Reads `field__op=value`. If the parameter is repeated, all conditions must hold. Lists are combined. */
function readComparison(
  reading: QueryReading,
  parameter: string,
  target: Target,
  op: NamedOperator,
  values: readonly string[],
): Condition | undefined {
  const wrong = operatorError(target, op)
  if (wrong !== undefined) {
    reading.faults.add(parameter, wrong)
    return undefined
  }
  const operands = readOperands(reading, parameter, target, op, values)
  return allOf(operands.map((operand) => comparison(target, op, operand)))
}

function readOperands(
  reading: QueryReading,
  parameter: string,
  target: Target,
  op: NamedOperator,
  values: readonly string[],
): Json[] {
  const read = (text: string): Json | undefined => readValue(reading, parameter, target, text)
  switch (OPERATORS[op].operand) {
    case 'values': {
      const isList = values.length === 1 && !reading.literal.has(parameter)
      const parts = isList ? values.flatMap((value) => value.split(',')) : values
      return [parts.map(read).filter((value) => value !== undefined)]
    }
    case 'presence':
      return values.map((value) => readPresence(reading, parameter, value))
    case 'text':
      return target.spec.type === 'list' && op === 'contains'
        ? values.map(read).filter((value) => value !== undefined)
        : values.map((value) => readText(reading, parameter, value))
    case 'value':
      return values.map(read).filter((value) => value !== undefined)
  }
}

function readValue(reading: QueryReading, parameter: string, target: Target, text: string): Json | undefined {
  const checked = parseValue(target.spec, text)
  if (checked.ok) return checked.value
  reading.faults.add(parameter, checked.message)
  return undefined
}

function readText(reading: QueryReading, parameter: string, text: string): string {
  const checked = parseValue({ type: 'text' }, text)
  if (!checked.ok) reading.faults.add(parameter, checked.message)
  return text
}

function readPresence(reading: QueryReading, parameter: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') reading.faults.add(parameter, 'must be true or false')
  return text === 'true'
}

/** Reads `_missing_` and `_exists_`, which contain comma-separated field names. */
export function readPresences(
  reading: QueryReading,
  parameter: string,
  values: readonly string[],
  exists: boolean,
): Condition[] {
  if (values.length === 0) return []
  return values
    .flatMap((value) => value.split(','))
    .map((name) => resolve(reading, parameter, name.trim()))
    .filter((target) => target !== undefined)
    .map((target) => comparison(target, 'exists', exists))
}

/**
 * Returns the conditions for `q`, which searches the text fields that the caller can see, or the fields named in
 * `_search_fields`.
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
      if (!fits) reading.faults.add('q', `must be at most ${reading.limits.filterLength} characters long`)
      return fits
    })
    .map((expression) => (reading.literal.has('q') ? quotedPhrase(expression) : expression))
    .map((expression) => expressionCondition(reading, 'q', expression, { anyOf }))
    .filter((condition) => condition !== undefined)
}

function quotedPhrase(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

function textFields(reading: QueryReading): Target[] {
  return [...reading.targets.values()].filter(
    (target) =>
      target.kind === 'field' &&
      target.via.length === 0 &&
      VALUE_TRAITS[target.spec.type].kind === 'text' &&
      sees(reading, target),
  )
}

function namedFields(reading: QueryReading, names: readonly string[]): Target[] {
  const targets: Target[] = []
  for (const name of new Set(names.flatMap((each) => each.split(',')))) {
    const target = resolve(reading, '_search_fields', name.trim())
    if (target === undefined) continue
    if (isText(target)) targets.push(target)
    else reading.faults.add('_search_fields', `"${target.name}" is not a text field`)
  }
  return targets
}
