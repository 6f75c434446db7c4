import type { Method, RouteKind } from '../../ir/index.js'

/** What the steps of a route depend on. */
export interface RouteTraits {
  /** The variable of the item. */
  readonly one: string
  /** Whether the route runs in a transaction. */
  readonly inTransaction: boolean
  /** Whether the route calls user-defined functions. */
  readonly events: boolean
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
export interface RouteFlow {
  readonly reply: boolean
  readonly steps: readonly Step[]
}

type Flow = (route: RouteTraits) => RouteFlow

/** The steps of each operation except OPTIONS, in the order in which they run. */
export const FLOWS: Readonly<Record<RouteKind, Readonly<Partial<Record<Method, Flow>>>>> = {
  collection: { GET: index, POST: create, PUT: updateMany, PATCH: updateMany, DELETE: deleteMany },
  item: { GET: show, PUT: write, PATCH: write, DELETE: remove },
  singular: { GET: show, POST: createOnly, PUT: write, PATCH: write, DELETE: remove },
  attribute: { GET: showAttribute, POST: changeAttribute },
}

function index(route: RouteTraits): RouteFlow {
  const { events } = route
  const page = step('page', { selection: selection(route, events) })
  return {
    reply: true,
    steps: transaction(route, '', [
      step('path'),
      ...(events
        ? [step('checkQuery'), event(), step('before'), page, complete('page'), step('return', PAGE)]
        : [page]),
    ]),
  }
}

const PAGE = { result: 'page' }
const DOCUMENT = { result: 'document' }
const RESULT = { result: 'result' }

function create(route: RouteTraits): RouteFlow {
  const created = step('created', { documents: 'documents' })
  if (!route.events) return { reply: true, steps: [step('path'), step('createAll'), created] }
  const each = step('createEach', {}, [step('permitNewLinks'), ...createItem(route)])
  return { reply: true, steps: [...transaction(route, 'documents', [step('path'), each]), created] }
}

function createOnly(route: RouteTraits): RouteFlow {
  const steps = [step('path'), step('newItem'), step('permitNewLinks'), ...createItem(route)]
  return {
    reply: true,
    steps: [...transaction(route, 'document', steps), step('created', { documents: '[document]' })],
  }
}

function createItem(route: RouteTraits): readonly Step[] {
  return stored(route, 'data', step('create', data(route)), route.one)
}

function show(route: RouteTraits): RouteFlow {
  const find = [step('path'), step('find'), step('permit')]
  const document = step('document', { item: route.one })
  const announced = [
    event(`instance: ${route.one}`),
    step('before'),
    document,
    complete('document'),
    step('return', DOCUMENT),
  ]
  const steps = transaction(route, 'document', [...find, ...(route.events ? announced : [document])])
  return { reply: true, steps: [...steps, step('sendTagged')] }
}

function write(route: RouteTraits): RouteFlow {
  const { one } = route
  const direct = [step('writeDirectly', { result: one }), step('document', { item: one })]
  const steps = [
    step('path'),
    step('find'),
    step('permit'),
    step('checkMatch'),
    step('changes'),
    ...stored(route, `instance: ${one}, data`, step('update', data(route)), 'changed'),
  ]
  return {
    reply: true,
    steps: [...(route.write === '' ? transaction(route, 'document', steps) : direct), step('sendTagged')],
  }
}

function remove(route: RouteTraits): RouteFlow {
  const { one, events } = route
  if (route.write !== '')
    return { reply: false, steps: [step('writeDirectly', { result: '' }), step('deleted')] }
  const steps = [
    step('path'),
    step('find'),
    step('permit'),
    step('checkMatch'),
    ...(events ? [event(`instance: ${one}`), step('before')] : []),
    step('delete'),
    step('deleted'),
    ...(events ? [complete('result'), step('return', RESULT)] : []),
  ]
  return { reply: false, steps: transaction(route, '', steps) }
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
    event('data'),
    step('before'),
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
    ...(events ? [step('checkQuery'), event(), step('before')] : []),
    step('select', { as: 'where', selection: selection(route, events) }),
    step('deleteMany'),
    ...counted(route, 'Deleted'),
  ]
  return { reply: false, steps: transaction(route, '', steps) }
}

function showAttribute({ one }: RouteTraits): RouteFlow {
  const permit = [step('permitItem'), step('permit')]
  return {
    reply: false,
    steps: [step('path'), step('find'), ...permit, step('attribute', { item: one })],
  }
}

function changeAttribute(route: RouteTraits): RouteFlow {
  const { one, events } = route
  const steps = [
    step('path'),
    step('find'),
    step('permitItem'),
    step('permit'),
    step('attributeChanges'),
    ...(events ? [event(`instance: ${one}, data`), step('before')] : []),
    step('update', data(route)),
    ...(events ? [step('document', { item: 'changed' }), complete('document')] : []),
    step('attribute', { item: events ? '{ ...changed, ...document }' : 'changed' }),
  ]
  return { reply: false, steps: transaction(route, '', steps) }
}

function step(name: string, values: object = {}, steps?: readonly Step[]): Step {
  return { ...values, step: name, ...(steps === undefined ? {} : { steps }) }
}

/** Wraps steps in a transaction if the route runs in one. `result` is the variable of its result, or empty to return it. */
function transaction(
  { inTransaction }: RouteTraits,
  result: string,
  steps: readonly Step[],
): readonly Step[] {
  return inTransaction ? [step('transaction', { result }, steps)] : steps
}

function event(parts = ''): Step {
  return step('event', { parts })
}

function complete(result: string): Step {
  return step('complete', { result })
}

function stored({ events }: RouteTraits, parts: string, store: Step, item: string): readonly Step[] {
  if (!events) return [store, step('returnDocument', { item })]
  const document = step('document', { item })
  return [event(parts), step('before'), store, document, complete('document'), step('return', DOCUMENT)]
}

function counted({ events }: RouteTraits, verb: string): readonly Step[] {
  const message = step('counted', { verb })
  return events ? [message, complete('result'), step('return', RESULT)] : [message]
}

function data({ events, processed }: RouteTraits): { readonly data: string } {
  return { data: events ? processed : 'data' }
}

function selection({ within }: RouteTraits, isAfterEvent: boolean): string {
  return [...(isAfterEvent ? ['event'] : []), ...(within === '' ? [] : [`within: ${within}`])].join(', ')
}
