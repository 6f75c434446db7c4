import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sampleBody } from '../sample-values/sample-body.js'
import type { Field, Json, Model, Relation, Service } from '../ir/index.js'
import { analyzePath } from '../testing/analyze-files.js'
import { apiIn } from '../testing/emit-fixture.js'
import { corpusApis, corpusPath } from '../testing/corpus.js'
import { pick, type Random } from '../testing/random.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Set a different seed to generate different items: `SEED=7 npx vitest run src/conformance/data-round-trips.test.ts`.
 */
export const SEED = Number(process.env.SEED ?? 1)

/** Returns the paths of the APIs with models, from the fixtures and from `ramses/` in the corpus. */
export function apisWithModels(): readonly string[] {
  const fixtures = readdirSync(join(ROOT, 'fixtures'))
    .filter((name) => !/^(bad|warn)-/.test(name))
    .map((name) => apiIn(join(ROOT, 'fixtures', name)))
  const corpus = corpusApis()
    .filter((path) => path.startsWith('ramses/'))
    .map(corpusPath)
  return [...fixtures, ...corpus].filter((api) => (analyzePath(api).analysis?.service.models.length ?? 0) > 0)
}

/** The items to import, keyed by model. */
export type Items = Readonly<Record<string, readonly Record<string, Json>[]>>

const ITEMS = 12

const TEXTS = ['', ' ', 'ä "q" \u2028', 'a,b\nc', '\r\n', '0', 'null', '\u{1F600}', '{{x}}', "'; --"] as const
const DICTS: readonly Json[] = [{}, { '': { x: [null] } }, { 'b.c': [1, { $d: null }] }, { a: '' }]
const INTEGERS = [0, -1, 2 ** 31 - 1, -5] as const
const NUMBERS = [0, -0.5, 1e20, 1 / 3] as const

/** Keywords that restrict a value in ways that {@link freeValue} does not support. */
const RESTRICTIONS = [
  'allOf', 'anyOf', 'oneOf', 'not', 'enum', 'pattern', 'format', 'minLength', 'maxLength', 'minimum', 'maximum',
  'multipleOf', 'properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties', 'patternProperties',
  'exclusiveMinimum', 'exclusiveMaximum', 'const', 'dependentRequired', 'dependentSchemas', '$ref',
] // prettier-ignore

/** Returns random items for a service's models, with links between them. Models without a sample get no items. */
export function randomItems(service: Service, next: Random): Items {
  const keys = new Map<string, readonly Json[]>()
  const lines = service.models.map((model) => {
    const items = Array.from({ length: ITEMS }, (_, index) => randomItem(model, index + 1, next))
    const valid = items.filter((item) => item !== null)
    keys.set(
      model.id,
      valid.map((item) => item[model.key] ?? null),
    )
    return [model, valid] as const
  })
  return Object.fromEntries(
    lines.map(([model, items]) => {
      const linked = items.map((item, index) => ({ ...item, ...links(service, model, keys, index, next) }))
      return [model.id, withoutClashes(model, linked)]
    }),
  )
}

/**
 * Removes the first field of each `_unique_together` group from items whose values duplicate those of an earlier item,
 * and links of many-to-many relations that duplicate an earlier one.
 */
function withoutClashes(
  { groups, link }: Model,
  items: readonly Record<string, Json>[],
): readonly Record<string, Json>[] {
  const uniqueGroups = (groups ?? []).filter(({ unique }) => unique)
  const taken = new Set<string>()
  return items.flatMap((item): readonly Record<string, Json>[] => {
    const kept = { ...item }
    for (const { names } of uniqueGroups) {
      const values = JSON.stringify(names.map((name) => kept[name] ?? null))
      if (taken.has(values) && link === true) return []
      if (taken.has(values)) Reflect.deleteProperty(kept, names[0] ?? '')
      taken.add(values)
    }
    return [kept]
  })
}

/** Writes one NDJSON file per model to a folder. */
export function writeItems(items: Items, folder: string): void {
  for (const [model, list] of Object.entries(items))
    writeFileSync(join(folder, `${model}.ndjson`), list.map((item) => `${JSON.stringify(item)}\n`).join(''))
}

/** Returns a random item for a model, or null if the model has no sample. */
function randomItem(model: Model, n: number, next: Random): Record<string, Json> | null {
  const sample = sampleBody(model, n)
  if (sample === null) return null
  const item: Record<string, Json> = { ...sample.stored, ...sample.internal }
  for (const field of model.fields) {
    const { name, type, constraints, stored } = field
    if (type === 'id_field' && name === model.key) item[name] = n * 3
    if (!stored || name === model.key || type === 'id_field' || type === 'foreign_key') continue
    const { required } = model.schema
    const isRequired = constraints.required || (Array.isArray(required) && required.includes(name))
    if (!isRequired && next() < 0.3) Reflect.deleteProperty(item, name)
    else if (next() < 0.5) item[name] = freeValue(field, model, next) ?? item[name] ?? null
    if (item[name] === null) Reflect.deleteProperty(item, name)
  }
  // The database makes such keys, but links need them.
  item[model.key] ??= `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  return item
}

/**
 * Returns a random value for an unrestricted text, dict, integer or float field, or undefined for any other field.
 */
function freeValue(
  { name, type, constraints, json }: Field,
  { schema }: Model,
  next: Random,
): Json | undefined {
  const isRestricted =
    constraints.unique ||
    constraints.required ||
    constraints.choices !== null ||
    constraints.maxLength !== null
  const isWhole =
    RESTRICTIONS.every((keyword) => !(keyword in Object(json))) &&
    !('dependentRequired' in schema || 'dependentSchemas' in schema)
  const isCombined = ['allOf', 'anyOf', 'oneOf', 'not'].some((keyword) => keyword in schema)
  if (isRestricted || !isWhole || isCombined || ['email', 'password', 'groups'].includes(name))
    return undefined
  switch (type) {
    case 'string':
    case 'text':
      return pick(next, TEXTS)
    case 'dict':
      return pick(next, DICTS)
    case 'integer':
      return pick(next, INTEGERS)
    case 'float':
      return pick(next, NUMBERS)
    default:
      return undefined
  }
}

/** Returns values for an item's back-references: keys of random related items. */
function links(
  { relations }: Service,
  { id }: Model,
  keys: ReadonlyMap<string, readonly Json[]>,
  index: number,
  next: Random,
): Record<string, Json> {
  const held = relations.filter(({ to, kind }) => to === id && kind !== 'many-to-many')
  return Object.fromEntries(
    held.flatMap((relation): [string, Json][] => {
      const targets = keys.get(relation.from) ?? []
      const target = relation.kind === 'one-to-one' ? targets[index] : anyOf(targets, next)
      const isLeftOut = !isRequired(relation) && next() < 0.3
      return target === undefined || isLeftOut ? [] : [[relation.backref, target]]
    }),
  )
}

function isRequired({ required }: Relation): boolean {
  return required
}

function anyOf(keys: readonly Json[], next: Random): Json | undefined {
  return keys.length === 0 ? undefined : pick(next, keys)
}
