import type { Route, Service } from '../../ir/index.js'
import { modelOf } from '../../ir/lookup.js'
import { literal } from '../literal.js'
import { canMake } from './make.js'

/**
 * Returns the route whose handler the example test calls: one that creates items of which there are samples or, if no such
 * route has a handler, one that reads a page. Returns undefined if there is none.
 */
export function exampleRoute(service: Service): Route | undefined {
  const handled = service.routes.filter((route) => handlerOf(route) !== '')
  return (
    handled.find(({ action, model }) => action === 'create' && canMake(service, model)) ??
    handled.find(({ action }) => action === 'index')
  )
}

/** Returns the name of the first handler of a route, or an empty string if it has none. */
export function handlerOf({ handlers: { before, after } }: Route): string {
  return before[0] ?? after[0] ?? ''
}

/** Returns the view for `test/handlers.example.test.ts`, a test that users can use as a starting point. */
export function exampleView(service: Service, route: Route): object {
  const { auth } = service
  const { action, model, handlers } = route
  const name = handlerOf(route)
  const file = service.handlers.find((handler) => handler.name === name)?.file ?? ''
  const isBefore = handlers.before.length > 0
  return {
    name: literal(name),
    title: literal(`${name} runs`),
    file: literal(file.replace(/^src\//, '../src/').replace(/\.ts$/, '.js')),
    type: literal(model),
    tag: literal(`${isBefore ? 'before' : 'after'}_${action}`),
    sample: action === 'create' && modelOf(service, model).names.var,
    isAfter: !isBefore,
    user: auth !== null && canMake(service, auth.model) && modelOf(service, auth.model).names.var,
  }
}
