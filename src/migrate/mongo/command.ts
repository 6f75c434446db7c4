import type { BuiltInDefault, Json } from '../../ir/index.js'
import type { Column } from '../shape/shape.js'
import type { Need } from '../steps/fill.js'

/** The value for existing documents: a JSON value, or a value generated when the migration runs. */
export type MongoFill =
  | { readonly value: Json }
  | {
      readonly builtin: BuiltInDefault | 'object_id'
    }

/** The type in which a field is stored. `id_field` is an ObjectId. */
export type MongoType = Exclude<Column['type'], 'id_field'> | 'object_id'

/** What a migration requires of existing documents (see {@link Need}). */
export interface MongoNeed {
  readonly need: Need
  readonly model: string
  readonly field: string
  /** The names from before the migration. The path is null for a new field. */
  readonly collection: string
  readonly path: string | null
  /** The conversion of the values, in which some of them might be lost. */
  readonly convert?: {
    readonly from: MongoType
    readonly to: MongoType
    readonly precision: number | null
    readonly scale: number | null
  }
}

/** A migration command, which `templates/runtime/mongo/commands.ts` executes. The path of a primary key is `_id`. */
export type MongoCommand = { readonly collection: string } & (
  | { readonly do: 'create-collection' | 'drop-collection' }
  | { readonly do: 'rename-collection'; readonly to: string }
  | { readonly do: 'rename-field'; readonly path: string; readonly to: string }
  | { readonly do: 'drop-field' | 'require-field'; readonly path: string }
  | {
      readonly do: 'convert-field'
      readonly path: string
      readonly from: MongoType
      readonly to: MongoType
      /** The limits of a decimal. */
      readonly precision: number | null
      readonly scale: number | null
      readonly items?: { readonly from: MongoType; readonly to: MongoType }
    }
  | {
      readonly do: 'fill-field'
      readonly path: string
      readonly type: MongoType
      readonly itemType?: MongoType
      readonly fill: MongoFill
    }
  /** The new key is either taken from a field or generated. The old key is either moved to a field or lost. */
  | { readonly do: 'change-key'; readonly from: string | null; readonly to: string | null }
  | { readonly do: 'create-index' | 'drop-index'; readonly path: string; readonly unique: boolean }
  | {
      readonly do: 'create-group' | 'drop-group'
      readonly paths: readonly string[]
      readonly unique: boolean
    }
)
