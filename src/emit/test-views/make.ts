import type { Model, Service } from '../../ir/index.js'
import { functionActions, writeRuleOf } from '../../ir/lookup.js'
import { withArticle, proseNames } from '../../naming/phrases.js'
import { literal, memberAccess, propertyKey } from '../literal.js'
import { sampleBody } from '../../sample-values/sample-body.js'
import { valuesTypes } from '../views/model/model-types.js'
import { ifCertain } from './left-out.js'
import { isExclusive, uniqueSets } from './needs.js'
import { type TestRow, TestRows } from './rows.js'
import { bodyOf, checkGiven, RowTable } from './table.js'
import { endOf } from '../../ir/members.js'
import { oncePer } from '../../ir/once.js'

/** The names of a model's samples. Samples have different values in fields whose values must be unique. */
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'] as const

/** Returns whether tests can store items of a model. */
export function canMake(service: Service, id: string): boolean {
  return rowsOf(service).has(id)
}

/** Returns whether tests can store items of any model. */
export function hasTestItems(service: Service): boolean {
  return rowsOf(service).size > 0
}

/** Returns the row that a request to create an item of a model sends, or null if clients cannot send one. */
export function creationBody(service: Service, id: string): TestRow | null {
  const row = rowsOf(service).get(id)
  if (row === undefined) return null
  return ifCertain(() => {
    const body = bodyOf(new RowTable(service), row)
    checkGiven(service, row, (name) => Object.hasOwn(body, name))
    return row
  })
}

/** A row of each model of which tests can store items. */
const rowsOf = oncePer(
  (service: Service): ReadonlyMap<string, TestRow> =>
    new Map(
      service.models.flatMap(({ id }) => {
        const row = ifCertain(() => new TestRows(service).add(id))
        return row === null ? [] : [[id, row] as const]
      }),
    ),
)

/** Returns the view for `test/generated/samples.ts`: valid values for each model, several where they must be unique. */
export function samplesView(service: Service): object {
  const models = [...rowsOf(service).values()].map((row) => ({
    var: row.model.names.var,
    type: sampleType(row),
    samples: literal(samplesOf(service, row.model)),
  }))
  return { models }
}

/** Returns the samples of a model by name. Users are in no groups. */
function samplesOf(service: Service, model: Model): object {
  const groups = service.auth?.model === model.id ? service.auth.fields.groups : null
  const names = isUnique(service, model) ? ORDINALS : ORDINALS.slice(0, 1)
  const samples = names.map((name, index) => {
    const stored = sampleBody(model, index + 1)?.stored
    const isGrouped = stored !== undefined && groups !== null && Object.hasOwn(stored, groups)
    return [name, isGrouped ? { ...stored, [groups]: [] } : stored] as const
  })
  return Object.fromEntries(samples)
}

/** Returns whether two items of a model can differ only in certain values. */
function isUnique(service: Service, model: Model): boolean {
  return uniqueSets(service, model).some((names) => names.some((name) => endOf(model, name) === undefined))
}

/** Returns the type of the samples, which lack required relations and fields that clients are not allowed to write. */
function sampleType({ model, links, values, sample }: TestRow): string {
  const type = `types.${model.names.type}Create`
  const internal = [...values.keys()].filter((name) => !Object.hasOwn(sample.stored, name))
  const missing = [...links.keys(), ...internal].filter((name) => writeRuleOf(model, name)?.readOnly !== true)
  return missing.length === 0 ? type : `Omit<${type}, ${missing.map((name) => literal(name)).join(' | ')}>`
}

/** Returns the view for `test/generated/make.ts`: the functions that store items for tests. */
export function makeView(service: Service): object {
  const rows = [...rowsOf(service).values()]
  return {
    models: rows.map((row) => {
      const { model } = row
      return {
        var: model.names.var,
        type: model.names.type,
        item: withArticle(proseNames(model).one),
        // The type of the argument.
        given: givenType(model),
        isUnique: isUnique(service, model),
        internal: [...row.values]
          .filter(([name]) => !Object.hasOwn(row.sample.stored, name) && name !== service.auth?.fields.groups)
          .map(([name, value]) => `${propertyKey(name)}: ${literal(value)}`),
        links: [...row.links].flatMap(([name, other]) =>
          other === null
            ? []
            : [
                {
                  key: propertyKey(name),
                  given: memberAccess(name),
                  make: other.model.names.var,
                  targetKey: memberAccess(other.model.key),
                  isExclusive: isExclusive(service, model, name),
                },
              ],
        ),
      }
    }),
  }
}

/**
 * Returns the type of the argument. Omits fields with the same name as a member that every object inherits, such as
 * `constructor`. An argument without such a field would have the inherited member instead, whose type is wrong.
 */
function givenType(model: Model): string {
  const clashes = model.fields.filter(({ name }) => name in Object.prototype).map(({ name }) => literal(name))
  const type = valuesTypes(model)
    .map((name) => `Types.${name}`)
    .join(' & ')
  return clashes.length === 0 ? `Partial<${type}>` : `Partial<Omit<${type}, ${clashes.join(' | ')}>>`
}

/** Returns whether requests can run user code, which the tests for the generated code replace. */
export function hasCode(service: Service): boolean {
  const called = service.handlers.some(({ kind }) => kind === 'handler' || kind === 'processor')
  return called || functionActions(service).length > 0 || (service.auth?.schemes ?? []).length > 0
}
