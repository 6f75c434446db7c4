import { isObject, type Json, type JsonSchema } from '../../ir/index.js'
import type { Place, SchemaChange } from '../rules.js'
import { asSchema, expandedText, type FlatSchema, isSame, type Located } from './flat-schema.js'
import { objectOf } from '../../ir/json.js'

/** Records a change of a schema, with a text for people. */
export type Note = (change: SchemaChange, text: string) => void

/** Keywords with numbers, and their names in rules. */
const LIMITS = [
  ['maximum', 'max'],
  ['exclusiveMaximum', 'exclusive-max'],
  ['maxLength', 'max-length'],
  ['maxItems', 'max-items'],
  ['maxProperties', 'max-properties'],
  ['minimum', 'min'],
  ['exclusiveMinimum', 'exclusive-min'],
  ['minItems', 'min-items'],
] as const

/** Keywords that mean a number if they are missing. */
const DEFAULT_LIMITS = [
  ['minLength', 'min-length', 0],
  ['minProperties', 'min-properties', 0],
] as const

/** Keywords with a schema that is compared as a whole. */
const WHOLE = [
  ['not', 'not'],
  ['if', 'if'],
  ['then', 'then'],
  ['else', 'else'],
  ['contains', 'contains'],
  ['propertyNames', 'property-names'],
  ['unevaluatedProperties', 'unevaluated-properties'],
  ['unevaluatedItems', 'unevaluated-items'],
  ['contentSchema', 'content-schema'],
] as const

/** Compares the types and formats of schemas at a place. */
export function compareTypes(was: FlatSchema, is: FlatSchema, place: Place, note: Note): void {
  const isAny = ({ types, anyOf, oneOf }: FlatSchema): boolean =>
    types === null && anyOf.length + oneOf.length === 0
  if (!isAny(was) && !isAny(is) && was.isNullable !== is.isNullable)
    note(
      is.isNullable ? 'became-nullable' : 'became-not-nullable',
      is.isNullable ? 'null allowed' : 'null no longer allowed',
    )
  const [from, to] = [typeText(was), typeText(is)]
  if (from === to) return compareFormats(was.keywords['format'], is.keywords['format'], note)
  const isList = (was.types?.length ?? 0) > 1 || (is.types?.length ?? 0) > 1
  const text = `type changed from ${from} to ${to}`
  if (covers(is.types, was.types))
    note(isList && place !== 'response-header' ? 'list-of-types-widened' : 'type-generalized', text)
  else if (covers(was.types, is.types))
    note(isList && place !== 'response-header' ? 'list-of-types-narrowed' : 'type-specialized', text)
  else note('type-changed', text)
}

function compareFormats(was: Json | undefined, is: Json | undefined, note: Note): void {
  if (was === is) return
  const text = `format changed from ${was === undefined ? 'none' : String(was)} to ${is === undefined ? 'none' : String(is)}`
  if (is === undefined || WIDER.get(String(was)) === is) note('type-generalized', text)
  else if (was === undefined || WIDER.get(String(is)) === was) note('type-specialized', text)
  else note('type-changed', text)
}

/** Compares the values that schemas list, and their defaults. */
export function compareValues(was: FlatSchema, is: FlatSchema, note: Note): void {
  const constants = [was.keywords['const'], is.keywords['const']] as const
  const asEnum = was.values !== null || is.values !== null
  if (!asEnum) compareConstants(constants, note)
  const before = valuesOf(was, asEnum)
  const after = valuesOf(is, asEnum)
  if (before === null && after !== null) note('became-enum', `restricted to ${listText(after)}`)
  if (before !== null && after === null) note('enum-removed', `no longer restricted to ${listText(before)}`)
  for (const value of before !== null && after !== null ? after : [])
    if (!includes(before ?? [], value)) note('enum-value-added', `enum value ${JSON.stringify(value)} added`)
  for (const value of before !== null && after !== null ? before : [])
    if (!includes(after ?? [], value))
      note('enum-value-removed', `enum value ${JSON.stringify(value)} removed`)
  const [from, to] = [was.keywords['default'], is.keywords['default']]
  if (isSame(from, to)) return
  if (from === undefined) note('default-value-added', `default ${JSON.stringify(to)} added`)
  else if (to === undefined) note('default-value-removed', `default ${JSON.stringify(from)} removed`)
  else note('default-value-changed', `default changed from ${JSON.stringify(from)} to ${JSON.stringify(to)}`)
}

function compareConstants([was, is]: readonly [Json | undefined, Json | undefined], note: Note): void {
  if (isSame(was, is)) return
  if (was === undefined) note('const-added', `const ${JSON.stringify(is)} added`)
  else if (is === undefined) note('const-removed', `const ${JSON.stringify(was)} removed`)
  else note('const-changed', `const changed from ${JSON.stringify(was)} to ${JSON.stringify(is)}`)
}

/** Compares the keywords with numbers, and `uniqueItems`. */
export function compareLimits(was: JsonSchema, is: JsonSchema, note: Note): void {
  for (const [keyword, name] of LIMITS) compareLimit(keyword, name, was[keyword], is[keyword], note)
  for (const [keyword, name, missing] of DEFAULT_LIMITS)
    noteChange(keyword, name, was[keyword] ?? missing, is[keyword] ?? missing, note)
  // Without "contains", its limits mean nothing.
  if (was['contains'] !== undefined && is['contains'] !== undefined) {
    compareLimit('maxContains', 'max-contains', was['maxContains'], is['maxContains'], note)
    noteChange('minContains', 'min-contains', was['minContains'] ?? 1, is['minContains'] ?? 1, note)
  }
  const [from, to] = [was['multipleOf'], is['multipleOf']]
  if (from !== to) {
    if (typeof from !== 'number') note('multiple-of-set', `multipleOf ${String(to)} added`)
    else if (typeof to !== 'number') note('multiple-of-unset', `multipleOf ${from} removed`)
    else {
      const text = `multipleOf changed from ${from} to ${to}`
      note(
        from % to === 0
          ? 'multiple-of-generalized'
          : to % from === 0
            ? 'multiple-of-specialized'
            : 'multiple-of-changed',
        text,
      )
    }
  }
  if ((was['uniqueItems'] === true) !== (is['uniqueItems'] === true))
    note(
      is['uniqueItems'] === true ? 'unique-items-set' : 'unique-items-unset',
      `uniqueItems ${is['uniqueItems'] === true ? 'added' : 'removed'}`,
    )
}

function compareLimit(
  keyword: string,
  name: (typeof LIMITS)[number][1] | 'max-contains',
  from: Json | undefined,
  to: Json | undefined,
  note: Note,
): void {
  if (from === to) return
  if (from === undefined) note(`${name}-set`, `${keyword} ${String(to)} added`)
  else if (to === undefined) note(`${name}-unset`, `${keyword} ${String(from)} removed`)
  else noteChange(keyword, name, from, to, note)
}

function noteChange(
  keyword: string,
  name: (typeof LIMITS)[number][1] | (typeof DEFAULT_LIMITS)[number][1] | 'max-contains' | 'min-contains',
  from: Json,
  to: Json,
  note: Note,
): void {
  if (from === to) return
  const verb = Number(to) > Number(from) ? 'increased' : 'decreased'
  note(`${name}-${verb}`, `${keyword} ${verb} from ${String(from)} to ${String(to)}`)
}

/** Compares the keywords for text. */
export function compareTexts(was: JsonSchema, is: JsonSchema, note: Note): void {
  const [from, to] = [was['pattern'], is['pattern']]
  if (from !== to) {
    if (from === undefined) note('pattern-added', `pattern ${String(to)} added`)
    else if (to === undefined) note('pattern-removed', `pattern ${String(from)} removed`)
    else {
      const text = `pattern changed from ${String(from)} to ${String(to)}`
      note(ANY_TEXT.has(String(to)) ? 'pattern-generalized' : 'pattern-changed', text)
    }
  }
  for (const [keyword, change] of [
    ['contentMediaType', 'content-media-type-changed'],
    ['contentEncoding', 'content-encoding-changed'],
  ] as const)
    if (was[keyword] !== is[keyword])
      note(
        change,
        `${keyword} changed from ${String(was[keyword] ?? 'none')} to ${String(is[keyword] ?? 'none')}`,
      )
}

/** Compares keywords with schemas as wholes. */
export function compareWholes(
  { before, after }: { readonly before: Located; readonly after: Located },
  was: JsonSchema,
  is: JsonSchema,
  note: Note,
): void {
  for (const [keyword, name] of WHOLE) {
    const [from, to] = [was[keyword], is[keyword]]
    if (from === undefined && to !== undefined) note(`${name}-added`, `${keyword} added`)
    else if (from !== undefined && to === undefined) note(`${name}-removed`, `${keyword} removed`)
    else if (from !== undefined && !isSameSchema(before, from, after, to))
      note(`${name}-changed`, `${keyword} changed`)
  }
  compareEntries(was['dependentRequired'], is['dependentRequired'], (name, from, to) => {
    if (from === undefined) note('dependent-required-added', `dependentRequired of "${name}" added`)
    else if (to === undefined) note('dependent-required-removed', `dependentRequired of "${name}" removed`)
    else if (!isSame(from, to)) note('dependent-required-changed', `dependentRequired of "${name}" changed`)
  })
  compareEntries(was['dependentSchemas'], is['dependentSchemas'], (name, from, to) => {
    if (from === undefined) note('dependent-schema-added', `dependentSchemas of "${name}" added`)
    else if (to === undefined) note('dependent-schema-removed', `dependentSchemas of "${name}" removed`)
    else if (!isSameSchema(before, from, after, to))
      note('dependent-schema-changed', `dependentSchemas of "${name}" changed`)
  })
  compareDiscriminators(was['discriminator'], is['discriminator'], note)
}

function compareDiscriminators(was: Json | undefined, is: Json | undefined, note: Note): void {
  if (!isObject(was) || !isObject(is)) {
    if (isObject(is)) note('discriminator-added', 'discriminator added')
    if (isObject(was)) note('discriminator-removed', 'discriminator removed')
    return
  }
  const [from, to] = [String(was['propertyName']), String(is['propertyName'])]
  if (from !== to)
    note('discriminator-property-name-changed', `discriminator changed from "${from}" to "${to}"`)
  compareEntries(was['mapping'], is['mapping'], (value, before, after) => {
    if (before === undefined) note('discriminator-mapping-added', `discriminator value "${value}" added`)
    else if (after === undefined)
      note('discriminator-mapping-deleted', `discriminator value "${value}" removed`)
    else if (before !== after)
      note('discriminator-mapping-changed', `schema of the discriminator value "${value}" changed`)
  })
}

/** Compares the entries of two objects; anything else has none. */
export function compareEntries(
  was: Json | undefined,
  is: Json | undefined,
  compare: (name: string, from: Json | undefined, to: Json | undefined) => void,
): void {
  const before = new Map(Object.entries(objectOf(was)))
  const after = new Map(Object.entries(objectOf(is)))
  for (const name of new Set([...before.keys(), ...after.keys()]))
    compare(name, before.get(name), after.get(name))
}

/** Formats whose values are also values of another format. */
const WIDER: ReadonlyMap<string, string> = new Map([
  ['int32', 'int64'],
  ['float', 'double'],
])

const ANY_TEXT: ReadonlySet<string> = new Set(['.*', '^.*$', ''])

function typeText({ types }: FlatSchema): string {
  return types === null ? 'any' : types.join(' or ')
}

/** Returns whether all values of some types are values of others. */
function covers(wide: readonly string[] | null, narrow: readonly string[] | null): boolean {
  if (wide === null) return true
  if (narrow === null) return false
  return narrow.every((type) => wide.includes(type) || (type === 'integer' && wide.includes('number')))
}

function valuesOf({ values, keywords }: FlatSchema, asEnum: boolean): readonly Json[] | null {
  if (values !== null) return values
  const only = keywords['const']
  return asEnum && only !== undefined ? [only] : null
}

function includes(values: readonly Json[], value: Json): boolean {
  return values.some((each) => isSame(each, value))
}

function listText(values: readonly Json[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ')
}

function isSameSchema(before: Located, from: Json, after: Located, to: Json | undefined): boolean {
  return (
    expandedText({ ...before, schema: asSchema(from) }) === expandedText({ ...after, schema: asSchema(to) })
  )
}
