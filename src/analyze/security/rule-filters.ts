import {
  type Constraints,
  type Engine,
  type FieldType,
  type Json,
  OPERATORS,
  type RuleFilter,
  VALUE_TRAITS,
  isNumeric,
} from '../../ir/index.js'
import { expectedDefault } from '../../schema/settings/default.js'
import type { Operand, UnknownOperand } from '../relations/operands.js'

/** Returns what is wrong with a literal value, if it cannot be a value of the operand. */
export function valueProblem(
  value: string | boolean | readonly string[],
  op: string,
  operand: Operand,
  engine: Engine,
): { readonly message: string } | undefined {
  const { label, choices } = operand
  if (op === 'exists')
    return typeof value === 'boolean' ? undefined : { message: `"${label}__exists" must be true or false` }
  const type = operand.itemType ?? operand.type
  const isKept = OPERATORS.text.some((name) => name === op)
  for (const text of [value].flat()) {
    const expected =
      isKept || typeof text === 'boolean' ? undefined : expectedText(text, type, choices, engine)
    if (expected !== undefined)
      return { message: `Invalid value ${JSON.stringify(text)} for "${label}"; it must be ${expected}` }
  }
  return undefined
}

function expectedText(
  text: string,
  type: FieldType,
  choices: Constraints['choices'],
  engine: Engine,
): string | undefined {
  if (type === 'id_field') {
    const pattern = engine === 'svc_mongodb' ? /^[0-9a-f]{24}$/ : /^\d{1,19}$/
    return pattern.test(text) ? undefined : engine === 'svc_mongodb' ? 'a key of 24 hex digits' : 'an integer'
  }
  const value = parsed(text, type)
  if (type === 'choice' || choices !== null)
    return (choices ?? []).some((choice) => String(choice) === text)
      ? undefined
      : `one of ${(choices ?? []).map(String).join(', ')}`
  return expectedDefault({ kind: 'literal', value }, type, { choices: null, itemType: null })
}

function parsed(text: string, type: FieldType): Json {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  const isPlain = isNumeric(type) && VALUE_TRAITS[type].kind === 'number'
  return isPlain && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : text
}

/** Returns why no row can satisfy all filters, or undefined if some row might. */
export function contradiction(
  filters: readonly RuleFilter[],
  operandOfPath: (path: readonly string[]) => Operand | UnknownOperand,
): string | undefined {
  for (const { path, op, value } of filters) {
    const operand = operandOfPath(path)
    if (!('field' in operand)) continue
    const name = path.join('.')
    if (op === 'exists' && value.kind === 'literal' && value.value === false && operand.required)
      return `"${name}" always has a value`
    const isSingle = operand.type !== 'list' && !operand.many
    const other = filters.find(
      (filter) =>
        filter.path.join('.') === name &&
        op === 'eq' &&
        filter.op === 'eq' &&
        value.kind === 'literal' &&
        filter.value.kind === 'literal' &&
        filter.value.value !== value.value,
    )
    if (isSingle && other !== undefined) return `"${name}" cannot have two values`
  }
  return undefined
}
