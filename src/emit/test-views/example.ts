import type { Route, Service } from '../../ir/index.js'
import { literal } from '../literal.js'
import { withArticle } from '../../naming/phrases.js'
import { sampleOf, testItem } from './items.js'
import { pathCode, queryCode } from './requests.js'

/** The view for `test/handlers.example.test.ts`. */
export interface ExampleView {
  readonly mongodb: boolean
  readonly title: string
  readonly aloneTitle: string
  readonly handler: string
  /** The handler's name as a string literal, and the file that registers the handler. */
  readonly name: string
  readonly file: string
  readonly tag: string
  /** The parts of the event that the test passes when it calls the handler directly. */
  readonly parts: string
  readonly sets: boolean
  readonly hasResponse: boolean
  readonly method: string
  readonly url: string
  readonly payload: string | false
  readonly status: number
  readonly type: string
}

/**
 * Returns the view for a handler test that users can use as a starting point. The handler runs when an item is created
 * or, if no route creates items, when a page is read. Returns null if there is no such handler.
 */
export function exampleView(service: Service): ExampleView | null {
  const atRoot = service.routes.filter(({ kind, parents, handlers }) => {
    const isCalled = handlers.before.length + handlers.after.length > 0
    return kind === 'collection' && parents.length === 0 && isCalled
  })
  const route =
    atRoot.find((candidate) => candidate.action === 'create' && payloadOf(service, candidate) !== false) ??
    atRoot.find(({ action }) => action === 'index')
  if (route === undefined) return null
  const [name = ''] = [...route.handlers.before, ...route.handlers.after]
  const isCreate = route.action === 'create'
  const isBefore = route.handlers.before.length > 0
  const file = service.handlers.find((handler) => handler.name === name)?.file ?? ''
  const payload = isCreate && payloadOf(service, route)
  return {
    mongodb: service.engine === 'svc_mongodb',
    handler: name,
    name: literal(name),
    aloneTitle: literal(`${name} runs when called directly`),
    file: literal(file.replace(/^src\//, '../src/').replace(/\.ts$/, '.js')),
    tag: literal(`${isBefore ? 'before' : 'after'}_${route.action}`),
    parts: [
      ...(payload === false ? [] : [`fields: ${payload}`]),
      ...(isBefore ? [] : [isCreate ? `response: ${String(payload)}` : 'response: { count: 0, data: [] }']),
      'models: items',
    ].join(', '),
    sets: isCreate && isBefore,
    hasResponse: !isBefore,
    title: literal(
      `${name} runs when ${isCreate ? `${withArticle(route.model)} is created` : 'a page is read'}`,
    ),
    method: route.method,
    url: literal(pathCode(service.basePath + route.path, () => '') + queryCode(service, new Map(), route)),
    payload,
    status: isCreate ? 201 : 200,
    type: literal(route.model),
  }
}

/** Returns a body that is valid even if no other items exist, or false if no such body can be generated. */
function payloadOf(service: Service, { model }: Route): string | false {
  const item = testItem(service, model)
  const sample = item === null ? null : sampleOf(item.model, 0)
  if (sample === null || item?.isCreatable !== true || item.links.length > 0) return false
  const lists = item.lists.map(({ name }) => [name, []] as const)
  return literal({ ...sample.stored, ...sample.virtual, ...Object.fromEntries(lists) })
}
