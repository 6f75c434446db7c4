import { didYouMean } from '../../diagnostics/nearest.js'
import {
  type Engine,
  type Field,
  type FieldType,
  isPositive,
  type Model,
  type Principal,
  type Relation,
  ROW_PERMISSIONS,
  type RowPermission,
  type RowRule,
  type RuleFilter,
  type RuleValue,
  VALUE_TRAITS,
  type ValueTraits,
  takesList,
} from '../../ir/index.js'
import { listed } from '../../naming/phrases.js'
import type { ModelSchema } from '../../schema/index.js'
import { callableName } from '../../schema/settings/default.js'
import { type Named, valueOf } from '../../schema/node.js'
import { spansIn } from '../../source/embedded.js'
import type { ScalarNode } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { locationOf } from '../location.js'
import type { SpannedRoute } from '../routes/source.js'
import { groupHelp, unknownGroup } from './acl-checks.js'
import { type PrincipalSource, readPrincipal } from './acl-rules.js'
import type { AuthModel } from './auth-model.js'
import { type Operand, operandAt, operatorsFor } from '../relations/operands.js'
import { contradiction, valueProblem } from './rule-filters.js'

export interface RowRuleSource extends PrincipalSource {
  readonly models: readonly Model[]
  readonly relations: readonly Relation[]
  readonly schemas: ReadonlyMap<string, ModelSchema>
  readonly authModel: AuthModel | null
  readonly routes: readonly Pick<SpannedRoute, 'id' | 'model' | 'permission'>[]
  readonly engine: Engine
}

interface RowFunction extends Named {
  readonly model: string
}

/** Adds the rules in `_row_rules` to the models. Reports invalid rules, and models without any if others have some. */
export function withRowRules(source: RowRuleSource): {
  readonly models: readonly Model[]
  readonly functions: readonly RowFunction[]
} {
  const { models, schemas, authModel, collector } = source
  reportUserDefaults(source)
  const ruled = models.filter(({ id }) => declaredRules(source, id) !== null)
  const [first] = ruled
  if (first === undefined) return { models, functions: [] }
  if (authModel === null) {
    const [at] = declaredRules(source, first.id) ?? []
    collector.report('SVC5041', {
      message: `The row rules of ${first.id} require authentication, and the API has none`,
      at: at?.at ?? schemas.get(first.id)?.at ?? null,
      help: 'Add an x-Ticket or x-ApiKey scheme and use it in the root-level security',
    })
    return { models, functions: [] }
  }
  reportUnruled(source, first)
  const functions: RowFunction[] = []
  return {
    models: models.map((model) => {
      const texts = declaredRules(source, model.id)
      if (texts === null) return model
      const rules = texts.flatMap((text) => {
        const read = readRule(text, model, source)
        if (read !== null && read.rule.function !== null)
          functions.push({ name: read.rule.function, at: text.at, model: model.id })
        return read === null ? [] : [read.rule]
      })
      return { ...model, rowRules: rules }
    }),
    functions,
  }
}

/** Reports defaults such as `{{user.organization}}` that are not values of their field. */
function reportUserDefaults(source: RowRuleSource): void {
  const { models, relations, schemas, authModel, collector } = source
  for (const model of models) {
    const held = relations.filter(({ to }) => to === model.id)
    const declared = [...model.fields, ...held.map((relation) => ({ ...relation, name: relation.backref }))]
    for (const { name, default: made, onUpdate } of declared) {
      const property = schemas.get(model.id)?.properties.find((each) => each.name === name)
      const beside = property?.related?.settings ?? undefined
      for (const [value, node] of [
        [made, property?.settings?.default ?? (beside && valueOf(beside, 'default'))],
        [onUpdate, property?.settings?.onUpdate ?? (beside && valueOf(beside, 'onupdate'))],
      ] as const) {
        if (value?.kind !== 'user') continue
        const relation = held.find(({ foreignKey }) => foreignKey.field === name)
        const operand = operandAt([relation?.backref ?? name], model, source)
        const problem =
          authModel === null
            ? { message: 'Only an API with authentication has a caller' }
            : 'field' in operand
              ? userProblem(value.field, 'eq', operand, source)
              : undefined
        if (problem === undefined) continue
        collector.report('SVC5043', {
          message: `Invalid default {{user.${value.field}}}: ${problem.message}`,
          at: node?.at ?? null,
          help: 'help' in problem ? problem.help : undefined,
        })
      }
    }
  }
}

function declaredRules({ schemas }: RowRuleSource, id: string): readonly ScalarNode[] | null {
  return schemas.get(id)?.rowRules ?? null
}

/** How many operations a message names. */
const MAX_NAMED = 3

function reportUnruled(source: RowRuleSource, { id: ruled }: Model): void {
  const { models, schemas, routes, collector } = source
  const others = models.filter(({ id }) => schemas.has(id) && declaredRules(source, id) === null)
  const [first] = others
  if (first === undefined) return
  const isOne = others.length === 1
  const ids = new Set(others.map(({ id }) => id))
  const concerned = routes.filter(({ model }) => ids.has(model))
  // Writes say most about what is open.
  const named = concerned
    .toSorted((a, b) => Number(a.permission === 'view') - Number(b.permission === 'view'))
    .slice(0, MAX_NAMED)
    .map(({ id }) => id)
  const more = concerned.length - named.length
  const operations = listed(more === 0 ? named : [...named, `${more} more`])
  collector.report('SVC5045', {
    message: `${listed(ids)} ${isOne ? 'has' : 'have'} no row rules, although ${ruled} has; callers with permission can use all rows of ${isOne ? 'this model' : 'these models'}${operations === '' ? '' : `: ${operations}`}`,
    at: schemas.get(first.id)?.at ?? null,
    help: 'Add "_row_rules"; ["allow everyone all"] says that rows are not restricted',
  })
}

const RULE = /^\s*(allow|deny)\s+(\{\{[^{}]*\}\}|\S+)\s+([^{}&=]+?)(?:\s+where\s+(\S.*?))?\s*$/is

function readRule(text: ScalarNode, model: Model, source: RowRuleSource): { readonly rule: RowRule } | null {
  const { collector } = source
  const value = String(text.value)
  const spanAt = spansIn(text)
  const [, effect, principal, permissions, where] = RULE.exec(value) ?? []
  const invalid = (message: string, help: string): null => {
    collector.report('SVC5040', { message, at: text.at, help })
    return null
  }
  if (effect === undefined || principal === undefined || permissions === undefined)
    return invalid(
      `Invalid row rule ${JSON.stringify(value)}`,
      'Use the form "allow g:doctor view, update where organization={{user.organization}}"',
    )
  if (effect.toLowerCase() === 'deny')
    return invalid(
      'Row rules cannot deny access',
      'Remove the rule: callers see only the rows that a rule allows',
    )
  const who = readPrincipal(principal, text.at, source)
  if (who === null) return null
  if (who.kind === 'callable')
    return invalid(
      `A function cannot be the principal of a row rule`,
      `Write "allow authenticated ${permissions} where ${principal}"; the function then selects the rows`,
    )
  if (isUnknownGroup(who, source)) {
    const { groups } = source
    collector.report('SVC5044', {
      message: `${unknownGroup(who.name, groups)}, so the rule never matches`,
      at: text.at,
      help: () => groupHelp(who.name, groups),
    })
    return null
  }
  const granted = readPermissions(permissions, invalid)
  if (granted === null) return null
  const rule = { principal: who, permissions: granted, loc: locationOf(text.at) }
  if (where === undefined) return { rule: { ...rule, filters: [], function: null } }
  const name = callableName(where)
  if (name !== undefined && !name.startsWith('user.') && name !== 'now' && name !== 'today')
    return { rule: { ...rule, filters: [], function: name } }
  const start = value.lastIndexOf(where)
  const filters = readFilters(where, (from, to) => spanAt(start + from, start + to), model, source)
  if (filters === null) return null
  const impossible = contradiction(filters, (path) => operandAt(path, model, source))
  if (impossible !== undefined) {
    collector.report('SVC5044', {
      message: `The rule never matches: ${impossible}`,
      at: text.at,
      help: 'Remove the rule, or write a rule for each alternative',
    })
    return null
  }
  reportNoIndex(filters, text.at, model, source)
  reportNegations(filters, text.at, model, source)
  return { rule: { ...rule, filters, function: null } }
}

/** Warns about a rule whose first filter needs an index that does not exist. */
function reportNoIndex([first]: readonly RuleFilter[], at: Span, model: Model, source: RowRuleSource): void {
  const operand = first && operandAt(first.path, model, source)
  if (operand === undefined || !('field' in operand) || operand.indexed) return
  source.collector.report('SVC5046', {
    message: `The first filter of the rule compares "${operand.label}", which has no index`,
    at,
    help: `Add "index": true to the "_db_settings" of "${operand.field}", or write another filter first`,
  })
}

/**
 * Warns about negations beside other filters through the same list. They mean that the list has no such item, also if one
 * of its items satisfies the other filters.
 */
function reportNegations(
  filters: readonly RuleFilter[],
  at: Span,
  model: Model,
  source: RowRuleSource,
): void {
  const listIn = ({ path }: RuleFilter): string | undefined => {
    const prefixes = path.map((_, index) => path.slice(0, index + 1))
    const list = prefixes.find((prefix) => {
      const operand = operandAt(prefix, model, source)
      return 'field' in operand && operand.many
    })
    return list?.join('.')
  }
  const positive = new Map(filters.filter(isPositive).map((filter) => [listIn(filter), filter]))
  for (const negation of filters.filter((filter) => !isPositive(filter))) {
    const list = listIn(negation)
    const other = positive.get(list)
    if (list === undefined || other === undefined) continue
    const { path, op, value } = negation
    const name = path.join('.')
    const operand = operandAt(path, model, source)
    const isAbsence = op === 'exists'
    const excluded: readonly unknown[] = value.kind === 'literal' ? [value.value].flat() : []
    const choices = 'field' in operand ? (operand.choices ?? []).map(String) : []
    const others = choices.filter((choice) => !excluded.includes(choice)).join(',')
    source.collector.report('SVC5060', {
      message: `"${name}__${isAbsence ? 'exists=false' : op}" excludes a row if any item of "${list}" has ${isAbsence ? 'a value' : 'the value'}, including items that "${other.path.join('.')}" does not match`,
      at,
      help: isAbsence
        ? 'Compare a field that always has a value, such as a status'
        : `List the allowed values instead: "${name}__in=${others === '' ? '…' : others}"`,
    })
  }
}

function isUnknownGroup(
  principal: Principal,
  { groups, anyGroup }: RowRuleSource,
): principal is Extract<Principal, { kind: 'group' }> {
  return principal.kind === 'group' && !anyGroup && !groups.has(principal.name)
}

function readPermissions(
  text: string,
  invalid: (message: string, help: string) => null,
): readonly RowPermission[] | null {
  const names = text.split(/[\s,]+/).map((name) => name.toLowerCase())
  const known: readonly string[] = ROW_PERMISSIONS
  const unknown = names.find((name) => name !== 'all' && !known.includes(name))
  if (unknown !== undefined)
    return invalid(
      `Unknown permission "${unknown}" in a row rule`,
      didYouMean(unknown, [...known, 'all']) ?? `Use ${listed([...known, 'all'], 'or')}`,
    )
  return names.includes('all')
    ? ROW_PERMISSIONS
    : ROW_PERMISSIONS.filter((permission) => names.includes(permission))
}

/** Reads filters joined by `&`. Reports invalid filters and returns null. */
function readFilters(
  text: string,
  spanAt: (start: number, end: number) => Span,
  model: Model,
  source: RowRuleSource,
): readonly RuleFilter[] | null {
  let index = 0
  const found = text.split('&').map((piece) => {
    const filter = piece.trim()
    const start = index + piece.indexOf(filter)
    index += piece.length + 1
    return readFilter(filter, spanAt(start, start + filter.length), model, source)
  })
  const filters = found.filter((filter) => filter !== null)
  return filters.length === found.length ? filters : null
}

function readFilter(text: string, at: Span, model: Model, source: RowRuleSource): RuleFilter | null {
  const { collector } = source
  const equals = text.indexOf('=')
  if (equals < 1) {
    collector.report('SVC5040', {
      message: `Invalid filter ${JSON.stringify(text)} in a row rule`,
      at,
      help: 'Use the form "status=open" or "price__lt=10", or "{{name}}" for a function',
    })
    return null
  }
  const name = text.slice(0, equals).trim()
  const whole = operandAt(name.split('.'), model, source)
  const [, base = name, operator = 'eq'] = /^(.+)__([a-z]+)$/s.exec(name) ?? []
  const op = 'field' in whole ? 'eq' : operator
  const path = ('field' in whole ? name : base).split('.')
  const operand = 'field' in whole ? whole : operandAt(path, model, source)
  if (!('field' in operand)) {
    const { message, known, unknown } = operand
    collector.report('SVC5042', { message, at, help: () => didYouMean(unknown, known) })
    return null
  }
  const operators = operatorsFor(operand)
  if (!operators.includes(op)) {
    collector.report('SVC5042', {
      message: `Operator "${op}" cannot be used with "${path.join('.')}"`,
      at,
      help: () => didYouMean(op, operators) ?? `Use ${listed(operators, 'or')}`,
    })
    return null
  }
  const given = text.slice(equals + 1).trim()
  const value = readValue(given, op)
  if (value.kind === 'literal' && given.includes('{{')) {
    collector.report('SVC5043', {
      message: `Unknown value ${JSON.stringify(given)} for "${operand.label}"`,
      at,
      help: 'Use a field of the caller, such as {{user.username}}, {{now}} or {{today}}',
    })
    return null
  }
  const problem = problemWith(value, op, operand, source)
  if (problem === undefined) return { path, op, value }
  collector.report('SVC5043', { message: problem.message, at, help: problem.help })
  return null
}

/** Reads the value of a filter. Values of lists are separated by commas. */
function readValue(text: string, op: string): RuleValue {
  const name = callableName(text)
  if (name?.startsWith('user.') === true) return { kind: 'user', field: name.slice('user.'.length) }
  if (name === 'now' || name === 'today') return { kind: 'time', name }
  if (op === 'exists')
    return { kind: 'literal', value: text === 'true' ? true : text === 'false' ? false : text }
  return { kind: 'literal', value: takesList(op) ? text.split(',').map(decoded) : decoded(text) }
}

/** Decodes `%26` and other escapes, as in a URL. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return text.trim()
  }
}

interface Problem {
  readonly message: string
  readonly help?: (() => string | undefined) | string | undefined
}

function problemWith(
  value: RuleValue,
  op: string,
  operand: Operand,
  source: RowRuleSource,
): Problem | undefined {
  switch (value.kind) {
    case 'literal':
      return valueProblem(value.value, op, operand, source.engine)
    case 'time':
      return timeProblem(value.name, operand)
    case 'user':
      return userProblem(value.field, op, operand, source)
  }
}

function timeProblem(name: 'now' | 'today', { type, label }: Operand): Problem | undefined {
  const wanted: FieldType = name === 'now' ? 'datetime' : 'date'
  return type === wanted
    ? undefined
    : { message: `{{${name}}} is a ${wanted}, and "${label}" is not`, help: undefined }
}

function userProblem(
  name: string,
  op: string,
  operand: Operand,
  { models, relations, authModel, engine }: RowRuleSource,
): Problem | undefined {
  const users = models.find(({ id }) => id === authModel?.model)
  if (users === undefined) return { message: 'The API has no model of users' }
  if (op === 'exists') return { message: `"${operand.label}__exists" requires true or false` }
  const found = operandAt([name], users, { models, relations })
  const end = users.relations.find((relation) => relation.name === name)
  if (!('field' in found) || end?.many === true) {
    const usable = [
      ...users.fields.filter(isUsable).map((field) => field.name),
      ...users.relations.filter(({ many }) => !many).map((relation) => relation.name),
    ]
    const relation = relations.find(({ id }) => id === end?.relation)
    const isBack = relation?.from === users.id && relation.field === name
    const back = (isBack ? relation.backref : relation?.field) ?? ''
    const inverse = `"${back}" of ${end?.target}, as in "${back}={{user.${users.key}}}"`
    return {
      message:
        end === undefined
          ? `Unknown field "${name}" in ${users.id}`
          : `"${name}" of ${users.id} refers to several items`,
      help: () =>
        end === undefined
          ? (didYouMean(name, usable) ?? `Use ${listed(usable, 'or')}`)
          : `Compare the key of the user with ${inverse}, or use ${listed(usable, 'or')}`,
    }
  }
  if (users.fields.some((field) => field.name === name && !isUsable(field)))
    return { message: `"${name}" of ${users.id} cannot be compared` }
  const [given, wanted] = [kindOf(found, engine), kindOf(operand, engine)]
  return given === wanted
    ? undefined
    : { message: `"${operand.label}" contains ${wanted}, and "${name}" of ${users.id} contains ${given}` }
}

function isUsable({ type, stored, name }: Field): boolean {
  return stored && VALUE_TRAITS[type].isComparable && type !== 'foreign_key' && name !== 'password'
}

/** What values of each kind are called in messages. Only values of the same name can be compared. */
const KIND_NAMES: Readonly<Record<ValueTraits['kind'], string>> = {
  text: 'text',
  number: 'numbers',
  digits: 'numbers',
  boolean: 'booleans',
  date: 'dates',
  time: 'times',
  bytes: 'binary data',
  list: 'lists',
  json: 'JSON',
  key: 'keys',
}

function kindOf({ type, itemType }: Operand, engine: Engine): string {
  if (type === 'id_field' && engine === 'svc_mongodb') return KIND_NAMES.key
  return KIND_NAMES[VALUE_TRAITS[itemType ?? type].kind]
}
