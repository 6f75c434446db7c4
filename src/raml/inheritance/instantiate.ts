import { type Entry, faultyNode, type Node, type ScalarNode, textOf } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { reportDuplicate } from '../../source/duplicate-key.js'
import { report, type Context, type InheritedSpan } from '../context.js'
import { parametersIn, replaceParameters, type ParameterUse } from '../template-text.js'
import { FUNCTIONS } from '../functions.js'
import { oncePer } from '../../ir/once.js'

export interface Instance {
  readonly parameters: ReadonlyMap<string, Node>
  /** Where the resource or method uses the trait or type. */
  readonly usedAt: Span
  readonly budget: ExpansionBudget
}

/** The number of values that expansion can still create. This limits the effect of input that grows exponentially. */
export interface ExpansionBudget {
  left: number
  isReported: boolean
}

/** Returns a budget for five thousand resources with sixty values each, which is ten times the size of a large API. */
export function newExpansionBudget(): ExpansionBudget {
  return { left: 300_000, isReported: false }
}

const MAX_TEXT = 1_000_000

/** The number of characters in a long string that count as one value. */
const CHARACTERS_OF_A_VALUE = 100

/**
 * Copies a trait or resource type and replaces its parameters in keys and values (RAML 0.8, "Resource Type and Trait
 * Parameters"). The spans in the copy include the location where the trait or type is used. Missing parameters have
 * already been reported. Entries with a missing parameter in their keys are left out, and values that contain one are
 * marked as faulty.
 */
export function instantiate(node: Node, instance: Instance, context: Context): Node {
  instance.budget.left -= 1
  if (instance.budget.left < 0) return tooMuch(node, instance, context)
  switch (node.kind) {
    case 'scalar':
      return fillScalar(node, instance, context)
    case 'list':
      return {
        ...node,
        at: inheritedSpan(node.at, instance),
        items: node.items.map((item) => instantiate(item, instance, context)),
      }
    case 'map':
      return {
        ...node,
        at: inheritedSpan(node.at, instance),
        entries: fillEntries(node.entries, instance, context),
      }
  }
}

function fillEntries(entries: readonly Entry[], instance: Instance, context: Context): readonly Entry[] {
  const filled = new Map<string, Entry>()
  for (const entry of entries) {
    const key = fillText(entry.key, parametersIn(entry.key), entry.keyAt, instance, context)
    if (key === null) continue
    const first = filled.get(key)
    const keyAt = inheritedSpan(entry.keyAt, instance)
    if (first === undefined)
      filled.set(key, { key, keyAt, value: instantiate(entry.value, instance, context) })
    else reportDuplicate(key, keyAt, first.keyAt, context.collector)
  }
  return [...filled.values()]
}

/** Returns the parameters in a value. */
const usesIn = oncePer(({ source }: ScalarNode) => parametersIn(source))

function fillScalar(scalar: ScalarNode, instance: Instance, context: Context): Node {
  const at = inheritedSpan(scalar.at, instance)
  const uses = usesIn(scalar)
  const [use] = uses
  if (use === undefined) return { ...scalar, at }
  if (scalar.source.trim() === use.written && use.functions.length === 0) {
    return fillWhole(scalar, use, instance, at)
  }
  const text = fillText(scalar.source, uses, scalar.at, instance, context)
  return text === null ? { ...scalar, at, faulty: true } : { ...scalar, at, value: text, source: text }
}

/** Replaces a parameter that is the whole value. Unless it is quoted, the argument keeps its type. */
function fillWhole(scalar: ScalarNode, use: ParameterUse, { parameters }: Instance, at: Span): Node {
  const value = parameters.get(use.name)
  if (value === undefined) return { ...scalar, at, faulty: true }
  if (value.kind !== 'scalar' || value.source.includes('\n')) return value
  return scalar.plain ? { ...value, at } : { ...value, value: value.source, plain: false, at }
}

/** Replaces the parameters in a string. Returns null if a parameter is missing or is not a string. */
function fillText(
  text: string,
  uses: readonly ParameterUse[],
  at: Span,
  { parameters, usedAt, budget }: Instance,
  context: Context,
): string | null {
  if (uses.length === 0) return text
  budget.left -= Math.floor(text.length / CHARACTERS_OF_A_VALUE)
  const missing = uses.find(({ name }) => parameters.get(name)?.kind !== 'scalar')
  if (missing !== undefined) {
    const value = parameters.get(missing.name)
    if (value !== undefined) reportStructured(missing, value, at, context)
    return null
  }
  const filled = replaceParameters(text, uses, (use) => valueOf(use, parameters))
  if (filled.length <= MAX_TEXT) return filled
  budget.left = -1
  reportTooMuch(at, { usedAt, budget }, context)
  return null
}

function valueOf({ name, functions }: ParameterUse, parameters: ReadonlyMap<string, Node>): string {
  const value = parameters.get(name)
  const text = value?.kind === 'scalar' ? textOf(value) : ''
  return functions.reduce((result, call) => FUNCTIONS[call]?.(result) ?? result, text)
}

function inheritedSpan({ file, start, end }: Span, { usedAt }: Instance): InheritedSpan {
  return { file, start, end, usedAt }
}

function reportStructured({ name }: ParameterUse, value: Node, at: Span, context: Context): void {
  report(context, 'SVC2060', {
    message: `The parameter "${name}" is part of a string, so its value must be a string`,
    at: value.at,
    related: [{ message: 'Used here', at }],
  })
}

function tooMuch(node: Node, instance: Instance, context: Context): Node {
  reportTooMuch(node.at, instance, context)
  return faultyNode(node.at)
}

function reportTooMuch(
  at: Span,
  { usedAt, budget }: Pick<Instance, 'usedAt' | 'budget'>,
  context: Context,
): void {
  if (budget.isReported) return
  budget.isReported = true
  report(context, 'SVC2061', {
    message: 'The API is too large after expanding traits and resource types',
    at: usedAt,
    related: [{ message: 'The limit was exceeded here', at }],
    help: 'Reduce the nesting of traits and resource types',
  })
}
