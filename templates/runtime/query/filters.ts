import type { Json } from '../json.js'
import { type Condition, onSameItems } from '../store.js'
import type { ValueSpec } from '../values/scalars.js'
import { parseValue } from '../values/values.js'
import { expressionCondition, isExpression, plainText } from './expression.js'
import { type NamedOperator, OPERATORS, isOperator, traitsOf } from '../spec/query-language.js'
import {
  type QueryReading,
  namesOf,
  resolve,
  sees,
  type Target,
  targetOf,
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
  const { faults } = reading
  if (!areShort(reading, parameter, values)) return undefined
  const at = parameter.lastIndexOf('__')
  if (at <= 0 || targetOf(reading, parameter) !== undefined) {
    const target = resolve(reading, parameter, parameter)
    return target && readEquality(reading, parameter, target, values)
  }
  const target = resolve(reading, parameter, parameter.slice(0, at))
  const op = parameter.slice(at + 2)
  if (!isOperator(op))
    return faults.addUnknown(
      parameter,
      `unknown operator "__${op.slice(0, 100)}"`,
      op,
      Object.keys(OPERATORS),
    )
  if (target === undefined) return undefined
  const wrong = operatorError(target, op)
  if (wrong !== undefined) return faults.add(parameter, wrong)
  // If the parameter is repeated, all conditions must hold.
  const operands = readOperands(reading, parameter, target.spec, op, values)
  return onSameItems(
    'and',
    operands.map((operand) => comparison(target, op, operand)),
  )
}

function areShort({ limits, faults }: QueryReading, parameter: string, values: readonly string[]): boolean {
  if (values.every((value) => value.length <= limits.maxFilterLength)) return true
  faults.add(parameter, `must be at most ${limits.maxFilterLength} characters long`)
  return false
}

/** Reads `field=value`, which matches any one of the values if there are several. Each value can be an expression. */
function readEquality(
  reading: QueryReading,
  parameter: string,
  target: Target,
  values: readonly string[],
): Condition | undefined {
  const wrong = operatorError(target, 'eq')
  if (wrong !== undefined) return reading.faults.add(parameter, wrong)
  const isLiteral = reading.literal.has(parameter)
  const parts: Condition[] = []
  const plain: string[] = []
  for (const value of values) {
    if (isLiteral || !isExpression(value)) {
      plain.push(isLiteral ? value : plainText(value))
      continue
    }
    const condition = expressionCondition(reading, parameter, value, { field: target })
    if (condition !== undefined) parts.push(condition)
  }
  const wanted = readValues(reading, parameter, target.spec, plain)
  const [only] = wanted
  if (wanted.length === 1 && only !== undefined) parts.push(comparison(target, 'eq', only))
  if (wanted.length > 1) parts.push(comparison(target, 'in', wanted))
  return onSameItems('or', parts)
}

/** Reads the values of `field__op=value`, of which a list is one operand. */
function readOperands(
  reading: QueryReading,
  parameter: string,
  spec: ValueSpec,
  op: NamedOperator,
  values: readonly string[],
): Json[] {
  switch (OPERATORS[op].operand) {
    case 'values': {
      const isList = values.length === 1 && !reading.literal.has(parameter)
      const items = isList ? values.flatMap((value) => value.split(',')) : values
      return [readValues(reading, parameter, spec, items)]
    }
    case 'presence':
      return values.map((value) => {
        if (value !== 'true' && value !== 'false') reading.faults.add(parameter, 'must be true or false')
        return value === 'true'
      })
    case 'text':
      return spec.type === 'list' && traitsOf(op).alsoOnLists
        ? readValues(reading, parameter, spec, values)
        : readValues(reading, parameter, { type: 'text' }, values)
    case 'value':
      return readValues(reading, parameter, spec, values)
  }
}

function readValues(
  { faults }: QueryReading,
  parameter: string,
  spec: ValueSpec,
  texts: readonly string[],
): Json[] {
  return texts.flatMap((text) => {
    const checked = parseValue(spec, text)
    if (checked.ok) return [checked.value]
    faults.add(parameter, checked.message)
    return []
  })
}

/** Reads `_missing_` and `_exists_`, which contain comma-separated field names. */
export function readPresences(
  reading: QueryReading,
  parameter: string,
  values: readonly string[],
  exists: boolean,
): Condition[] {
  return namesOf(values)
    .flatMap((name) => resolve(reading, parameter, name) ?? [])
    .map((target) => comparison(target, 'exists', exists))
}

/**
 * Returns the conditions for `q`, which searches the text fields that the caller can see, or the fields named in
 * `_search_fields`. A name that begins with `?` is left out if the caller cannot see the field.
 */
export function readFullText(
  reading: QueryReading,
  expressions: readonly string[],
  searchFields: readonly string[],
): Condition[] {
  if (expressions.length === 0 && searchFields.length === 0) return []
  const anyOf = searchFields.length > 0 ? namedFields(reading, searchFields) : textFields(reading)
  return expressions
    .filter((expression) => areShort(reading, 'q', [expression]))
    .map((expression) => (reading.literal.has('q') ? quotedPhrase(expression) : expression))
    .flatMap((expression) => expressionCondition(reading, 'q', expression, { anyOf }) ?? [])
}

/** Returns the expression for a text, none of whose characters have a meaning. */
export function quotedPhrase(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

function textFields(reading: QueryReading): Target[] {
  return Object.keys(reading.model.fields)
    .flatMap((name) => targetOf(reading, name) ?? [])
    .filter((target) => target.spec.type !== 'list' && isText(target) && sees(reading, target))
}

function namedFields(reading: QueryReading, names: readonly string[]): Target[] {
  return [...new Set(namesOf(names))].flatMap((name) => {
    const optional = name.startsWith('?') ? targetOf(reading, name.slice(1)) : undefined
    if (optional !== undefined && !sees(reading, optional)) return []
    const target = optional ?? resolve(reading, '_search_fields', name)
    if (target === undefined || isText(target)) return target ?? []
    reading.faults.add('_search_fields', `"${target.name}" is not a text field`)
    return []
  })
}
