import { isNumeric } from '../../../ir/index.js'
import { fieldNamed, type Fields, valueOf } from './source.js'

/** The operators in names of parameters: `price_gte`, `price[gte]`, `price.gte`. */
export const OPERATORS: Readonly<Record<string, string>> = {
  eq: '',
  ne: '__ne',
  gt: '__gt',
  gte: '__gte',
  lt: '__lt',
  lte: '__lte',
  in: '__in',
  min: '__gte',
  max: '__lte',
  from: '__gte',
  to: '__lte',
  since: '__gte',
  until: '__lte',
  after: '__gt',
  before: '__lt',
  on_or_after: '__gte',
  on_or_before: '__lte',
  start: '__gte',
  end: '__lte',
}

/** The operators of names without brackets, such as `price_gte` and `min_price`. */
export const SUFFIXES: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte', 'ne'])
const PREFIXES: ReadonlySet<string> = new Set(['min', 'max'])

/** The words that are operators beside names of numbers and times only: `priceMax`, `created_before`. */
const BOUNDS: ReadonlySet<string> = new Set(
  'min max from to since until after before on_or_after on_or_before start end'.split(' '),
)

/** Returns the field and the operator that the name of a parameter stands for. An unknown operator is undefined. */
export function fieldAndOperator(
  name: string,
  source: Fields,
): readonly [field: string, operator: string | undefined] | undefined {
  const dotted = /^(.+)\.(\w+)$/.exec(name)
  const isDotted = dotted !== null && Object.hasOwn(OPERATORS, dotted[2] ?? '')
  const [, outer = name, bracket] = (isDotted ? dotted : /^(.+)\[(\w+)\]$/.exec(name)) ?? []
  const exact = fieldNamed(source, outer)
  if (exact !== undefined) return [exact, bracket === undefined ? '' : valueOf(OPERATORS, bracket)]
  const words = wordsOf(outer)
  const [first = '', ...rest] = words
  const last = words.at(-1)?.toLowerCase() ?? ''
  const prefix = first.toLowerCase()
  const found = PREFIXES.has(prefix)
    ? ([rest.join('_'), prefix] as const)
    : SUFFIXES.has(last) || BOUNDS.has(last)
      ? ([words.slice(0, -1).join('_'), last] as const)
      : BOUNDS.has(prefix)
        ? ([rest.join('_'), prefix] as const)
        : undefined
  const field = found === undefined ? undefined : (fieldNamed(source, found[0]) ?? timeOf(found[0], source))
  if (found === undefined || field === undefined) return undefined
  const isOperator = SUFFIXES.has(found[1]) || PREFIXES.has(prefix) || isOrdered(field, source)
  // The items after the one with this key.
  if (found[1] === 'since' && field === source.model.key) return [field, '__gt']
  return isOperator ? [field, valueOf(OPERATORS, found[1])] : undefined
}

/** Returns the words of a name, in which an operator of several words is one. */
function wordsOf(name: string): readonly string[] {
  const snake = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll('-', '_')
  const [, stem = snake, ...bound] = /^(.+)_(on_or_(?:after|before))$/i.exec(snake) ?? []
  return [...stem.split('_'), ...bound]
}

/** Returns the operator that the first or the last word of a name is, such as `__lt` for `bornBefore`. */
export function boundIn(name: string): string | undefined {
  const words = wordsOf(name).map((word) => word.toLowerCase())
  const bound = [words.at(-1), words[0]].find((word) => word !== undefined && BOUNDS.has(word))
  return bound === undefined ? undefined : valueOf(OPERATORS, bound)
}

/** Returns the field whose time a name such as `created` in `created_after` means: `created_at`. */
export function timeOf(name: string, source: Fields): string | undefined {
  const times = TIMES.flatMap((ending) => fieldNamed(source, name + ending) ?? [])
  const [field, ...others] = times.filter((each) => isOrdered(each, source))
  return others.length === 0 ? field : undefined
}

/** The ends of names of times. */
const TIMES: readonly string[] = ['_at', '_on', '_date', '_time']

/** Returns whether a field contains numbers or times. */
function isOrdered(name: string, { model }: Fields): boolean {
  const field = model.fields.find((each) => each.name === name)
  return field !== undefined && (isNumeric(field.type) || field.type === 'date' || field.type === 'datetime')
}
