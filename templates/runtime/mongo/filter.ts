import { BSONRegExp, type Document } from 'mongodb'
import type { Condition, Operator } from '../condition.js'
import { escaped, patternSource, type WordClass } from '../text/pattern.js'
import type { Json } from '../json.js'
import type { CollectionMap, Path } from './collection-map.js'

/** Finds what a filter over a relation needs to know: the keys at the other end that satisfy a condition. */
export type RelatedKeys = (
  relation: string,
  of: Condition | null,
) => Promise<{ readonly path: string; readonly keys: readonly unknown[] }>

/** The driver's filter for a condition. Values are scalars of the field's type, so no operator can come in from outside. */
export async function toFilter(
  map: CollectionMap,
  condition: Condition,
  relatedKeys: RelatedKeys,
): Promise<Document> {
  switch (condition.kind) {
    case 'and': {
      const filters = await filtersOf(map, condition.of, relatedKeys)
      return filters.length === 0 ? {} : { $and: filters }
    }
    case 'or': {
      const filters = await filtersOf(map, condition.of, relatedKeys)
      return filters.length === 0 ? NOTHING : { $or: filters }
    }
    case 'not':
      return { $nor: [await toFilter(map, condition.of, relatedKeys)] }
    case 'compare':
      return compare(map.path(condition.field), condition.op, condition.value)
    case 'item': {
      const { path, itemCodec } = map.path(condition.field)
      const tests = condition.of.map(({ op, value }) => [`$${op}`, itemCodec.toBson(value)])
      return { [path]: { $elemMatch: Object.fromEntries(tests) } }
    }
    case 'text':
      return { [map.path(condition.field).path]: expression(patternSource(condition.pattern, WORDS)) }
    case 'related': {
      const { path, keys } = await relatedKeys(condition.relation, condition.of)
      return { [path]: { $in: keys } }
    }
  }
}

/** One after the other: a transaction takes one command at a time. */
async function filtersOf(
  map: CollectionMap,
  conditions: readonly Condition[],
  relatedKeys: RelatedKeys,
): Promise<Document[]> {
  const filters: Document[] = []
  for (const condition of conditions) filters.push(await toFilter(map, condition, relatedKeys))
  return filters
}

const NOTHING: Document = { _id: { $in: [] } }

/** Without flags: what they mean to letters beyond ASCII servers say each in their own way. */
const WORDS: WordClass = {
  wordCharacter: String.raw`\p{L}\p{Nd}_`,
  settled: (part) => `(?>${part})`,
  anyCase,
}

/** The server's own, which knows more than JavaScript's. */
function expression(source: string): BSONRegExp {
  return new BSONRegExp(source)
}

/** Finds a small letter and its capital. */
function anyCase(letter: string): string {
  const capital = letter.toUpperCase()
  return capital === letter || [...capital].length > 1 ? escaped(letter) : `[${letter}${capital}]`
}

/** Finds a text whatever the case of its letters. */
function caseless(text: string): string {
  return [...text.toLowerCase()].map(anyCase).join('')
}

type Comparison = (path: Path, value: Json) => Document

/** On a list the server compares any item. Null finds what is absent. */
const single =
  (operator: string): Comparison =>
  ({ path, itemCodec }, value) => ({
    [path]: { [operator]: value === null ? null : itemCodec.toBson(value) },
  })

const listed =
  (operator: string): Comparison =>
  ({ path, itemCodec }, value) => ({
    [path]: {
      [operator]: (Array.isArray(value) ? value : [value])
        .filter((item) => item !== null)
        .map((item) => itemCodec.toBson(item)),
    },
  })

const matching =
  (source: (text: string) => string): Comparison =>
  ({ path }, value) => ({ [path]: expression(source(String(value))) })

const COMPARISONS: Readonly<Record<Operator, Comparison>> = {
  eq: single('$eq'),
  ne: single('$ne'),
  gt: single('$gt'),
  gte: single('$gte'),
  lt: single('$lt'),
  lte: single('$lte'),
  in: listed('$in'),
  nin: listed('$nin'),
  all: listed('$all'),
  any: listed('$in'),
  exists: ({ path }, value) => ({ [path]: { $exists: value === true } }),
  contains: (path, value) =>
    path.spec.type === 'list' ? single('$eq')(path, value) : matching(escaped)(path, value),
  icontains: matching(caseless),
  startswith: matching((text) => `^${escaped(text)}`),
  istartswith: matching((text) => `^${caseless(text)}`),
  endswith: matching((text) => String.raw`${escaped(text)}(?![\s\S])`),
}

function compare(path: Path, op: Operator, value: Json): Document {
  return COMPARISONS[op](path, value)
}
