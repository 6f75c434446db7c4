import type { Principal } from './acl.js'
import type { Field } from './field.js'
import type { Shape } from './contract.js'
import type { JsonSchema } from './json-schema.js'
import type { Location } from './location.js'
import type { RowRule } from './row-rule.js'

/** The names of a model. All names are valid, unique in the service and not reserved. */
export interface ModelNames {
  /** TypeScript type and public name, PascalCase: `UserProfile`. */
  readonly type: string
  /** Variable for a single item, camelCase: `userProfile`. */
  readonly var: string
  /** Variable for several items, camelCase: `userProfiles`. Differs from `var`. */
  readonly plural: string
  /** File name without extension, kebab-case: `user-profile`. */
  readonly file: string
  /** Table or collection, snake_case, at most 63 bytes: `user_profile`. */
  readonly table: string
}

/** The field lists in the schema, with existing names only. Null, if not declared, is no restriction. */
export interface Visibility {
  readonly public: readonly string[] | null
  readonly authenticated: readonly string[] | null
  readonly hidden: readonly string[]
}

/** Who is allowed to write a field: `readOnly`, `_write_once` and `_writable_by`. */
export interface WriteRule {
  /** A field, or an end of a relation. */
  readonly name: string
  readonly readOnly: boolean
  readonly writeOnce: boolean
  /** Null if not declared, which means that there is no restriction. */
  readonly writableBy: readonly Principal[] | null
}

/** Who can read and write a part of the values of a dict or list. */
export interface PartRule extends WriteRule {
  /** The field. The name of the rule is a JSON pointer, in which `*` stands for members and items: `/settings/level`. */
  readonly field: string
  /** The names of members; a list stands for all members and items except those with these names. */
  readonly path: readonly (string | readonly string[])[]
  /** Whether clients can write the part and nobody can read it. */
  readonly writeOnly: boolean
}

/** One side of a relation, from the perspective of the model that has it. */
export interface RelationEnd {
  /** The field's name in documents: `stories` on User, `owner` on Story. */
  readonly name: string
  readonly relation: string
  /** `one` if this model declares the relationship; `holder` if it has the back-reference and the foreign key. */
  readonly side: 'one' | 'holder'
  readonly target: string
  /** True if the field is a list of keys. */
  readonly many: boolean
}

/** `_unique_together` or `_index_together`: at least two fields or back-references. */
export interface FieldGroup {
  /** In the order of the schema. */
  readonly names: readonly string[]
  readonly unique: boolean
}

export interface Model {
  /** The name of the model: `Story`. */
  readonly id: string
  readonly names: ModelNames
  readonly title: string | null
  readonly description: string | null
  /** The name of the primary key, which is one of `fields`. */
  readonly key: string
  /** Sorted by name: stored, virtual and foreign_key fields. Relation fields are in `relations`. */
  readonly fields: readonly Field[]
  /** Sorted by name. */
  readonly relations: readonly RelationEnd[]
  readonly visibility: Visibility
  /** Sorted by name. Absent if no field has a write rule. */
  readonly writeRules?: readonly WriteRule[]
  /** Absent if all parts of dicts and lists have the access of their field. */
  readonly partRules?: readonly PartRule[]
  /** In the order of the schema. Absent if there are none. */
  readonly groups?: readonly FieldGroup[]
  /** `_row_rules`, in the order of the schema. Absent if the rows are not restricted. */
  readonly rowRules?: readonly RowRule[]
  /** `_search`: the search engine, if the service has one, indexes the items. */
  readonly search?: true
  /** `_nested_relationships`: names from `relations`, and the nesting depth. */
  readonly nested: { readonly names: readonly string[]; readonly depth: number }
  /** Whether unknown fields in a body are passed to handlers. Otherwise they are rejected with status 400. */
  readonly additionalProperties: boolean
  /**
   * The schema of a POST or PUT body: the user's schema without the generated key and foreign keys, with types
   * widened by the accepted forms (strings for big integers and decimals), `additionalProperties`, and the JSON schemas of
   * back-references. Keys are sorted.
   */
  readonly schema: JsonSchema
  /** Names of required fields and relations that the schema does not require, because a handler sets them. */
  readonly setByHandlers?: readonly string[]
  /** What the component contains that only functions of the user's return. Absent if operations say it. */
  readonly document?: Shape
  readonly renamedFrom: string | null
  /** True if the schema has no `_db_settings`, so all settings are inferred (plain schemas). */
  readonly plain: boolean
  /** Set for the links of a many-to-many relation, whose schema svcgen made. */
  readonly link?: true
  /** The start of the schema. */
  readonly loc: Location
}
