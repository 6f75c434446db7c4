import type { Route, Service } from '../ir/index.js'
import { modelOf } from '../ir/lookup.js'
import { withArticle } from '../naming/articles.js'
import { singularOf } from '../naming/plural.js'
import { proseName, proseNames } from './views/shared.js'

/**
 * Returns a summary of what a route does, for OpenAPI and for comments in the emitted code: `List stories`,
 * `Get a story`, `List the stories of a user`, `Change the groups of a user`.
 */
export function summaryOf(service: Service, route: Route): string {
  const { one, many } = proseNames(modelOf(service, route.model))
  if (route.kind === 'attribute') return attributeSummary(route, withArticle(one))
  const step = route.parents.at(-1)
  const owner = step === undefined ? '' : ` of ${withArticle(proseNames(modelOf(service, step.model)).one)}`
  const items = step === undefined ? many : proseName(step.field)
  const item = itemText(step === undefined ? one : items, route) + owner
  switch (route.action) {
    case 'index':
      return `List ${owner === '' ? '' : 'the '}${items}${owner}`
    case 'create':
      return `Create ${route.kind === 'singular' ? item : `one or more ${items}${owner}`}`
    case 'update_many':
      return `Update the selected ${items}${owner}`
    case 'delete_many':
      return `Delete the selected ${items}${owner}`
    case 'show':
      return `Get ${item}`
    case 'update':
      return `Update ${item}`
    case 'replace':
      return `Replace ${item}`
    case 'delete':
      return `Delete ${item}`
    case 'collection_options':
    case 'item_options':
      return 'List the allowed methods'
  }
}

function attributeSummary({ action, attribute }: Route, item: string): string {
  const attributeName = proseName(attribute ?? '') || 'values'
  switch (action) {
    case 'collection_options':
    case 'item_options':
      return 'List the allowed methods'
    case 'show':
      return `Get the ${attributeName} of ${item}`
    default:
      return `Change the ${attributeName} of ${item}`
  }
}

/** Returns `the current user` for `/users/self`, `the profile` for a singular sub-resource, otherwise `a story`. */
function itemText(noun: string, { kind, param }: Route): string {
  if (kind === 'singular') return `the ${noun}`
  if (param === null) return `the current ${noun}`
  return withArticle(noun.replace(/\S+$/, singularOf))
}
