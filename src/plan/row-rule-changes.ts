import { rowRuleText } from '../access/row-rules.js'
import type { Model, RowRule } from '../ir/index.js'
import { type ApiChange, changesAt } from './change.js'

/** Returns the changes to row rules. A caller who can use fewer rows might break. */
export function rowRuleChanges(
  { rowRules: before }: Model,
  { id, rowRules: after }: Model,
): readonly ApiChange[] {
  if (before === undefined && after === undefined) return []
  const { changes, note } = changesAt(id)
  const was = new Map((before ?? []).map((rule) => [rowRuleText(rule), rule]))
  const is = new Map((after ?? []).map((rule) => [rowRuleText(rule), rule]))
  const added = [...is].filter(([text]) => !was.has(text))
  const removed = new Map([...was].filter(([text]) => !is.has(text)))
  if (before === undefined) note('rows-restricted', 'rows are now restricted by row rules')
  if (after === undefined) note('rows-unrestricted', 'rows are no longer restricted by row rules')
  for (const [text, rule] of added) {
    const former = [...removed].find(([, old]) => isWithin(old, rule) || isWithin(rule, old))
    if (former === undefined) {
      note('row-rule-added', `new row rule: ${text}`)
      continue
    }
    const [formerText, old] = former
    removed.delete(formerText)
    const isWider = isWithin(old, rule)
    note(
      isWider ? 'row-rule-widened' : 'row-rule-narrowed',
      `${isWider ? 'wider' : 'narrower'} row rule: ${text} (was: ${formerText})`,
    )
  }
  for (const text of removed.keys())
    note(after === undefined ? 'rows-unrestricted' : 'row-rule-removed', `removed row rule: ${text}`)
  return changes
}

/** Returns whether a rule gives the same callers all permissions on all rows that another rule gives them. */
function isWithin(narrow: RowRule, wide: RowRule): boolean {
  const isSame = JSON.stringify(narrow.principal) === JSON.stringify(wide.principal)
  const conditions = new Set(conditionsOf(narrow))
  return (
    isSame &&
    narrow.permissions.every((permission) => wide.permissions.includes(permission)) &&
    conditionsOf(wide).every((condition) => conditions.has(condition))
  )
}

/** Returns what a row must satisfy, as text. */
function conditionsOf({ filters, function: name }: RowRule): readonly string[] {
  return name === null ? filters.map((filter) => JSON.stringify(filter)) : [name]
}
