import type { Action, Contract, CustomAction, Field, Json, Route } from '../../ir/index.js'
import { memberOf, objectOf } from '../../ir/json.js'
import { hasWriteRule, modelOf } from '../../ir/lookup.js'
import { endOf, fieldOf, isUnlinking } from '../../ir/members.js'
import { checkOf } from '../../sample-values/alternatives.js'
import { sampleBody } from '../../sample-values/sample-body.js'
import { checkedSample } from '../../sample-values/sample-value.js'
import { requiredByUse, schemasByUse } from '../../validation/required-by-use.js'
import { isJson } from '../parameters/exchange.js'
import { mustBeGiven } from '../parameters/parameters.js'
import { URLENCODED } from '../views/actions.js'
import { LeftOut } from './left-out.js'
import { demandedEnds } from './needs.js'
import { storeItems, storeParents } from './paths.js'
import { optionsTest, type Part, type Test, testOf } from './requests.js'
import { changedField, equal, isFree, partsOf, storedValue, type TestRow, type TestRows } from './rows.js'
import { type Body, bodyOf, checkGiven, hasKeys, type RowTable, type TestRequest } from './table.js'

/** What a route does, and what the usual response to it is. */
interface Use {
  readonly title: string
  /** What is sent to change an item: one field, or a whole item. */
  readonly sends?: 'change' | 'item'
  /** Whether the query selects the item. */
  readonly isSelected?: boolean
  readonly returns: string
}

type ItemAction = Exclude<Action, `${string}_options`>

const USES: Readonly<Record<ItemAction, Use>> = {
  index: { title: 'returns a page', returns: 'page' },
  create: { title: 'creates an item', returns: 'created' },
  update_many: {
    title: 'changes the items selected by the query',
    sends: 'change',
    isSelected: true,
    returns: 'change',
  },
  delete_many: { title: 'deletes the items selected by the query', isSelected: true, returns: 'change' },
  show: { title: 'returns the document', returns: 'document' },
  update: { title: 'changes the item', sends: 'change', returns: 'document' },
  replace: { title: 'replaces the item', sends: 'item', returns: 'document' },
  delete: { title: 'deletes the item', returns: 'message' },
}

/** Returns a request for a route, with the response that it usually has, or that the document declares. */
export function routeTest(table: RowTable, route: Route): Test {
  const { service } = table
  const { action, attribute, contract } = route
  if (action === 'collection_options' || action === 'item_options') return optionsTest(service, route)
  const field = attribute === null ? undefined : fieldOf(modelOf(service, route.model), attribute)
  if (contract === undefined && field !== undefined) return attributeTest(table, route, field)
  const title = contract === undefined ? USES[action].title : 'answers as declared'
  return testOf(table, route, title, (rows) => {
    if (contract?.isImpossible === true) throw new LeftOut('Its schema forbids every response.')
    return action === 'create' ? creation(table, route, rows) : itemUse(table, route, action, rows)
  })
}

function creation(table: RowTable, route: Route, rows: TestRows): Part {
  const { contract, model: id } = route
  const { items, demands, only } = storeParents(rows, route, false)
  if (only) throw new LeftOut(`Each ${items.at(-1)?.model.id ?? 'parent'} has such an item.`)
  const newKey = Object.entries(contract?.newKey ?? {}).map(([name, key]) => equal(name, key))
  const row = rows.make(id, [...demands, ...newKey])
  const { model } = row
  const demanded = contract?.wrapper === undefined ? demandedEnds(model, contract) : []
  const inPath = [...demands, ...newKey].map(({ path: [name = ''] }) => name)
  const item = bodyOf(
    table,
    row,
    inPath.filter((name) => endOf(model, name) !== undefined && !demanded.includes(name)),
  )
  const isGiven = (name: string): boolean =>
    inPath.includes(name) || (Object.hasOwn(item, name) && isSent(model, contract, name))
  checkGiven(table.service, row, isGiven, contract?.required)
  const usual = { body: item, status: 201, returns: 'created', type: id }
  return { items, ...(contract ? declared(table, route, contract, item) : usual), adds: model.names.var }
}

/** Returns whether the body of a request contains all of a field. */
function isSent(model: TestRow['model'], contract: Contract | undefined, name: string): boolean {
  return contract === undefined || (contract.written?.includes(name) === true && partsOf(model, name) === 0)
}

function itemUse(table: RowTable, route: Route, action: ItemAction, rows: TestRows): Part {
  const { sends, isSelected = false, returns } = USES[action]
  const { contract, model } = route
  const items = storeItems(rows, route)
  const row = lastOf(items)
  const isUnlinked = isUnlinking(table.service, route)
  const isDelete = route.method === 'DELETE' && !isUnlinked
  if (isDelete) rows.checkAlone(row)
  const effect = isDelete
    ? { deletes: table.nameOf(row) }
    : sends === undefined || isUnlinked
      ? {}
      : change(table, row, contract === undefined ? sends : 'item')
  if (contract !== undefined) {
    const { body, deletes } = effect
    return {
      items,
      ...(body ? declared(table, route, contract, body) : { status: contract.status }),
      deletes,
    }
  }
  const query = isSelected ? [[row.model.key, table.keyOf(row)] as const] : []
  const type = returns === 'message' || returns === 'change' ? undefined : model
  const usual = { items, query, status: 200, returns, type }
  // Required parameters might exclude the item.
  if (isSelected && route.parameters?.some(mustBeGiven) === true) return { ...usual, body: effect.body }
  return { ...usual, ...effect, count: isSelected && !isUnlinked ? 1 : undefined }
}

/** Returns the row at the end of a path. */
function lastOf(items: readonly TestRow[]): TestRow {
  const row = items.at(-1)
  if (row === undefined) throw new TypeError('A path to an item has items')
  return row
}

type Effect = Pick<TestRequest, 'changes' | 'deletes'> & { readonly body?: Body }

/** Changes one field to its value in another sample. Sends only this field, or the whole item. */
function change(table: RowTable, row: TestRow, sends: 'change' | 'item'): Effect {
  const { model, n } = row
  const next = sampleBody(model, n + 1)?.stored
  if (next === undefined) throw new LeftOut('There is only one certain value.')
  const field = changedField(table.service, model, next, [row])
  const others = sends === 'item' ? wholeOf(table, row) : {}
  if (field === undefined) return { body: others }
  const changes = { row: table.nameOf(row), field }
  return { body: { ...others, [field]: next[field] ?? null }, changes }
}

/** Returns a stored item with its key and the fields that a PUT cannot change. */
function wholeOf(table: RowTable, row: TestRow): Body {
  const { model, values } = row
  const kept = [...values].filter(([name]) => name === model.key || hasWriteRule(model, name))
  const key = fieldOf(model, model.key)?.type === 'id_field' ? { [model.key]: table.keyOf(row) } : {}
  return { ...bodyOf(table, row), ...key, ...Object.fromEntries(kept) }
}

/** Returns a request with an item as the document declares it. The service checks the response against its schema. */
function declared(table: RowTable, route: Route, contract: Contract, item: Body): Omit<Part, 'items'> {
  const { operation, status } = contract
  if (operation.bodies.length === 0) return { status }
  const body = declaredBody(table, route, contract, item)
  const type = typeOf(operation)
  if (type === undefined) return { status, body }
  return { status, headers: { 'content-type': type }, body: type === URLENCODED ? formOf(body) : body }
}

/**
 * Returns what the declared body contains of an item.
 * @throws LeftOut if it is not certain to be valid, because the declared schema differs from that of the model
 */
function declaredBody({ service }: RowTable, route: Route, contract: Contract, item: Body): Body {
  const { wrapper, keys = {}, renamed = {}, written = [], required = [], demanded = [], operation } = contract
  if (contract.hasAttributes === true || contract.relationship !== undefined)
    throw new LeftOut('The body is a resource object of JSON:API, or an identifier of one.')
  const model = modelOf(service, route.model)
  const sent = Object.entries(item).filter(([name]) => isSent(model, contract, name))
  if (sent.some(([name, value]) => keys[name] !== undefined && value !== null))
    throw new LeftOut('The body contains related items.')
  const members = sent.map(([name, value]) => {
    const [member = name] = Object.keys(renamed).filter((each) => renamed[each] === name)
    return [member, value] as const
  })
  const { schema } = operation.bodies.find(({ mediaType }) => isJson(mediaType)) ?? operation.bodies[0] ?? {}
  const used = requiredByUse(schema ?? {}, service, 'served')
  const root = { $defs: schemasByUse(service) }
  const sample = objectOf(checkedSample(used, root))
  // The keys of rows are not known yet. Those in the sample stand for them.
  const withSamples = (body: Body): Body =>
    Object.fromEntries(
      Object.entries(body).flatMap(([name, value]) => {
        const known = hasKeys(value) ? sample[name] : value
        return known === undefined ? [] : [[name, known] as const]
      }),
    )
  const needed = new Set([...required, ...demanded])
  const isNeeded = ([name]: readonly [string, Json]): boolean =>
    needed.has(name) ||
    fieldOf(model, name)?.constraints.required === true ||
    endOf(model, name) !== undefined
  // The members that nothing stores.
  const others = Object.entries(sample).filter(
    ([name]) => !written.includes(name) && !Object.hasOwn(renamed, name),
  )
  const all: readonly (readonly (readonly [string, Json])[])[] =
    wrapper === undefined
      ? [members, [...others, ...members], [...others, ...members.filter(isNeeded)]]
      : [[[wrapper, Object.fromEntries(members)]]]
  const found = all
    .map((each): Body => Object.fromEntries(each))
    .find((body) => checkOf(used, root)?.(withSamples(body)) !== false)
  if (found === undefined) throw new LeftOut('No body is certain to be valid.')
  return found
}

/** Returns the media type of a body, unless it is the usual one. @throws LeftOut for types other than JSON and forms */
function typeOf({ bodies }: CustomAction): string | undefined {
  if (bodies.some(({ mediaType }) => mediaType === 'application/json')) return undefined
  const found = bodies.find(({ mediaType }) => mediaType.endsWith('+json') || mediaType === URLENCODED)
  if (found === undefined) throw new LeftOut('The body is neither JSON nor a form.')
  return found.mediaType.replace('*', 'any')
}

/** Returns the text of a form. @throws LeftOut if it would contain objects, or keys of rows */
function formOf(body: Body): string {
  const pairs = Object.entries(body).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => {
      if (typeof each === 'object' || hasKeys(each))
        throw new LeftOut(`No form is certain to contain ${name}.`)
      return [name, String(each)]
    }),
  )
  return String(new URLSearchParams(pairs))
}

/** Reads or changes an attribute: a list or dict of an item. */
function attributeTest(table: RowTable, route: Route, { name, type, json }: Field): Test {
  const returns = type === 'list' ? 'listField' : 'dictField'
  const isRead = route.method === 'GET'
  return testOf(table, route, `${isRead ? 'returns' : 'changes'} ${name}`, (rows) => {
    const items = storeItems(rows, route)
    const usual = { items, status: 200, returns }
    if (isRead) return usual
    const row = lastOf(items)
    const { model, n } = row
    if (!isFree(model, name)) throw new LeftOut(`Clients cannot always write ${name}.`)
    const [stored, body] = [storedValue(row, name) ?? null, memberOf(sampleBody(model, n + 1)?.stored, name)]
    // What is sent is added to what is stored.
    const result = Array.isArray(body)
      ? [...new Set([stored ?? [], body].flat())]
      : { ...Object(stored), ...Object(body) }
    if (body === undefined || checkOf(json, model.schema)?.(result) !== true)
      throw new LeftOut(`No change of ${name} is certain to be valid.`)
    const isChanged = JSON.stringify(result) !== JSON.stringify(stored)
    return { ...usual, body, changes: isChanged ? { row: table.nameOf(row), field: name } : undefined }
  })
}
