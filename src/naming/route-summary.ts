import type { Model, Route, Service } from '../ir/index.js'
import { modelOf } from '../ir/lookup.js'
import { withArticle, proseName, proseNames } from './phrases.js'
import { singularOf } from './plural.js'
import { isUnlinking } from '../ir/members.js'

/**
 * Returns a summary of what a route does, for OpenAPI and for comments in the emitted code: `List stories`,
 * `Get a story`, `List the stories of a user`, `Update the groups of a user`.
 */
export function summaryOf(service: Service, route: Route): string {
  const model = modelOf(service, route.model)
  const step = route.parents.at(-1)
  const parent = route.attribute === null ? step && modelOf(service, step.model) : model
  const unlinks = isUnlinking(service, route)
  const owner =
    parent === undefined ? '' : ` ${unlinks ? 'from' : 'of'} ${withArticle(proseNames(parent).one)}`
  const items = itemsText(route, model)
  const item = itemText(parent === undefined ? proseNames(model).one : items, route) + owner
  switch (route.action) {
    case 'index':
      return `List ${owner === '' ? '' : 'the '}${items}${owner}`
    case 'create':
      if (route.kind === 'singular') return `Create ${item}`
      return `Create ${route.contract === undefined ? `one or more ${items}` : oneOf(items)}${owner}`
    case 'update_many':
      return `Update the selected ${items}${owner}`
    case 'delete_many':
      return `${unlinks ? 'Remove' : 'Delete'} the selected ${items}${owner}`
    case 'show':
      return `Get ${item}`
    case 'update':
      return `Update ${item}`
    case 'replace':
      return `${route.createHandlers === undefined ? 'Replace' : 'Create or replace'} ${item}`
    case 'delete':
      return `${unlinks ? 'Remove' : 'Delete'} ${item}`
    case 'collection_options':
    case 'item_options':
      return 'List the allowed methods'
  }
}

/** Returns the name of the attribute or relation at the end of the path or, at the root, the plural of the model. */
function itemsText({ attribute, parents }: Route, model: Model): string {
  if (attribute !== null) return proseName(attribute) || 'values'
  const step = parents.at(-1)
  return step === undefined ? proseNames(model).many : proseName(step.field)
}

/**
 * Returns `the current user` for `/users/self`, `the profile` for a singular sub-resource or an attribute, and
 * `a story` otherwise.
 */
function itemText(noun: string, { kind, param }: Route): string {
  if (kind === 'singular' || kind === 'attribute') return `the ${noun}`
  if (param === null) return `the current ${noun}`
  return oneOf(noun)
}

/** Returns "a user profile" for "user profiles". */
function oneOf(nouns: string): string {
  return withArticle(nouns.replace(/\S+$/, singularOf))
}
