import {
  AGGREGATION_KINDS,
  type AggregationKind,
  isAggregationKind,
  isOperator,
  type NamedOperator,
  OPERATORS as TRAITS,
  RESERVED,
} from '../../templates/runtime/query/language.js'

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

/** The query parameters that are not filters. */
export const RESERVED_PARAMETERS: readonly string[] = RESERVED

/** The kinds of aggregations in a query. */
export const AGGREGATIONS: readonly AggregationKind[] =
  Object.keys(AGGREGATION_KINDS).filter(isAggregationKind)

/** Returns whether the value of an operator is a list. */
export function takesList(op: string): boolean {
  return isOperator(op) && TRAITS[op].operand === 'values'
}
