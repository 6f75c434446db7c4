import { scalarOf, stringOf } from '../../schema/node.js'
import type { Node } from '../../source/node.js'
import { listOf, scalar } from '../document/values.js'

/** What the value of a keyword must be. */
export interface FormRules {
  /** For messages: `a string`. */
  readonly name: string
  readonly has: (node: Node) => boolean
  /** Returns the value that is meant by one of another form, or null. */
  readonly fix?: (node: Node) => Fixed | null
}

interface Fixed {
  readonly value: Node
  readonly isReported: boolean
}

export const FORM_RULES = {
  any: { name: 'a value', has: () => true },
  special: { name: 'a value', has: () => true },
  text: {
    name: 'a string',
    has: isText,
    // YAML reads `title: 2020` as a number.
    fix: (node) =>
      node.kind === 'scalar' && node.value !== null
        ? { value: scalar(node.source, node), isReported: false }
        : null,
  },
  flag: {
    name: 'true or false',
    has: isFlag,
    fix: (node) => {
      const text = stringOf(node)
      return text === 'true' || text === 'false' ? reported(scalar(text === 'true', node)) : null
    },
  },
  number: { name: 'a number', has: isNumber, fix: (node) => numberIn(node, isNumber) },
  count: { name: 'a non-negative integer', has: isCount, fix: (node) => numberIn(node, isCount) },
  names: {
    name: 'a list of names',
    has: (node) => node.kind === 'list' && node.items.every(isText),
    fix: (node) => (isText(node) ? reported(listOf([node], node)) : null),
  },
  values: {
    name: 'a list of at least one value',
    has: (node) => node.kind === 'list' && node.items.length > 0,
  },
  schema: { name: 'a schema', has: isSchema },
  schemas: {
    name: 'a list of at least one schema',
    has: (node) => node.kind === 'list' && node.items.length > 0 && node.items.every(isSchema),
    fix: (node) => {
      const items = node.kind === 'list' ? node.items.filter(isSchema) : node.kind === 'map' ? [node] : []
      return items.length > 0 ? reported(listOf(items, node)) : null
    },
  },
  'schema map': {
    name: 'a map of schemas',
    has: (node) => node.kind === 'map' && node.entries.every(({ value }) => isSchema(value)),
    fix: (node) =>
      node.kind === 'map'
        ? reported({ ...node, entries: node.entries.filter(({ value }) => isSchema(value)) })
        : null,
  },
} as const satisfies Readonly<Record<string, FormRules>>

export type Form = keyof typeof FORM_RULES

export function isFlag(node: Node): boolean {
  return typeof scalarOf(node) === 'boolean'
}

export function isSchema(node: Node): boolean {
  return node.kind === 'map' || isFlag(node)
}

function isText(node: Node): boolean {
  return stringOf(node) !== undefined
}

function isNumber(node: Node): boolean {
  return typeof scalarOf(node) === 'number'
}

function isCount(node: Node): boolean {
  const value = scalarOf(node)
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

function reported(value: Node): Fixed {
  return { value, isReported: true }
}

/** Returns the number in a text. A number that a double cannot represent is kept as text, without quotes in the file. */
function numberIn(node: Node, has: (node: Node) => boolean): Fixed | null {
  const text = stringOf(node)?.trim() ?? ''
  const fixed = scalar(text === '' || !Number.isFinite(Number(text)) ? null : Number(text), node)
  const isReported = /["']/.test(node.at.file.text.charAt(node.at.start))
  return has(fixed) ? { value: fixed, isReported } : null
}
