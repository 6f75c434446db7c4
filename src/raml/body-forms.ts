import type { MapNode } from '../source/node.js'

/** Keys that describe a body with the default media type. */
export const IMPLICIT_KEYS: readonly string[] = ['schema', 'example', 'formParameters']

export function isMediaType(key: string): boolean {
  return /^[^\s/]+\/[^\s/]+$/.test(key)
}

/** Returns whether a body is described for the default media type. */
export function isImplicitBody(body: MapNode): boolean {
  return body.entries.some(({ key }) => IMPLICIT_KEYS.includes(key.replace(/\?$/, '')))
}

/** Returns whether a body is a map of media types. */
export function isExplicitBody(body: MapNode): boolean {
  return body.entries.some(({ key }) => isMediaType(key.replace(/\?$/, '')))
}
