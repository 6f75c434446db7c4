import {
  type Constraints,
  type Engine,
  type FieldType,
  type Json,
  type Model,
  OPERATORS,
  type Relation,
  type RuleFilter,
  VALUE_TRAITS,
  isNumeric,
} from '../../ir/index.js'
import { expectedDefault } from '../../schema/settings/default.js'

/** What a filter compares: a field, or the keys at the other end of a relation. */
export interface Operand {
  readonly label: string
  readonly field: string
  readonly type: FieldType
  /** The type of the items in a list. */
  readonly itemType: FieldType | null
  readonly choices: Constraints['choices']
  readonly required: boolean
  /** Whether the relations lead to several items, each of which is compared. */
  readonly many: boolean
  /** Whether an index exists on the first column that the filter needs. */
  readonly indexed: boolean
}

/** Why a path leads nowhere, and the known names in its place. */
export interface UnknownOperand {
  readonly message: string
  readonly unknown: string
  readonly known: readonly string[]
}

export interface PathSource {
  readonly models: readonly Model[]
  readonly relations: readonly Relation[]
}

export function operandAt(
  path: readonly string[],
  model: Model,
  source: PathSource,
  label = path.join('.'),
): Operand | UnknownOperand {
  const [name = '', ...rest] = path
  const end = model.relations.find((each) => each.name === name)
  const target = end && source.models.find(({ id }) => id === end.target)
  const relation = end && source.relations.find(({ id }) => id === end.relation)
  if (end !== undefined && target !== undefined && relation !== undefined) {
    const key = target.fields.find((field) => field.name === target.key)
    const found = rest.length > 0 ? operandAt(rest, target, source, label) : key && operandOf(key, label)
    if (found === undefined) return unknownIn(model, name)
    if (!('field' in found)) return found
    const isHeld = end.side === 'holder' && rest.length === 0
    return {
      ...found,
      required: isHeld && relation.required,
      many: found.many || end.many,
      indexed: true,
    }
  }
  const field = model.fields.find((each) => each.name === name)
  const isQueried = field !== undefined && field.stored && field.type !== 'foreign_key'
  if (rest.length > 0 || !isQueried) return unknownIn(model, name, relationFor(model, field?.name, source))
  if (!VALUE_TRAITS[field.type].isComparable)
    return { ...unknownIn(model, name), message: `Field "${name}" of ${model.id} cannot be compared` }
  return operandOf(field, label, field.name === model.key)
}

function operandOf(
  { name, type, constraints }: Model['fields'][number],
  label: string,
  isKey = true,
): Operand {
  const { itemType, choices, required, index, unique } = constraints
  return {
    label,
    field: name,
    type,
    itemType,
    choices,
    required: required || isKey,
    many: false,
    indexed: index || unique || isKey,
  }
}

function unknownIn(model: Model, name: string, backReference?: string): UnknownOperand {
  const known = [
    ...model.fields.filter(({ stored, type }) => stored && type !== 'foreign_key'),
    ...model.relations,
  ].map((each) => each.name)
  const field = model.fields.find((each) => each.name === name)
  const message =
    backReference !== undefined
      ? `"${name}" of ${model.id} is a foreign key; use "${backReference}"`
      : field?.stored === false
        ? `Field "${name}" of ${model.id} is not stored`
        : `Unknown field "${name}" in ${model.id}`
  return { message, unknown: name, known }
}

/** Returns the back-reference of a foreign key. */
function relationFor({ id }: Model, name: string | undefined, { relations }: PathSource): string | undefined {
  return relations.find(({ to, foreignKey }) => to === id && foreignKey.field === name)?.backref
}

export function operatorsFor({ type, itemType, many }: Operand): readonly string[] {
  const { isOrdered, kind } = VALUE_TRAITS[type]
  const isText = VALUE_TRAITS[itemType ?? type].kind === 'text'
  return [
    'eq',
    ...OPERATORS.all,
    ...OPERATORS.comparable,
    ...(isOrdered ? OPERATORS.ordered : []),
    ...(isText ? OPERATORS.text : []),
    ...(kind === 'list' || many ? OPERATORS.list : []),
  ]
}

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
