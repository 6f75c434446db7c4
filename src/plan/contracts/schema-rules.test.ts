import { expect, test } from 'vitest'
import type { JsonSchema } from '../../ir/index.js'
import { breaksAt, type Place, PLACES, SCHEMA_CHANGES, type SchemaChange } from '../rules.js'
import type { Located } from './flat-schema.js'
import { changesIn, SchemaComparison } from './schema-comparison.js'

const located = (schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>> = {}): Located => ({
  schema,
  find: (reference) => definitions[reference.slice('#/$defs/'.length)],
})

function changes(before: Located, after: Located, place: Place): readonly string[] {
  const comparison = new SchemaComparison()
  const unit = comparison.unit({ before, after, place })
  comparison.settle()
  return changesIn(unit).map(({ at, rule, breaking }) => `${breaking ? '!' : ' '} ${at} ${rule}`)
}

type Pair = readonly [before: JsonSchema, after: JsonSchema]

const number = { type: 'number' }
const text = { type: 'string' }
const list = { type: 'array' }
const object = { type: 'object' }
const whole = (
  base: JsonSchema,
  keyword: string,
  one: JsonSchema,
  two: JsonSchema,
): Readonly<Record<'added' | 'removed' | 'changed', Pair>> => ({
  added: [base, { ...base, [keyword]: one }],
  removed: [{ ...base, [keyword]: one }, base],
  changed: [
    { ...base, [keyword]: one },
    { ...base, [keyword]: two },
  ],
})
const limit = (
  base: JsonSchema,
  keyword: string,
): Readonly<Record<'increased' | 'decreased' | 'set' | 'unset', Pair>> => ({
  increased: [
    { ...base, [keyword]: 3 },
    { ...base, [keyword]: 5 },
  ],
  decreased: [
    { ...base, [keyword]: 5 },
    { ...base, [keyword]: 3 },
  ],
  set: [base, { ...base, [keyword]: 3 }],
  unset: [{ ...base, [keyword]: 3 }, base],
})
const condition = { ...object, if: { required: ['a'] } }
const mapping = (entries: Readonly<Record<string, string>>, propertyName = 'kind'): JsonSchema => ({
  ...object,
  discriminator: { propertyName, mapping: entries },
})
const not = whole(text, 'not', { const: 'a' }, { const: 'b' })
const ifs = whole(object, 'if', { required: ['a'] }, { required: ['b'] })
const thens = whole(condition, 'then', { required: ['a'] }, { required: ['b'] })
const elses = whole(condition, 'else', { required: ['a'] }, { required: ['b'] })
const contains = whole(list, 'contains', text, number)
const propertyNames = whole(object, 'propertyNames', { maxLength: 3 }, { maxLength: 4 })
const unevaluatedProperties = whole(object, 'unevaluatedProperties', text, number)
const unevaluatedItems = whole(list, 'unevaluatedItems', text, number)
const contentSchema = whole(text, 'contentSchema', object, list)
const [max, min] = [limit(number, 'maximum'), limit(number, 'minimum')]
const [exclusiveMax, exclusiveMin] = [limit(number, 'exclusiveMaximum'), limit(number, 'exclusiveMinimum')]
const [maxLength, minLength] = [limit(text, 'maxLength'), limit(text, 'minLength')]
const [maxItems, minItems] = [limit(list, 'maxItems'), limit(list, 'minItems')]
const [maxProperties, minProperties] = [limit(object, 'maxProperties'), limit(object, 'minProperties')]
const some = { ...list, contains: text }
const [maxContains, minContains] = [limit(some, 'maxContains'), limit(some, 'minContains')]

/** A pair of schemas for each change. */
const PAIRS: Readonly<Record<SchemaChange, Pair>> = {
  'type-changed': [number, text],
  'type-generalized': [{ type: 'integer' }, number],
  'type-specialized': [number, { type: 'integer' }],
  'list-of-types-widened': [text, { type: ['string', 'boolean'] }],
  'list-of-types-narrowed': [{ type: ['string', 'boolean'] }, text],
  'became-nullable': [text, { type: ['string', 'null'] }],
  'became-not-nullable': [{ anyOf: [text, { type: 'null' }] }, text],
  'became-enum': [text, { ...text, enum: ['a'] }],
  'enum-removed': [{ ...text, enum: ['a'] }, text],
  'enum-value-added': [{ enum: ['a'] }, { enum: ['a', 'b'] }],
  'enum-value-removed': [{ enum: ['a', 'b'] }, { enum: ['b'] }],
  'const-added': [text, { ...text, const: 'a' }],
  'const-removed': [{ ...text, const: 'a' }, text],
  'const-changed': [
    { ...text, const: 'a' },
    { ...text, const: 'b' },
  ],
  'default-value-added': [text, { ...text, default: 'a' }],
  'default-value-removed': [{ ...text, default: 'a' }, text],
  'default-value-changed': [
    { ...text, default: 'a' },
    { ...text, default: 'b' },
  ],
  'max-increased': max.increased,
  'max-decreased': max.decreased,
  'max-set': max.set,
  'max-unset': max.unset,
  'min-increased': min.increased,
  'min-decreased': min.decreased,
  'min-set': min.set,
  'min-unset': min.unset,
  'exclusive-max-increased': exclusiveMax.increased,
  'exclusive-max-decreased': exclusiveMax.decreased,
  'exclusive-max-set': exclusiveMax.set,
  'exclusive-max-unset': exclusiveMax.unset,
  'exclusive-min-increased': exclusiveMin.increased,
  'exclusive-min-decreased': exclusiveMin.decreased,
  'exclusive-min-set': exclusiveMin.set,
  'exclusive-min-unset': exclusiveMin.unset,
  'max-length-increased': maxLength.increased,
  'max-length-decreased': maxLength.decreased,
  'max-length-set': maxLength.set,
  'max-length-unset': maxLength.unset,
  'min-length-increased': minLength.set,
  'min-length-decreased': minLength.unset,
  'max-items-increased': maxItems.increased,
  'max-items-decreased': maxItems.decreased,
  'max-items-set': maxItems.set,
  'max-items-unset': maxItems.unset,
  'min-items-increased': minItems.increased,
  'min-items-decreased': minItems.decreased,
  'min-items-set': minItems.set,
  'min-items-unset': minItems.unset,
  'max-properties-increased': maxProperties.increased,
  'max-properties-decreased': maxProperties.decreased,
  'max-properties-set': maxProperties.set,
  'max-properties-unset': maxProperties.unset,
  'min-properties-increased': minProperties.set,
  'min-properties-decreased': minProperties.unset,
  'max-contains-increased': maxContains.increased,
  'max-contains-decreased': maxContains.decreased,
  'max-contains-set': maxContains.set,
  'max-contains-unset': maxContains.unset,
  'min-contains-increased': minContains.set,
  'min-contains-decreased': minContains.unset,
  'multiple-of-set': [number, { ...number, multipleOf: 2 }],
  'multiple-of-unset': [{ ...number, multipleOf: 2 }, number],
  'multiple-of-changed': [
    { ...number, multipleOf: 2 },
    { ...number, multipleOf: 3 },
  ],
  'multiple-of-generalized': [
    { ...number, multipleOf: 4 },
    { ...number, multipleOf: 2 },
  ],
  'multiple-of-specialized': [
    { ...number, multipleOf: 2 },
    { ...number, multipleOf: 4 },
  ],
  'unique-items-set': [list, { ...list, uniqueItems: true }],
  'unique-items-unset': [{ ...list, uniqueItems: true }, list],
  'pattern-added': [text, { ...text, pattern: 'a' }],
  'pattern-removed': [{ ...text, pattern: 'a' }, text],
  'pattern-changed': [
    { ...text, pattern: 'a' },
    { ...text, pattern: 'b' },
  ],
  'pattern-generalized': [
    { ...text, pattern: 'a' },
    { ...text, pattern: '.*' },
  ],
  'any-of-added': [{ anyOf: [text, list] }, { anyOf: [text, list, object] }],
  'any-of-removed': [{ anyOf: [text, list, object] }, { anyOf: [text, list] }],
  'one-of-added': [text, { oneOf: [object, text] }],
  'one-of-removed': [{ oneOf: [text, list, object] }, { oneOf: [list, text] }],
  'wrapped-in-one-of': [text, { oneOf: [list, object] }],
  'unwrapped-from-one-of': [{ anyOf: [list, object] }, text],
  'not-added': not.added,
  'not-removed': not.removed,
  'not-changed': not.changed,
  'if-added': ifs.added,
  'if-removed': ifs.removed,
  'if-changed': ifs.changed,
  'then-added': thens.added,
  'then-removed': thens.removed,
  'then-changed': thens.changed,
  'else-added': elses.added,
  'else-removed': elses.removed,
  'else-changed': elses.changed,
  'prefix-items-added': [
    { ...list, prefixItems: [text] },
    { ...list, prefixItems: [text, text] },
  ],
  'prefix-items-removed': [
    { ...list, prefixItems: [text, text] },
    { ...list, prefixItems: [text] },
  ],
  'contains-added': contains.added,
  'contains-removed': contains.removed,
  'contains-changed': contains.changed,
  'dependent-required-added': [object, { ...object, dependentRequired: { a: ['b'] } }],
  'dependent-required-removed': [{ ...object, dependentRequired: { a: ['b'] } }, object],
  'dependent-required-changed': [
    { ...object, dependentRequired: { a: ['b'] } },
    { ...object, dependentRequired: { a: ['c'] } },
  ],
  'dependent-schema-added': [object, { ...object, dependentSchemas: { a: { minProperties: 2 } } }],
  'dependent-schema-removed': [{ ...object, dependentSchemas: { a: { minProperties: 2 } } }, object],
  'dependent-schema-changed': [
    { ...object, dependentSchemas: { a: { minProperties: 2 } } },
    { ...object, dependentSchemas: { a: { minProperties: 3 } } },
  ],
  'pattern-property-added': [object, { ...object, patternProperties: { '^x-': text } }],
  'pattern-property-removed': [{ ...object, patternProperties: { '^x-': text } }, object],
  'property-names-added': propertyNames.added,
  'property-names-removed': propertyNames.removed,
  'property-names-changed': propertyNames.changed,
  'additional-properties-closed': [object, { ...object, additionalProperties: false }],
  'additional-properties-opened': [{ ...object, additionalProperties: false }, object],
  'unevaluated-properties-added': unevaluatedProperties.added,
  'unevaluated-properties-removed': unevaluatedProperties.removed,
  'unevaluated-properties-changed': unevaluatedProperties.changed,
  'unevaluated-items-added': unevaluatedItems.added,
  'unevaluated-items-removed': unevaluatedItems.removed,
  'unevaluated-items-changed': unevaluatedItems.changed,
  'content-schema-added': contentSchema.added,
  'content-schema-removed': contentSchema.removed,
  'content-schema-changed': contentSchema.changed,
  'content-media-type-changed': [text, { ...text, contentMediaType: 'image/png' }],
  'content-encoding-changed': [text, { ...text, contentEncoding: 'base64' }],
  'discriminator-added': [object, mapping({ a: 'A' })],
  'discriminator-removed': [mapping({ a: 'A' }), object],
  'discriminator-property-name-changed': [mapping({ a: 'A' }), mapping({ a: 'A' }, 'type')],
  'discriminator-mapping-added': [mapping({ a: 'A' }), mapping({ a: 'A', b: 'B' })],
  'discriminator-mapping-deleted': [mapping({ a: 'A', b: 'B' }), mapping({ a: 'A' })],
  'discriminator-mapping-changed': [mapping({ a: 'A' }), mapping({ a: 'B' })],
}

/** The changes that a place has another name for. */
const OTHER_NAMES: Readonly<Record<string, SchemaChange>> = {
  'request-body type-specialized': 'type-changed',
  'request-property type-specialized': 'type-changed',
  'request-parameter type-specialized': 'type-changed',
  'response-header list-of-types-widened': 'type-generalized',
  'response-header list-of-types-narrowed': 'type-specialized',
}

function nameAt(place: Place, change: SchemaChange): SchemaChange {
  const direction = PLACES[place]
  if (change === 'multiple-of-specialized' && direction === 'request') return 'multiple-of-changed'
  if (change === 'multiple-of-generalized' && direction === 'response') return 'multiple-of-changed'
  if (change === 'pattern-generalized' && direction === 'response') return 'pattern-changed'
  return OTHER_NAMES[`${place} ${change}`] ?? change
}

const PLACE_NAMES = Object.keys(PLACES).filter((place): place is Place => place in PLACES)
const CHANGES = Object.keys(SCHEMA_CHANGES).filter(
  (change): change is SchemaChange => change in SCHEMA_CHANGES,
)

test.each(CHANGES)('reports %s at each place, and whether it breaks clients', (change) => {
  const [before, after] = PAIRS[change]
  for (const place of PLACE_NAMES) {
    const name = nameAt(place, change)
    const verdict = breaksAt(place, name) ? '!' : ' '
    const path = change.startsWith('pattern-property-') ? '.{^x-}' : ''
    expect(changes(located(before), located(after), place)).toEqual([`${verdict} ${path} ${place}-${name}`])
  }
})

test('ends for recursive schemas, and reports each change at its nearest place', () => {
  const tree = (more: JsonSchema): Located => {
    const definitions = {
      Tree: {
        type: 'object',
        properties: {
          children: { type: 'array', items: { $ref: '#/$defs/Tree' } },
          parent: { anyOf: [{ $ref: '#/$defs/Tree' }, { type: 'null' }] },
          owner: { $ref: '#/$defs/Owner' },
        },
      },
      Owner: { allOf: [{ $ref: '#/$defs/Tree' }, { type: 'object', properties: { name: more } }] },
    }
    return located({ type: 'object', properties: { root: { $ref: '#/$defs/Tree' } } }, definitions)
  }
  expect(changes(tree({ type: 'string' }), tree({ type: 'integer' }), 'response-body')).toEqual([
    '! .root.owner.name response-property-type-changed',
  ])
  expect(changes(tree({}), tree({}), 'response-body')).toEqual([])
})

test('compares the parts of "allOf" as one schema', () => {
  const base = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }
  const split = { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { required: ['a'] }] }
  expect(changes(located(base), located(split), 'request-body')).toEqual([])
  expect(changes(located(split), located({ ...base, required: [] }), 'response-body')).toEqual([
    '! .a response-property-became-optional',
  ])
})

test('compares alternatives with the same name with each other', () => {
  const cat = (more: JsonSchema): Located =>
    located(
      { oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }] },
      {
        Cat: { type: 'object', properties: { lives: more } },
        Dog: { type: 'object' },
      },
    )
  expect(changes(cat({ type: 'integer' }), cat({ type: 'string' }), 'request-body')).toEqual([
    '! <Cat>.lives request-property-type-changed',
  ])
})
