import type { ModelSpec, Models } from '../model.js'

/** What a path refers to: an item, or a collection or attribute. */
export interface Place {
  /** The fields and relations that determine the types of the parameters. */
  readonly model: Pick<ModelSpec, 'fields' | 'relations'>
  readonly collection: boolean
}

const ATTRIBUTE: Place = { model: { fields: {}, relations: {} }, collection: true }

/**
 * Returns what a route's path refers to. A path starts with a root collection, followed by the names of relations and
 * attributes, with parameters for items.
 */
export function placeAt(models: Models, pattern: string): Place | undefined {
  let place: Place | undefined
  for (const segment of pattern.split('/')) {
    if (!segment.startsWith(':')) place = stepTo(models, place?.model, segment)
    else if (place !== undefined) place = { ...place, collection: false }
  }
  return place
}

function stepTo(models: Models, from: Place['model'] | undefined, name: string): Place | undefined {
  const relation = from?.relations[name]
  if (relation === undefined && from?.fields[name] !== undefined) return ATTRIBUTE
  const model = relation === undefined ? collectionNamed(models, name) : models[relation.model]
  return model && { model, collection: relation?.many ?? true }
}

function collectionNamed(models: Models, name: string): ModelSpec | undefined {
  return Object.values(models).find(({ path }) => {
    const texts = path?.filter((_part, index) => index % 2 === 0)
    // What follows a parameter without a slash, such as `.json`, is no segment.
    const segments = texts?.flatMap((text) => text.split('/').slice(1))
    return decodeURIComponent(segments?.findLast((segment) => segment !== '') ?? '') === name
  })
}
