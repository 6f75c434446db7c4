import type { ModelNames } from '../ir/index.js'
import { pluralOf, singularOf } from './plural.js'
import { isReservedType, isReservedWord } from './reserved.js'
import { tableName } from './stored-name.js'
import { UniqueNames } from './unique.js'
import { camelCase, kebabCase, pascalCase, snakeCase } from './words.js'

/** Suffixes of the types that are emitted for each model besides its own: `StoryCreate`, `StoryWhere`, … */
export const MODEL_TYPE_SUFFIXES = [
  'Create',
  'Document',
  'Event',
  'Fields',
  'Repository',
  'Types',
  'Update',
  'Where',
]

/**
 * How each model is called in types, variables, files and tables. Ids that collide in one of these get a number, in the order of the ids, so that
 * the same models always get the same names.
 */
export function nameModels(ids: readonly string[]): ReadonlyMap<string, ModelNames> {
  const types = new UniqueNames({ suffixes: MODEL_TYPE_SUFFIXES })
  const variables = new UniqueNames()
  const files = new UniqueNames({ taken: ['index'] })
  const tables = new UniqueNames()
  const singles = new Map(ids.map((id) => [id, variables.take(safeVariable(camelCase(id)))]))
  return new Map(
    [...singles].map(([id, single]) => {
      const names: ModelNames = {
        type: types.take(hidesType(id) ? `${id}Model` : id),
        var: single,
        plural: variables.take(listName(single)),
        file: files.take(kebabCase(id)),
        table: tables.take(tableName(snakeCase(id))),
      }
      return [id, names]
    }),
  )
}

function listName(single: string): string {
  const plural = pluralOf(single)
  return plural === single || isReservedWord(plural) ? `${single}List` : plural
}

function safeVariable(name: string): string {
  return isReservedWord(name) ? `${name}Item` : name
}

function hidesType(name: string): boolean {
  return ['', ...MODEL_TYPE_SUFFIXES].some((suffix) => isReservedType(`${name}${suffix}`))
}

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
