import type { Model, RelationEnd, Service } from '../../ir/index.js'
import { type SampleBody, sampleBody } from '../samples/sample-body.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { functionActions, modelOf, writeRuleOf } from '../../ir/lookup.js'
import { withArticle } from '../../naming/phrases.js'
import { isRequiredEnd, isRestricted, proseNames } from '../shared.js'
import { oncePer } from '../once.js'
import { valuesType, valuesTypes } from '../views/model/model-types.js'

/** The names of a model's samples. Samples have different values in fields whose values must be unique. */
export const ORDINALS = ['first', 'second', 'third', 'fourth'] as const

/** What tests need to know to create an item of a model. */
export interface TestItem {
  readonly model: Model
  readonly links: readonly RelationEnd[]
  /** Required relations to many items, which can be empty lists. */
  readonly lists: readonly RelationEnd[]
  /** Whether requests can create items. False if they are not allowed to write a required field or relation. */
  readonly isCreatable: boolean
}

/**
 * Returns what tests need to create an item of a model. Returns null if they cannot create one, because no sample is
 * certain to be valid for the model or for a required related item.
 */
export function testItem(service: Service, id: string): TestItem | null {
  return itemsOf(service).get(id) ?? null
}

const itemsOf = oncePer(
  (service: Service) => new Map(service.models.map(({ id }) => [id, findItem(service, id, [])])),
)

function findItem(service: Service, id: string, within: readonly string[]): TestItem | null {
  const model = modelOf(service, id)
  if (within.includes(id) || sampleOf(model, 0) === null || sampleOf(model, 1) === null) return null
  const demanded = model.relations.filter((end) => isRequired(service, model, end))
  const links = demanded.filter(({ many }) => !many)
  const lists = demanded.filter(({ many }) => many)
  if (links.some(({ target }) => findItem(service, target, [...within, id]) === null)) return null
  const isCreatable =
    demanded.every(({ name }) => !isRestricted(model, name)) &&
    Object.keys(sampleOf(model, 0)?.internal ?? {}).length === 0
  return { model, links, lists, isCreatable }
}

function testItems(service: Service): readonly TestItem[] {
  return service.models.flatMap(({ id }) => testItem(service, id) ?? [])
}

/** Returns a model's sample for this index in {@link ORDINALS}, or null if no sample is certain to be valid. */
export function sampleOf(model: Model, index: number): SampleBody | null {
  return sampleBody(model, index + 1)
}

function isRequired(service: Service, { schema }: Model, end: RelationEnd): boolean {
  const { required } = schema
  if (Array.isArray(required) && required.includes(end.name)) return true
  return isRequiredEnd(service, end)
}

/**
 * Returns the view for `test/generated/samples.ts`: the samples for all models whose items tests can create. A model
 * has one sample for each of its items in a path, and one more for changes.
 */
export function samplesView(service: Service): object {
  const items = testItems(service)
  const counts = itemCounts(service)
  return {
    imports: items.map(({ model }) => ({ names: `${model.names.type}Create`, file: model.names.file })),
    models: items.map((item) => ({
      var: item.model.names.var,
      type: sampleType(item),
      samples: literal(
        Object.fromEntries(
          ORDINALS.slice(0, 1 + (counts.get(item.model.id) ?? 0)).flatMap((ordinal, index) => {
            const sample = sampleOf(item.model, index)
            return sample === null ? [] : [[ordinal, sample.stored]]
          }),
        ),
      ),
    })),
  }
}

/** Returns the type of the samples, which lack required relations and fields that clients are not allowed to write. */
function sampleType({ model, links }: TestItem): string {
  const type = `${model.names.type}Create`
  const internal = Object.keys(sampleOf(model, 0)?.internal ?? {})
  const missing = [...links.map(({ name }) => name), ...internal].filter(
    (name) => writeRuleOf(model, name)?.readOnly !== true,
  )
  return missing.length === 0 ? type : `Omit<${type}, ${missing.map((name) => literal(name)).join(' | ')}>`
}

/** Returns the code for the values that a sample lacks because clients are not allowed to write them: `number: 1`. */
export function internalEntries(model: Model, index: number): readonly string[] {
  return Object.entries(sampleOf(model, index)?.internal ?? {}).map(
    ([name, value]) => `${propertyKey(name)}: ${literal(value)}`,
  )
}

/** Returns the maximum number of each model's items in the path of a single route. */
function itemCounts({ routes }: Service): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { model, parents } of routes) {
    const ids = [...parents.map((step) => step.model), model]
    for (const id of ids) {
      const count = ids.filter((each) => each === id).length
      counts.set(id, Math.max(count, counts.get(id) ?? 0))
    }
  }
  return counts
}

/** Returns the code for a user without groups, if the sample of a user is an admin. */
function noGroups({ auth }: Service, model: Model): readonly string[] {
  const groups = auth?.model === model.id ? auth.fields.groups : null
  const value = groups === null ? undefined : sampleOf(model, 0)?.stored[groups]
  return groups !== null && Array.isArray(value) && value.includes('admin')
    ? [`${propertyKey(groups)}: []`]
    : []
}

/** Returns the view for `test/generated/make.ts`: the functions that store items for tests. */
export function makeView(service: Service): object {
  const items = testItems(service)
  return {
    imports: items.map(({ model }) => ({
      names: [model.names.type, ...valuesTypes(model)].join(', '),
      file: model.names.file,
    })),
    models: items.map(({ model, links }) => ({
      var: model.names.var,
      type: model.names.type,
      item: withArticle(proseNames(model).one),
      // The type of the argument.
      given: givenType(model),
      internal: [...internalEntries(model, 0), ...noGroups(service, model)],
      links: links.map((end) => {
        const target = modelOf(service, end.target)
        return {
          key: propertyKey(end.name),
          given: memberAccess(end.name),
          make: target.names.var,
          targetKey: memberAccess(target.key),
        }
      }),
    })),
  }
}

/**
 * Returns the type of the argument. Omits fields with the same name as a member that every object inherits, such as
 * `constructor`. An argument without such a field would have the inherited member instead, whose type is wrong.
 */
function givenType(model: Model): string {
  const clashes = model.fields.filter(({ name }) => name in Object.prototype).map(({ name }) => literal(name))
  const type = valuesType(model)
  return clashes.length === 0 ? `Partial<${type}>` : `Partial<Omit<${type}, ${clashes.join(' | ')}>>`
}

/** Returns whether requests can run user code, which the tests for the generated code replace. */
export function hasCode(service: Service): boolean {
  const called = service.handlers.some(({ kind }) => kind === 'handler' || kind === 'processor')
  return called || functionActions(service).length > 0 || (service.auth?.schemes ?? []).length > 0
}

/** Returns whether tests can create items of any model. */
export function hasTestItems(service: Service): boolean {
  return testItems(service).length > 0
}
