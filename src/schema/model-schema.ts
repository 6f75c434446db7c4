import type { JsonSchema } from '../ir/index.js'
import type { Node, ScalarNode } from '../source/node.js'
import type { Span } from '../source/span.js'
import type { Settings } from './settings/settings.js'
import type { Named } from './node.js'

export interface Property {
  readonly name: string
  readonly nameAt: Span
  /** The standard keywords of the property without database settings. */
  readonly json: JsonSchema
  readonly description: string | null
  /** True if the schema, a legacy form or the settings require the property. */
  readonly required: boolean
  /** Null for a virtual field. */
  readonly settings: Settings | null
  /** Null unless the settings could not be read. */
  readonly faulty: UnreadSettings | null
  readonly processors: readonly Named[]
  readonly backrefProcessors: readonly Named[]
  readonly renamedFrom: Named | null
  readonly backfill: Node | null
  readonly writeRule: PropertyWriteRule | null
  /** False for `"_list": false`. */
  readonly isListed: boolean
}

/** The parts of invalid settings that indicate a relationship. */
export type UnreadSettings = Pick<Settings, 'document' | 'backrefName'>

/** A property's `readOnly`, `_write_once` and `_writable_by`. */
export interface PropertyWriteRule {
  readonly readOnly: boolean
  readonly writeOnce: boolean
  readonly writableBy: readonly Named[] | null
}

export interface TaggedHandlers {
  readonly tag: Named
  readonly handlers: readonly Named[]
}

/** The part of a model schema that comes from the root keys of svcgen. */
export interface RootKeys {
  /** The value of `_stored`, or null if it is not declared. */
  readonly stored: boolean | null
  readonly authModel: Named | null
  readonly publicFields: readonly Named[] | null
  readonly authFields: readonly Named[] | null
  readonly hiddenFields: readonly Named[]
  readonly nestedRelationships: readonly Named[]
  readonly nestingDepth: number
  readonly registerFields: readonly Named[]
  readonly uniqueTogether: readonly (readonly Named[])[]
  readonly indexTogether: readonly (readonly Named[])[]
  readonly search: boolean
  /** `_row_rules`; null if not declared. */
  readonly rowRules: readonly ScalarNode[] | null
  /** In source order. */
  readonly eventHandlers: readonly TaggedHandlers[]
  readonly renamedFrom: Named | null
}

/** A parsed model schema, without its relations to other models. */
export interface ModelSchema extends RootKeys {
  /** The start of the schema's text. */
  readonly at: Span
  readonly title: string | null
  readonly description: string | null
  /** True if no property has `_db_settings` or `args`. */
  readonly plain: boolean
  /** False if the schema describes a value other than an object, such as a list or a string. */
  readonly isObject: boolean
  /** Sorted by name. */
  readonly properties: readonly Property[]
  /** Names in `required`, including unknown names. */
  readonly required: readonly Named[]
  /** Keywords other than `properties` that apply to a whole body: `additionalProperties`, `anyOf`, `dependentRequired`, … */
  readonly keywords: JsonSchema
  /** The targets of the remaining `$ref`s in the properties. */
  readonly definitions: ReadonlyMap<string, JsonSchema>
  /** True if a part could not be read, in which case the schema might be incomplete. */
  readonly faulty: boolean
}
