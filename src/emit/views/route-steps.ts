import type { ActionOf, RouteKind } from '../../ir/index.js'

/** What the steps of a route depend on. */
interface RouteTraits {
  /** The variable of the item. */
  readonly one: string
  /** Whether the route runs in a transaction. */
  readonly inTransaction: boolean
  /** Whether the route calls user-defined functions. */
  readonly events: boolean
  /** The handlers that the route calls after the action. */
  readonly after: readonly string[]
  /** Whether writes of relations or fields are checked. */
  readonly asks: boolean
  /** The link to the parent, or an empty string at the root. */
  readonly within: string
  /** The name of the function that implements the whole write, or an empty string. */
  readonly write: string
  /** The code of the data to store after an event. */
  readonly processed: string
}

/** A step: the name of a partial in `routes/steps.hbs`, and the values that only this step has. */
export interface Step {
  readonly step: string
  readonly steps?: readonly Step[]
  readonly [name: string]: unknown
}

/** The function of a route. */
interface RouteFlow {
  readonly reply: boolean
  readonly steps: readonly Step[]
}

export type Flow = (route: RouteTraits) => RouteFlow

/** The steps of each operation except OPTIONS, in the order in which they run. */
export const FLOWS: { readonly [Kind in RouteKind]: Readonly<Record<ActionOf<Kind>, Flow>> } = {
  collection: { index, create, update_many: updateMany, delete_many: deleteMany },
  item: { show, update: write, replace: write, delete: remove },
  singular: { show, create: createOnly, update: write, replace: write, delete: remove },
  attribute: { show: showAttribute, update: changeAttribute },
}

function index(route: RouteTraits): RouteFlow {
  const { events } = route
  const steps = [
    step('path'),
    ...(events ? [step('checkQuery')] : []),
    ...announce(route),
    step('page', { selection: selection(route, events) }),
    ...complete(route, 'page'),
  ]
  return { reply: true, steps: transaction(route, '', steps) }
}

function create(route: RouteTraits): RouteFlow {
  const created = step('created', { documents: 'documents' })
  if (!route.events) return { reply: true, steps: [step('path'), step('createAll'), created] }
  const each = step('createEach', {}, createItem(route))
  return { reply: true, steps: [...transaction(route, 'documents', [step('path'), each]), created] }
}

function createOnly(route: RouteTraits): RouteFlow {
  const steps = [step('path'), step('newItem'), ...createItem(route)]
  return {
    reply: true,
    steps: [...transaction(route, 'document', steps), step('created', { documents: '[document]' })],
  }
}

function createItem(route: RouteTraits): readonly Step[] {
  return stored(route, 'data', step('create', data(route)), route.one)
}

function show(route: RouteTraits): RouteFlow {
  const { one } = route
  const found = [step('path'), step('find'), step('permit')]
  const steps = route.events
    ? [...found, ...announce(route, `instance: ${one}`), ...completeDocument(route, one)]
    : [...found, step('document', { item: one })]
  return { reply: true, steps: [...transaction(route, 'document', steps), step('sendTagged')] }
}

/** The steps before a write of an item. */
const FIND_TO_WRITE = [step('path'), step('find'), step('permit'), step('checkMatch')]

function write(route: RouteTraits): RouteFlow {
  const { one } = route
  const direct = [step('writeDirectly', { result: one }), step('document', { item: one })]
  const steps = [
    ...FIND_TO_WRITE,
    step('changes'),
    ...stored(route, `instance: ${one}, data`, step('update', data(route)), 'changed'),
  ]
  return {
    reply: true,
    steps: [...(route.write === '' ? transaction(route, 'document', steps) : direct), step('sendTagged')],
  }
}

function remove(route: RouteTraits): RouteFlow {
  const direct = [step('writeDirectly', { result: '' }), step('deleted')]
  const steps = [
    ...FIND_TO_WRITE,
    ...announce(route, `instance: ${route.one}`),
    step('delete'),
    step('deleted'),
    ...complete(route, 'result'),
  ]
  return { reply: false, steps: route.write === '' ? transaction(route, '', steps) : direct }
}

function updateMany(route: RouteTraits): RouteFlow {
  const { events, asks } = route
  const where = { as: 'where', selection: selection(route, events) }
  const selected = { as: 'selected', selection: selection(route, false) }
  const permitted = [
    step('checkQuery'),
    ...(asks ? [step('select', selected)] : []),
    step('permitMany', selected),
    step('permitLinksOfMany', selected),
    ...announce(route, 'data'),
    step('select', where),
  ]
  const steps = [
    step('path'),
    step('changesToMany'),
    ...(events ? permitted : [step('select', where), step('permitMany', where)]),
    step('updateMany', data(route)),
    ...counted(route, 'Updated'),
  ]
  return { reply: false, steps: transaction(route, '', steps) }
}

function deleteMany(route: RouteTraits): RouteFlow {
  const { events } = route
  const steps = [
    step('path'),
    ...(events ? [step('checkQuery'), ...announce(route)] : []),
    step('select', { as: 'where', selection: selection(route, events) }),
    step('deleteMany'),
    ...counted(route, 'Deleted'),
  ]
  return { reply: false, steps: transaction(route, '', steps) }
}

/** The steps to the item of an attribute. */
const FIND_ATTRIBUTE = [step('path'), step('find'), step('permitItem'), step('permit')]

function showAttribute({ one }: RouteTraits): RouteFlow {
  return { reply: false, steps: [...FIND_ATTRIBUTE, step('attribute', { item: one })] }
}

function changeAttribute(route: RouteTraits): RouteFlow {
  const { one, after } = route
  const completed = [step('document', { item: 'changed' }), step('complete', { result: 'document' })]
  const steps = [
    ...FIND_ATTRIBUTE,
    step('attributeChanges'),
    ...announce(route, `instance: ${one}, data`),
    step('update', data(route)),
    ...(after.length > 0 ? completed : []),
    step('attribute', { item: after.length > 0 ? '{ ...changed, ...document }' : 'changed' }),
  ]
  return { reply: false, steps: transaction(route, '', steps) }
}

function step(name: string, values: object = {}, steps?: readonly Step[]): Step {
  return { ...values, step: name, ...(steps === undefined ? {} : { steps }) }
}

/**
 * Wraps steps in a transaction if the route runs in one. `result` is the variable of its result, or empty to return it.
 */
function transaction(
  { inTransaction }: RouteTraits,
  result: string,
  steps: readonly Step[],
): readonly Step[] {
  return inTransaction ? [step('transaction', { result }, steps)] : steps
}

/** Calls the handlers before the action. `parts` are those of the event. */
function announce({ events }: RouteTraits, parts = ''): readonly Step[] {
  return events ? [step('event', { parts }), step('before')] : []
}

/** Calls the handlers after the action, if there are any, and returns its result. */
function complete({ after }: RouteTraits, result: string): readonly Step[] {
  return after.length === 0 ? [] : [step('complete', { result }), step('return', { result })]
}

function completeDocument(route: RouteTraits, item: string): readonly Step[] {
  return route.after.length === 0
    ? [step('returnDocument', { item })]
    : [step('document', { item }), ...complete(route, 'document')]
}

function stored(route: RouteTraits, parts: string, store: Step, item: string): readonly Step[] {
  return [...announce(route, parts), store, ...completeDocument(route, item)]
}

function counted(route: RouteTraits, verb: string): readonly Step[] {
  return [step('counted', { verb }), ...complete(route, 'result')]
}

function data({ events, processed }: RouteTraits): { readonly data: string } {
  return { data: events ? processed : 'data' }
}

function selection({ within }: RouteTraits, isAfterEvent: boolean): string {
  return [...(isAfterEvent ? ['event'] : []), ...(within === '' ? [] : [`within: ${within}`])].join(', ')
}
