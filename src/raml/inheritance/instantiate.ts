import type { Entry, Node, ScalarNode } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { reportDuplicate } from '../../source/duplicate-key.js'
import { report, type Context, type InheritedSpan } from '../context.js'
import { parametersIn, replaceParameters, type ParameterUse } from '../parameters.js'
import { textOf } from '../values.js'
import { FUNCTIONS } from './functions.js'

/** What is put in place of parameters, and what the result is counted by. */
export interface Instance {
  readonly parameters: ReadonlyMap<string, Node>
  /** The resource's or method's own place that led to this use. */
  readonly usedAt: Span
  readonly room: Room
}

/** How many values inheritance may still make: types of types that double their texts or are used without end are a bomb. */
export interface Room {
  left: number
  /** That there is none left was reported. */
  isTold: boolean
}

/** Five thousand resources of sixty values each: an order of magnitude more than real APIs have. */
export function newRoom(): Room {
  return { left: 300_000, isTold: false }
}

const MAX_TEXT = 1_000_000

/** A long text with parameters costs as much as many values. */
const CHARACTERS_OF_A_VALUE = 100

/**
 * Copies a trait or resource type with its parameters filled in, in keys and values alike (RAML 0.8, "Resource Type and Trait
 * Parameters"). Each copied part knows where it was used. What has a parameter that was not given is left out: that is reported.
 */
export function instantiate(node: Node, instance: Instance, context: Context): Node {
  instance.room.left -= 1
  if (instance.room.left < 0) return tooMuch(node, instance, context)
  switch (node.kind) {
    case 'scalar':
      return fillScalar(node, instance, context)
    case 'list':
      return {
        ...node,
        at: placed(node.at, instance),
        items: node.items.map((item) => instantiate(item, instance, context)),
      }
    case 'map':
      return {
        ...node,
        at: placed(node.at, instance),
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
    const keyAt = placed(entry.keyAt, instance)
    if (first === undefined)
      filled.set(key, { key, keyAt, value: instantiate(entry.value, instance, context) })
    else reportDuplicate(key, keyAt, first.keyAt, context.collector)
  }
  return [...filled.values()]
}

const known = new WeakMap<ScalarNode, readonly ParameterUse[]>()

/** The parameters in a value of a trait or resource type; found once, since each use of that asks. */
function usesIn(scalar: ScalarNode): readonly ParameterUse[] {
  const uses = known.get(scalar) ?? parametersIn(scalar.source)
  known.set(scalar, uses)
  return uses
}

function fillScalar(scalar: ScalarNode, instance: Instance, context: Context): Node {
  const at = placed(scalar.at, instance)
  const uses = usesIn(scalar)
  const [use] = uses
  if (use === undefined) return { ...scalar, at }
  if (scalar.source.trim() === use.written && use.functions.length === 0) {
    return fillWhole(scalar, use, instance, at)
  }
  const text = fillText(scalar.source, uses, scalar.at, instance, context)
  return text === null ? { ...scalar, at, faulty: true } : { ...scalar, at, value: text, source: text }
}

/** A parameter that is the whole value: the value's own kind is kept, and a text of several lines stands where it was written. */
function fillWhole(scalar: ScalarNode, use: ParameterUse, { parameters }: Instance, at: Span): Node {
  const value = parameters.get(use.name)
  if (value === undefined) return { ...scalar, at, faulty: true }
  if (value.kind !== 'scalar' || value.source.includes('\n')) return value
  return scalar.plain ? { ...value, at } : { ...value, value: value.source, plain: false, at }
}

/** Null where a parameter is not given, or cannot be part of a text. */
function fillText(
  text: string,
  uses: readonly ParameterUse[],
  at: Span,
  { parameters, usedAt, room }: Instance,
  context: Context,
): string | null {
  if (uses.length === 0) return text
  room.left -= Math.floor(text.length / CHARACTERS_OF_A_VALUE)
  const missing = uses.find(({ name }) => parameters.get(name)?.kind !== 'scalar')
  if (missing !== undefined) {
    const value = parameters.get(missing.name)
    if (value !== undefined) reportStructured(missing, value, at, context)
    return null
  }
  const filled = replaceParameters(text, uses, (use) => valueOf(use, parameters))
  if (filled.length <= MAX_TEXT) return filled
  room.left = -1
  reportTooMuch(at, { usedAt, room }, context)
  return null
}

function valueOf({ name, functions }: ParameterUse, parameters: ReadonlyMap<string, Node>): string {
  const value = parameters.get(name)
  const text = value?.kind === 'scalar' ? textOf(value) : ''
  return functions.reduce((result, call) => FUNCTIONS[call]?.(result) ?? result, text)
}

function placed({ file, start, end }: Span, { usedAt }: Instance): InheritedSpan {
  return { file, start, end, usedAt }
}

function reportStructured({ name }: ParameterUse, value: Node, at: Span, context: Context): void {
  report(context, 'SVC2060', {
    message: `The parameter "${name}" is part of a text, and so must be a text`,
    at: value.at,
    related: [{ message: 'It is used here', at }],
  })
}

function tooMuch(node: Node, instance: Instance, context: Context): Node {
  reportTooMuch(node.at, instance, context)
  return { kind: 'scalar', value: null, source: '', plain: true, faulty: true, at: node.at }
}

function reportTooMuch(
  at: Span,
  { usedAt, room }: Pick<Instance, 'usedAt' | 'room'>,
  context: Context,
): void {
  if (room.isTold) return
  room.isTold = true
  report(context, 'SVC2061', {
    message: 'Traits and resource types make the API too large',
    at: usedAt,
    related: [{ message: 'This part made it so', at }],
    help: 'Use fewer of them inside of one another',
  })
}
