import type { ModelNames, Service } from '../ir/index.js'
import { pluralOf, singularOf } from './plural.js'
import { isKeyword, isReservedWord } from './reserved.js'
import { tableName } from './stored-name.js'
import { UniqueNames } from './unique.js'
import { camelCase, kebabCase, pascalCase, snakeCase } from './words.js'

/** The suffixes of the types derived from a model's type: `StoryCreate`, `StoryWhere`, … */
export const MODEL_TYPE_SUFFIXES = [
  'Create',
  'Document',
  'Event',
  'Fields',
  'ReadOnly',
  'Repository',
  'Types',
  'Update',
  'Where',
]

/**
 * Returns the names of each model's types, variables, files and tables. Conflicting names get a numeric suffix. Models
 * are named in the order in which their IDs are given, so that the names are deterministic.
 * @param components the names of the components of an OpenAPI document, which the types of their values have: the type of
 * stored items is `StoredNote` if there is a component `Note`
 */
export function nameModels(
  ids: readonly string[],
  components: readonly string[] = [],
): ReadonlyMap<string, ModelNames> {
  const taken = new Set(components.map((name) => name.toLowerCase()))
  const isTaken = (id: string): boolean =>
    ['', ...MODEL_TYPE_SUFFIXES].some((suffix) => taken.has(`${id}${suffix}`.toLowerCase()))
  const types = new UniqueNames({ suffixes: MODEL_TYPE_SUFFIXES, taken })
  const variables = new UniqueNames()
  const files = new UniqueNames({ taken: ['index'] })
  const tables = new UniqueNames()
  const singles = new Map(ids.map((id) => [id, variables.take(variableOf(id))]))
  return new Map(
    [...singles].map(([id, single]) => {
      const names: ModelNames = {
        type: types.take(isTaken(id) ? `Stored${id}` : id),
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

function variableOf(id: string): string {
  const name = camelCase(id)
  return isKeyword(name) ? `${name}Item` : name
}

/**
 * Returns the name of the model that a path segment refers to: `stories` → `Story`, `user-profiles` → `UserProfile`.
 * Returns null if the name would not begin with a letter, or would contain other characters than letters from A to Z
 * and digits.
 */
export function modelNameOf(segment: string): string | null {
  return typeName(singularOf(segment))
}

/** Returns the model name for a `document`: `life_entry` → `LifeEntry`. */
export function typeName(name: string): string | null {
  const pascal = pascalCase(name)
  return /^\p{Lu}/u.test(pascal) && /^[A-Za-z0-9]+$/.test(pascal) ? pascal : null
}

/**
 * Returns the name of the model for a component of an OpenAPI document, which can have names that are not identifiers:
 * `life.entry` → `LifeEntry`, `3DModel` → `Model3DModel`.
 */
export function componentModel(component: string): string {
  return typeName(component) ?? `Model${pascalCase(component).replaceAll(/[^A-Za-z0-9]/g, '')}`
}

/** Returns the names of the types of all models: `Story`, `StoryCreate`, `StoryWhere`, … */
export function modelTypes({ models }: Pick<Service, 'models'>): readonly string[] {
  return models.flatMap(({ names: { type } }) => ['', ...MODEL_TYPE_SUFFIXES].map((suffix) => type + suffix))
}
