import {
  type Constraints,
  type FieldType,
  type Model,
  OPERATORS,
  type Relation,
  VALUE_TRAITS,
} from '../../ir/index.js'

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
