import { looseKey } from './loose-match.js'
import { singularOf } from './plural.js'

/** Returns whether a name is that of the key of a related item, or of the keys of several. */
export function isKeyNameOf(name: string, relation: string, isMany: boolean): boolean {
  const known = looseKey(name)
  return known === (isMany ? `${looseKey(singularOf(relation))}ids` : `${looseKey(relation)}id`)
}
