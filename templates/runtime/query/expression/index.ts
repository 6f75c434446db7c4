import type { Condition } from '../../condition.js'
import { characterFault } from '../../values/characters.js'
import type { QueryReading } from '../reading.js'
import { Lowering, type Scope } from './lowering.js'
import { parseExpression } from './parser.js'
import { Malformed } from './syntax.js'

/**
 * The condition that an expression states (SPEC 7). In the scope of several fields it may name others: `foo AND progress:>0.5`.
 * Undefined where it is at fault, which is noted.
 */
export function expressionCondition(
  reading: QueryReading,
  parameter: string,
  text: string,
  scope: Scope,
): Condition | undefined {
  try {
    const fault = characterFault(text)
    if (fault !== undefined) throw new Malformed(fault)
    const expression = parseExpression(text, { named: 'anyOf' in scope, terms: reading.limits.terms })
    return new Lowering(reading, parameter).lower(expression, scope)
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    reading.faults.add(parameter, error.message)
    return undefined
  }
}
