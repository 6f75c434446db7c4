import {
  AGGREGATION_KINDS,
  type AggregationKind,
  isAggregationKind,
  isOperator,
  type NamedOperator,
  OPERATORS as TRAITS,
  RESERVED,
  traitsOf,
} from '../../templates/runtime/spec/query-language.js'

type Group = (typeof TRAITS)[NamedOperator]['on']

const NAMES: readonly NamedOperator[] = Object.keys(TRAITS).filter(isOperator)

function operatorsOn(group: Group): readonly NamedOperator[] {
  return NAMES.filter((name) => TRAITS[name].on === group)
}

/** The operators that can follow a field's name and `__`, by the values to which they apply. */
export const OPERATORS: Readonly<Record<Group, readonly NamedOperator[]>> = {
  all: operatorsOn('all'),
  comparable: operatorsOn('comparable'),
  ordered: operatorsOn('ordered'),
  text: operatorsOn('text'),
  list: operatorsOn('list'),
}

/** The operators that apply to lists of any type. */
export const LIST_OPERATORS: readonly NamedOperator[] = [
  ...operatorsOn('text').filter((name) => traitsOf(name).alsoOnLists),
  ...operatorsOn('list'),
]

/** The query parameters that are not filters. */
export const RESERVED_PARAMETERS: readonly string[] = RESERVED

/** The kinds of aggregations in a query. */
export const AGGREGATIONS: readonly AggregationKind[] =
  Object.keys(AGGREGATION_KINDS).filter(isAggregationKind)

/** Returns whether the value of an operator is a list. */
export function takesList(op: string): boolean {
  return isOperator(op) && TRAITS[op].operand === 'values'
}

/** Returns the comparison that an operator negates, or undefined if it is not a negation. */
export function negatedBy(op: string): string | undefined {
  return isOperator(op) ? traitsOf(op).negates : undefined
}
