import { BSONRegExp, type Document } from 'mongodb'
import type { Json } from '../json.js'
import type { Operator } from '../spec/query-language.js'
import { VALUE_TRAITS } from '../spec/field-types.js'
import {
  type Aggregation,
  type AggregationResult,
  type Computation,
  type Condition,
  EVERYTHING,
  type Group,
  type GroupKey,
  type SortKey,
} from '../store.js'
import { type WordClass, escaped, patternSource } from '../values/pattern.js'
import { firstDay, resultOf, stagesOf } from './aggregate.js'
import { codecOf, jsonOf } from './codec.js'
import type { CollectionMap, OpenCollection, Path } from './collection.js'
import { MARKS, commonVariantsOf, variantsOf } from './letters.js'

/** Returns the value for the driver's `sort` option. Items without a value come first or, in descending order, last. */
export function toSort(map: CollectionMap, orderBy: readonly SortKey[]): [string, 1 | -1][] {
  return orderBy.map((key) => [sortPath(map, key), key.direction === 'asc' ? 1 : -1])
}

function sortPath(map: CollectionMap, { field, among }: SortKey): string {
  const { path } = map.path(field)
  return among === undefined ? path : `_sort_${path}`
}

/**
 * Returns the stages that add the paths of sort keys for which only some items count: references to all others are null.
 */
export async function sortStages(
  collection: OpenCollection,
  orderBy: readonly SortKey[],
): Promise<Document[]> {
  const added: Document = {}
  for (const key of orderBy) {
    if (key.among === undefined) continue
    added[sortPath(collection.map, key)] = await referenceAmong(collection, key.field, key.among)
  }
  return Object.keys(added).length === 0 ? [] : [{ $addFields: added }]
}

/** Returns the expression for a reference that is null unless the item to which it refers satisfies a condition. */
async function referenceAmong(
  collection: OpenCollection,
  field: string,
  among: Condition,
): Promise<Document> {
  const { path, keys } = await relatedKeys(collection, field, among)
  return { $cond: [{ $in: [`$${path}`, { $literal: keys }] }, `$${path}`, null] }
}

/** Returns the filter for the documents that follow a document with the values in `after`. */
export function afterFilter(
  map: CollectionMap,
  orderBy: readonly SortKey[],
  after: readonly Json[],
): Document {
  const alternatives = orderBy.map((_, index) => ({
    $and: orderBy.slice(0, index + 1).map((key, place) => {
      const { direction } = key
      const { codec } = map.path(key.field)
      const path = sortPath(map, key)
      const value = after[place] ?? null
      if (place < index) return value === null ? { [path]: null } : { [path]: codec.toBson(value) }
      if (direction === 'asc')
        return value === null ? { [path]: { $ne: null } } : { [path]: { $gt: codec.toBson(value) } }
      return value === null
        ? { _id: { $in: [] } }
        : { $or: [{ [path]: { $lt: codec.toBson(value) } }, { [path]: null }] }
    }),
  }))
  return { $or: alternatives }
}

/**
 * Finds the documents related to an item that satisfies a condition, or to any item if the condition is null. These are
 * the documents whose value at `path` is one of `keys`.
 */
export type RelatedKeys = (
  relation: string,
  of: Condition | null,
) => Promise<{ readonly path: string; readonly keys: readonly unknown[] }>

/**
 * Returns the driver's filter for a condition. Values are scalars of the field's type, so they cannot inject operators.
 */
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

/**
 * Returns the filters for conditions. Builds them sequentially, because a transaction supports only one command at a
 * time.
 */
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

/** Maximum length of a fuzzy word that ignores accents: the server limits expressions to 32,764 bytes. */
const MAX_FUZZY_ACCENTS = 15

/**
 * Ignores case without using the `i` flag, because servers differ in how they apply that flag to non-ASCII letters. A
 * mark that is stored separately from its letter belongs to the word.
 */
export const WORDS: WordClass = {
  wordCharacter: `\\p{L}\\p{Nd}_${MARKS}`,
  settled: (part) => `(?>${part})`,
  variants(letter, fuzzyLength) {
    if (fuzzyLength === 0) return `${variantsOf(letter)}[${MARKS}]*+`
    return fuzzyLength > MAX_FUZZY_ACCENTS ? anyCase(letter) : commonVariantsOf(letter)
  },
}

/** Returns a regular expression in the server's syntax, which JavaScript does not fully support. */
function expression(source: string): BSONRegExp {
  return new BSONRegExp(source)
}

/** Returns a pattern that matches a letter in either case. */
function anyCase(letter: string): string {
  const capital = letter.toUpperCase()
  return capital === letter || [...capital].length > 1 ? escaped(letter) : `[${letter}${capital}]`
}

/** Returns a pattern that matches a string in any case. */
function caseless(text: string): string {
  return [...text.toLowerCase()].map(anyCase).join('')
}

type Comparison = (path: Path, value: Json) => Document

/** Returns a comparison with one value. For a list, the server compares each item. Null matches absent values. */
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

/** Returns the driver's filter for a condition, after looking up related items. */
export async function filterFor(collection: OpenCollection, where: Condition): Promise<Document> {
  if (where === EVERYTHING) return {}
  return toFilter(collection.map, where, (relation, of) => relatedKeys(collection, relation, of))
}

/** Implements {@link RelatedKeys} with a query on the related items. */
async function relatedKeys(
  collection: OpenCollection,
  name: string,
  of: Condition | null,
): ReturnType<RelatedKeys> {
  const relation = collection.relation(name)
  const other = collection.other(relation.model)
  const filter = of === null ? {} : await filterFor(other, of)
  if (relation.side === 'holder') {
    const find = () => other.documents.distinct('_id', filter, other.options)
    const keys = await collection.runSearch(find, of ?? EVERYTHING)
    return { path: collection.map.path(name).path, keys }
  }
  const { path } = other.map.path(relation.inverse)
  const isSet = { [path]: { $ne: null } }
  const find = () => other.documents.distinct(path, { $and: [filter, isSet] }, other.options)
  const keys = await collection.runSearch(find, of ?? EVERYTHING)
  return { path: '_id', keys }
}

/** Implements {@link Store.aggregate} with one pipeline. */
export async function aggregated(
  collection: OpenCollection,
  where: Condition,
  aggregations: readonly Aggregation[],
): Promise<AggregationResult[]> {
  if (aggregations.length === 0) return []
  const { documents, options } = collection
  const ends = aggregations.map(({ via = [] }) => endOf(collection, via))
  const facets = Object.fromEntries(
    aggregations.map((aggregation, index) => {
      const { stages = [], at = collection } = ends[index] ?? {}
      return [`a${index}`, [...stages, ...stagesOf(at.map, aggregation)]]
    }),
  )
  const filter = await filterFor(collection, where)
  const [found = {}] = await collection.runSearch(() =>
    documents.aggregate([{ $match: filter }, { $facet: facets }], options).toArray(),
  )
  return aggregations.map((aggregation, index) => {
    const of: unknown = found[`a${index}`]
    return resultOf((ends[index]?.at ?? collection).map, aggregation, Array.isArray(of) ? of : [])
  })
}

interface End {
  /** The stages that replace documents with the related ones, and leave out those without any. */
  readonly stages: readonly Document[]
  readonly at: OpenCollection
}

/** Follows to-one relations. */
function endOf(start: OpenCollection, via: readonly string[]): End {
  const stages: Document[] = []
  let at = start
  for (const name of via) {
    const relation = at.relation(name)
    const other = at.other(relation.model)
    const [localField, foreignField] =
      relation.side === 'holder'
        ? [at.map.path(name).path, '_id']
        : ['_id', other.map.path(relation.inverse).path]
    const from = other.documents.collectionName
    stages.push(
      { $lookup: { from, localField, foreignField, as: 'svc_related' } },
      { $unwind: '$svc_related' },
      { $replaceRoot: { newRoot: '$svc_related' } },
    )
    at = other
  }
  return { stages, at }
}

/** Implements {@link Store.groupBy} with one pipeline. */
export async function grouped(
  collection: OpenCollection,
  where: Condition,
  keys: readonly GroupKey[],
  computations: readonly Computation[],
): Promise<Group[]> {
  const { documents, map, options } = collection
  const filter = await filterFor(collection, where)
  const id: Document = {}
  for (const [index, key] of keys.entries()) id[`f${index}`] = await groupValue(collection, key)
  const measures = computations.map((computation) => measureOf(map, computation))
  const computed = measures.flatMap(({ parts }, index) =>
    Object.entries(parts).map(([name, part]) => [`${name}${index}`, part]),
  )
  const group = { _id: id, count: { $sum: 1 }, ...Object.fromEntries(computed) }
  const found = await collection.runSearch(() =>
    documents.aggregate([{ $match: filter }, { $group: group }, { $sort: { _id: 1 } }], options).toArray(),
  )
  return found.map((document) => ({
    values: Object.fromEntries(
      keys.map(({ field, calendar }, index) => [
        field,
        jsonOf(calendar === undefined ? map.path(field).codec : DAY, document['_id'][`f${index}`]),
      ]),
    ),
    count: Number(document['count']),
    computed: measures.map(({ read }, index) => read((name) => document[`${name}${index}`])),
  }))
}

const DAY = codecOf({ type: 'date' })
const EXACT = codecOf({ type: 'decimal' })
const ZERO = EXACT.toBson(0)

/** Returns the expression for the value by which documents are grouped. */
async function groupValue(
  collection: OpenCollection,
  { field, calendar, among }: GroupKey,
): Promise<Document> {
  if (among !== undefined) return referenceAmong(collection, field, among)
  const { path } = collection.map.path(field)
  const value = { $ifNull: [`$${path}`, null] }
  if (calendar === undefined) return value
  // A date is stored as midnight in UTC.
  const isDate = collection.map.path(field).spec.type === 'date'
  return firstDay(calendar.unit, value, isDate ? 'UTC' : calendar.timezone)
}

/** The accumulators for a computation, and how to read their results. */
interface Measure {
  readonly parts: Document
  read(result: (name: string) => unknown): Json
}

/** Sums are exact. An average is the quotient of the nearest doubles, as in all databases. */
function measureOf(map: CollectionMap, { kind, field }: Computation): Measure {
  const { path, spec, codec } = map.path(field)
  const value = `$${path}`
  if (kind === 'min' || kind === 'max')
    return { parts: { value: { [`$${kind}`]: value } }, read: (result) => jsonOf(codec, result('value')) }
  const isExact = VALUE_TRAITS[spec.type].kind === 'digits'
  // Adding a decimal makes sums of large integers exact.
  const sum = { $sum: isExact ? { $add: [value, ZERO] } : value }
  const total = (result: unknown): Json =>
    isExact ? (spec.type === 'decimal' ? codec : EXACT).toJson(result) : Number(result)
  if (kind === 'sum') return { parts: { sum }, read: (result) => total(result('sum')) }
  const count = { $sum: { $cond: [{ $gt: [value, null] }, 1, 0] } }
  return {
    parts: { sum, count },
    read: (result) =>
      Number(result('count')) === 0 ? null : Number(total(result('sum'))) / Number(result('count')),
  }
}
