import type { CustomAction, Route, Service } from '../ir/index.js'
import { isOfCaller, itemRoutesOf, routesOf } from '../ir/lookup.js'
import { looseKey } from '../naming/loose-match.js'
import { singularOf } from '../naming/plural.js'

/**
 * Returns the operation whose rules determine who is allowed to view an item: GET on the item, otherwise GET on a
 * collection, otherwise a function that shows items, otherwise any route.
 */
export function viewRoute(service: Service, model: string): Route | CustomAction | undefined {
  const own = itemRoutesOf(service, model)
  if (own.length === 0) return undefined
  const views = own.filter(({ permission }) => permission === 'view')
  const route = firstOf(
    views.filter(({ action }) => action === 'show'),
    views,
  )
  return route ?? readAction(service, model) ?? firstOf(own)
}

/**
 * Returns the route with the fewest parents in the first list that has any; none if these are of several fixed items, such as
 * `/about` and `/internal`, with different rules.
 */
export function firstOf(...lists: readonly (readonly Route[])[]): Route | undefined {
  const routes = lists.find(({ length }) => length > 0) ?? []
  const keys = new Set(routes.flatMap(({ contract }) => Object.values(contract?.fixedKey ?? {})))
  if (keys.size > 1 && new Set(routes.map(({ acl }) => acl)).size > 1) return undefined
  return routes.toSorted((a, b) => a.parents.length - b.parents.length)[0]
}

/**
 * Returns the function whose access rules determine who can view items that no route shows: preferably one that only reads, of
 * one item or else of several. If users are shown only at paths such as `/me`, it is that route.
 */
export function viewAction(service: Service, model: string): CustomAction | Route | undefined {
  const own = service.actions.filter(({ item }) => item?.model === model)
  const fixed = routesOf(service, model).filter(({ contract }) => contract?.fixedKey !== undefined)
  return readAction(service, model) ?? own[0] ?? fixed.find(isOfCaller) ?? fixed[0]
}

/**
 * Returns the function that shows items of a model and only reads, if there is one: of one item, of the list with the name of the
 * model, which others select from, or with the shortest path.
 */
export function readAction({ actions }: Service, model: string): CustomAction | undefined {
  const isNamed = ({ path }: CustomAction): boolean =>
    looseKey(singularOf(path.split('/').at(-1) ?? '')) === looseKey(model)
  const [shown] = actions
    .filter(({ shows }) => shows === model)
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || stepsOf(a) - stepsOf(b))
  return actions.find(({ item, permission }) => item?.model === model && permission === 'view') ?? shown
}

function stepsOf({ path }: CustomAction): number {
  return path.split('/').length
}
