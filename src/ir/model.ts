import type { Field } from './field.js'
import type { JsonSchema } from './json-schema.js'
import type { Location } from './location.js'

/** How a model is called in each place where it has a name. All are valid, unique in the service and no reserved word. */
export interface ModelNames {
  /** TypeScript type and public name, PascalCase: `UserProfile`. */
  readonly type: string
  /** Variable for one, camelCase: `userProfile`. */
  readonly var: string
  /** Variable for many, camelCase: `userProfiles`; differs from `var`. */
  readonly plural: string
  /** File name without extension, kebab-case: `user-profile`. */
  readonly file: string
  /** Table or collection, snake_case, at most 63 bytes: `user_profile`. */
  readonly table: string
}

/** Who sees which fields; `null` where the list was not declared and so does not restrict (SPEC 12). Only names that the model has. */
export interface Visibility {
  readonly public: readonly string[] | null
  readonly authenticated: readonly string[] | null
  readonly hidden: readonly string[]
}

/** One side of a relation, as the model that holds it sees it. */
export interface RelationEnd {
  /** The field's name in documents: `stories` on User, `owner` on Story. */
  readonly name: string
  /** Id of the {@link Relation}. */
  readonly relation: string
  /** `one`: this model declares the relationship (the "one" side). `holder`: this model holds the back-reference, and the foreign key. */
  readonly side: 'one' | 'holder'
  /** Id of the model at the other end. */
  readonly target: string
  /** True where the field is a list of keys. */
  readonly many: boolean
}

/** A stored model (SPEC 1.2, 1.3). */
export interface Model {
  /** The model's name: `Story`. */
  readonly id: string
  readonly names: ModelNames
  readonly title: string | null
  readonly description: string | null
  /** Name of the primary key's field; it is one of `fields`. */
  readonly key: string
  /** Sorted by name: stored, virtual and foreign_key fields; relation fields stand in `relations`. */
  readonly fields: readonly Field[]
  /** Sorted by name. */
  readonly relations: readonly RelationEnd[]
  readonly visibility: Visibility
  /** `_nested_relationships`: names among `relations`; and to which depth. */
  readonly nested: { readonly names: readonly string[]; readonly depth: number }
  /** An unknown field of a body is handed to handlers (true), or a 400. */
  readonly additionalProperties: boolean
  /**
   * What a POST or PUT body must satisfy, as draft 4: the user's schema with the generated key and the foreign keys taken out of `properties` and
   * `required`, types widened as SPEC 1.3 allows (strings for big integers and decimals), `additionalProperties` set, and the back-references
   * added with their JSON form. Keys are sorted.
   */
  readonly schema: JsonSchema
  /** `_renamed_from`: the model's former name. */
  readonly renamedFrom: string | null
  /** True where the schema has no `_db_settings`, and all was inferred (SPEC 1.2, plain schemas). */
  readonly plain: boolean
  /** The schema's `example`s and the like are not kept; this is where its text begins. */
  readonly loc: Location
}
