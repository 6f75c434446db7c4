import { looseKey } from './loose-match.js'
import { pluralOf, singularOf } from './plural.js'

/**
 * Returns whether a name is that of the key of a related item, or of the keys of several: `author_id` for `author`, and
 * `tag_slugs` for `tags` if their key is `slug`.
 */
export function isKeyNameOf(name: string, relation: string, isMany: boolean, key = 'id'): boolean {
  const keys = isMany ? singularOf(relation) + pluralOf(key) : relation + key
  return looseKey(name) === looseKey(keys)
}
