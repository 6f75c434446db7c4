import type { JsonSchema } from '../ir/index.js'
import type { Span } from '../source/span.js'
import type { Named, Settings } from './settings.js'

/** One property of a model's schema, read (SPEC 1.3). */
export interface Property {
  readonly name: string
  readonly nameAt: Span
  /** Its standard keywords as draft 4; the database's part is not in it. */
  readonly json: JsonSchema
  readonly description: string | null
  /** In the schema's `required`, or `required` in any of the older ways or in the settings. */
  readonly required: boolean
  /** Null for a virtual field. */
  readonly settings: Settings | null
  /** True where it has settings that could not be read. */
  readonly faulty: boolean
  readonly processors: readonly Named[]
  readonly backrefProcessors: readonly Named[]
  readonly renamedFrom: Named | null
}

/** The handlers that a schema lists for a tag. */
export interface TaggedHandlers {
  readonly tag: Named
  readonly handlers: readonly Named[]
}

/** A schema of a model, read; not yet compared with other models. */
export interface ModelSchema {
  /** Where its text begins. */
  readonly at: Span
  readonly title: string | null
  readonly description: string | null
  /** True where no property has `_db_settings` or `args`. */
  readonly plain: boolean
  /** False where the schema is for a list, a text, … */
  readonly isObject: boolean
  /** Sorted by name. */
  readonly properties: readonly Property[]
  /** Names in `required`, also of what is no property. */
  readonly required: readonly Named[]
  /** Keywords beside `properties` that hold for the whole body: `additionalProperties`, `anyOf`, `dependencies`, … */
  readonly keywords: JsonSchema
  /** What `$ref`s that remain in the properties point to. */
  readonly definitions: ReadonlyMap<string, JsonSchema>
  readonly authModel: Named | null
  /** Null where not declared. */
  readonly publicFields: readonly Named[] | null
  readonly authFields: readonly Named[] | null
  readonly hiddenFields: readonly Named[]
  readonly nestedRelationships: readonly Named[]
  readonly nestingDepth: number
  readonly registerFields: readonly Named[]
  /** In the order in which the schema lists the tags. */
  readonly eventHandlers: readonly TaggedHandlers[]
  readonly renamedFrom: Named | null
  /** True where something of it could not be read: what seems to be missing may not be. */
  readonly faulty: boolean
}
