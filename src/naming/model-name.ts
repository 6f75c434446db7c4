import { singularOf } from './plural.js'
import { pascalCase } from './words.js'

/**
 * The model that a path segment names: `stories` → `Story`, `user-profiles` → `UserProfile` (SPEC 1.2).
 * Null where the segment has no letter to begin a name with.
 */
export function modelNameOf(segment: string): string | null {
  return typeName(singularOf(segment))
}

/** The model that a `document` names when no path does: `life_entry` → `LifeEntry`. */
export function typeName(name: string): string | null {
  const pascal = pascalCase(name)
  return /^\p{Lu}/u.test(pascal) && /^[A-Za-z0-9]+$/.test(pascal) ? pascal : null
}
