import {
  ROW_PERMISSIONS,
  type RowRule,
  type RuleFilter,
  type RuleValue,
  type Service,
} from '../../ir/index.js'
import { literal, propertyKey, stringLiteral } from '../literal.js'
import type { Imports } from '../imports.js'
import { sortedBy } from '../../naming/order.js'
import { principalCode } from './acl.js'
import { ruledModels } from '../../access/row-rules.js'

/** Returns the view for `row-rules.ts`. */
export function rowRulesView(service: Service, imports: Imports): object {
  const models = ruledModels(service).map(({ id, rules }) => ({
    key: propertyKey(id),
    rules: rules.map((rule) => ruleText(rule, imports)),
  }))
  return { models: sortedBy([...models, ...linkRules(service, imports)], ({ key }) => key) }
}

/** Returns the rules of the models that svcgen made for links between items with rules. */
function linkRules(
  { models, relations }: Service,
  imports: Imports,
): readonly { readonly key: string; readonly rules: readonly string[] }[] {
  const ruled = new Set(models.flatMap(({ id, rowRules }) => (rowRules === undefined ? [] : [id])))
  return models.flatMap(({ id, link }) => {
    const { through, from, to } = relations.find((each) => each.through?.model === id) ?? {}
    if (
      link !== true ||
      through === undefined ||
      ![from, to].some((end) => end !== undefined && ruled.has(end))
    )
      return []
    const ends = [through.near, through.far].map(stringLiteral).join(', ')
    return [{ key: propertyKey(id), rules: [`${imports.use('linkRows')}(${ends})`] }]
  })
}

function ruleText(rule: RowRule, imports: Imports): string {
  const { principal, permissions, filters, function: name } = rule
  imports.use(principal.kind)
  const who = principalCode(principal)
  const what = permissions.length === ROW_PERMISSIONS.length ? imports.use('all') : literal(permissions)
  if (name !== null) return `${imports.use('rowsOf')}(${who}, ${what}, ${stringLiteral(name)})`
  const conditions = filters.map((filter) => filterText(filter, imports))
  return `${imports.use('rows')}(${[who, what, ...conditions].join(', ')})`
}

function filterText({ path, op, value }: RuleFilter, imports: Imports): string {
  return `${imports.use('where')}(${stringLiteral(path.join('.'))}, ${stringLiteral(op)}, ${valueText(value, imports)})`
}

function valueText(value: RuleValue, imports: Imports): string {
  switch (value.kind) {
    case 'literal':
      return `${imports.use('literal')}(${literal(value.value)})`
    case 'user':
      return `${imports.use('userField')}(${stringLiteral(value.field)})`
    case 'time':
      return imports.use(value.name, 'runtime/rules/')
  }
}
