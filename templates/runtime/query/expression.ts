import type { Json } from '../json.js'
import type { FieldType } from '../model.js'
import { type Condition, EVERYTHING, type ItemTest } from '../store.js'
import { characterFault } from '../values/text.js'
import { parseValue } from '../values/values.js'
import {
  type Bound,
  type Expression,
  Malformed,
  fuzzyPattern,
  parseExpression,
  phrasePattern,
  wildcardPatterns,
} from './expression-parser.js'
import { type QueryReading, allOf, anyOf, resolve } from './parameters.js'
import { type Target, comparison, isText, operatorError, within, wordsLike } from './targets.js'

/** A period from one point in time to another, exclusive: the meaning of `2015`, `2015-03` and, for a datetime, `2015-03-04`. */
export interface Period {
  readonly from: string
  readonly until: string
}

const PARTIAL = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/
const LAST_YEAR = 9998

/** Returns the period of a partial date in an expression; undefined for other text. */
export function periodOf(type: FieldType, text: string): Period | undefined {
  if (type !== 'date' && type !== 'datetime') return undefined
  const [, year = '', month, day] = PARTIAL.exec(text) ?? []
  if (year === '' || Number(year) < 1 || Number(year) > LAST_YEAR || (day !== undefined && type === 'date'))
    return undefined
  const from = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00.000Z`)
  if (Number.isNaN(from.getTime()) || !from.toISOString().startsWith(text)) return undefined
  const until = new Date(from)
  if (day !== undefined) until.setUTCDate(until.getUTCDate() + 1)
  else if (month !== undefined) until.setUTCMonth(until.getUTCMonth() + 1)
  else until.setUTCFullYear(until.getUTCFullYear() + 1)
  return { from: written(type, from), until: written(type, until) }
}

function written(type: 'date' | 'datetime', moment: Date): string {
  const text = moment.toISOString()
  return type === 'date' ? text.slice(0, 10) : text
}

/** The fields that the terms of an expression apply to: one field, or the words of several. */
export type Scope = { readonly field: Target } | { readonly anyOf: readonly Target[] }

type Leaf = Exclude<Expression, { kind: 'and' | 'or' | 'not' | 'named' }>

/** An empty `or`, which selects nothing. */
const NOTHING: Condition = { kind: 'or', of: [] }

/** Converts an expression to a condition. Adds errors to the reading; invalid parts select nothing. */
export class Lowering {
  readonly #reading: QueryReading
  readonly #parameter: string

  constructor(reading: QueryReading, parameter: string) {
    this.#reading = reading
    this.#parameter = parameter
  }

  /** Ignores terms without words, such as `--`. An expression without any other terms selects nothing. */
  lower(expression: Expression, scope: Scope): Condition {
    return this.#lower(expression, scope) ?? NOTHING
  }

  #lower(expression: Expression, scope: Scope): Condition | undefined {
    switch (expression.kind) {
      case 'and':
      case 'or': {
        const parts = expression.of.map((each) => this.#lower(each, scope))
        const known = parts.filter((part) => part !== undefined)
        return known.length === 0 ? undefined : { kind: expression.kind, of: known }
      }
      case 'not': {
        const of = this.#lower(expression.of, scope)
        return of && { kind: 'not', of }
      }
      case 'named': {
        const target = resolve(this.#reading, this.#parameter, expression.name)
        return target === undefined ? NOTHING : this.#lower(expression.of, { field: target })
      }
      default:
        return 'field' in scope
          ? this.#onField(expression, scope.field)
          : this.#onAny(expression, scope.anyOf)
    }
  }

  #onAny(leaf: Leaf, targets: readonly Target[]): Condition | undefined {
    if (leaf.kind === 'anything') return EVERYTHING
    if (leaf.kind === 'range') return this.#fault('a range requires a field, as in progress:[1 TO 5]')
    const conditions = targets.map((target) => this.#onWords(leaf, target))
    const known = conditions.filter((condition) => condition !== undefined)
    return known.length === 0 ? undefined : anyOf(known)
  }

  #onField(leaf: Leaf, target: Target): Condition | undefined {
    switch (leaf.kind) {
      case 'anything':
        return comparison(target, 'exists', true)
      case 'range':
        return this.#inRange(leaf.min, leaf.max, target)
      default:
        return isText(target) ? this.#onWords(leaf, target) : this.#onValue(leaf, target)
    }
  }

  #onWords(leaf: Exclude<Leaf, { kind: 'anything' | 'range' }>, target: Target): Condition | undefined {
    switch (leaf.kind) {
      case 'term':
      case 'phrase': {
        const pattern = phrasePattern(leaf.text)
        return pattern && wordsLike(target, pattern)
      }
      case 'wildcard': {
        const patterns = wildcardPatterns(leaf.text)
        if (patterns === undefined)
          return this.#fault('a term with wildcards must have at most 20 words, with at most 4 * each')
        return patterns.length === 0
          ? undefined
          : allOf(patterns.map((pattern) => wordsLike(target, pattern)))
      }
      case 'fuzzy': {
        const pattern = fuzzyPattern(leaf.text, leaf.edits)
        return pattern === undefined
          ? this.#fault('~ must follow a single word of at most 50 letters')
          : wordsLike(target, pattern)
      }
    }
  }

  #onValue(leaf: Exclude<Leaf, { kind: 'anything' | 'range' }>, target: Target): Condition {
    const wrong = operatorError(target, 'eq')
    if (wrong !== undefined) return this.#fault(wrong)
    if (leaf.kind === 'wildcard' || leaf.kind === 'fuzzy')
      return this.#fault(`*, ? and ~ apply only to text, and "${target.name}" is not a text field`)
    const period = this.#period(target, leaf.text)
    if (period !== undefined)
      return within(target, [
        { op: 'gte', value: period.from },
        { op: 'lt', value: period.until },
      ])
    const value = this.#value(target, leaf.text)
    return value === undefined ? NOTHING : comparison(target, 'eq', value)
  }

  #inRange(min: Bound | null, max: Bound | null, target: Target): Condition {
    const wrong = operatorError(target, 'gte')
    if (wrong !== undefined) return this.#fault(wrong)
    const bounds = [min && this.#lowest(min, target), max && this.#highest(max, target)].filter(
      (bound) => bound !== null,
    )
    return bounds.length === 0 ? comparison(target, 'exists', true) : within(target, bounds)
  }

  /** An inclusive bound `2015` means the start of that year, and an exclusive one the start of the next year. */
  #lowest({ text, inclusive }: Bound, target: Target): ItemTest {
    const period = this.#period(target, text)
    if (period !== undefined) return { op: 'gte', value: inclusive ? period.from : period.until }
    return { op: inclusive ? 'gte' : 'gt', value: this.#value(target, text) ?? null }
  }

  #highest({ text, inclusive }: Bound, target: Target): ItemTest {
    const period = this.#period(target, text)
    if (period !== undefined) return { op: 'lt', value: inclusive ? period.until : period.from }
    return { op: inclusive ? 'lte' : 'lt', value: this.#value(target, text) ?? null }
  }

  #period({ spec: { type, itemType } }: Target, text: string): Period | undefined {
    return periodOf(type === 'list' ? (itemType ?? 'string') : type, text)
  }

  #value(target: Target, text: string): Json | undefined {
    const checked = parseValue(target.spec, text)
    if (checked.ok) return checked.value
    this.#reading.faults.add(this.#parameter, `"${text.slice(0, 100)}" ${checked.message}`)
    return undefined
  }

  #fault(message: string): Condition {
    this.#reading.faults.add(this.#parameter, message)
    return NOTHING
  }
}

/**
 * Returns the condition of an expression. If the scope has several fields, the expression can name others: `foo AND progress:>0.5`.
 * Adds an error and returns undefined for a syntax error.
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
