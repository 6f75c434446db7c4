import type { Json } from '../json.js'
import type { FieldType } from '../model.js'
import type { Condition } from '../store.js'
import { parseValue } from '../values/values.js'
import { isExpression, plainText } from './expression-parser.js'
import { expressionCondition } from './expression.js'
import { type QueryReading, allOf, anyOf, resolve, sees } from './parameters.js'
import {
  NAMED_OPERATORS,
  type NamedOperator,
  type Target,
  comparison,
  isOperator,
  isText,
  misfit,
  operandOf,
} from './targets.js'

/**
 * The condition of a filter (SPEC 7): `field=value`, `field__op=value`, `relation.field=value`, `field=<expression>`. Undefined where it is at
 * fault, which is noted.
 */
export function readFilter(
  reading: QueryReading,
  parameter: string,
  values: readonly string[],
): Condition | undefined {
  if (values.some((value) => value.length > reading.limits.filterLength)) {
    reading.faults.add(parameter, `is longer than ${reading.limits.filterLength} characters`)
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
    reading.faults.addUnknown(parameter, `there is no operator "__${op.slice(0, 100)}"`, op, NAMED_OPERATORS)
    return undefined
  }
  return target && readComparison(reading, parameter, target, op, values)
}

/** `field=value`: any of the values, each of which may be an expression. */
function readEquality(
  reading: QueryReading,
  parameter: string,
  target: Target,
  values: readonly string[],
): Condition | undefined {
  const wrong = misfit(target, 'eq')
  if (wrong !== undefined) {
    reading.faults.add(parameter, wrong)
    return undefined
  }
  const parts: Condition[] = []
  const plain: string[] = []
  for (const value of values) {
    if (!isExpression(value)) {
      plain.push(plainText(value))
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

/** `field__op=value`; repeated, all must hold, and lists are joined. */
function readComparison(
  reading: QueryReading,
  parameter: string,
  target: Target,
  op: NamedOperator,
  values: readonly string[],
): Condition | undefined {
  const wrong = misfit(target, op)
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
  switch (operandOf(op)) {
    case 'values': {
      const parts = values.length === 1 ? values.flatMap((value) => value.split(',')) : values
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

/** `_missing_=field` and `_exists_=field`, the names also separated by commas. */
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
