import type { BuiltInDefault, Json } from '../../ir/index.js'
import type { Column } from '../shape/shape.js'

/** What existing documents get: a value in JSON form, or one that is made when the migration runs. */
export type MongoFill =
  | { readonly value: Json }
  | {
      readonly builtin: BuiltInDefault | 'object_id'
    }

/** How values of a field are stored: `id_field` is an ObjectId. */
export type MongoType = Exclude<Column['type'], 'id_field'> | 'object_id'

/** One command of a migration; `templates/runtime/mongo/commands.ts` carries it out. The path of a primary key is `_id`. */
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
      /** Of a decimal. */
      readonly precision: number | null
      readonly scale: number | null
      /** Of lists whose items change. */
      readonly items?: { readonly from: MongoType; readonly to: MongoType }
    }
  | {
      readonly do: 'fill-field'
      readonly path: string
      readonly type: MongoType
      /** Of a list. */
      readonly itemType?: MongoType
      readonly fill: MongoFill
    }
  /** The key comes from one field, or is made, and goes to another, or is lost. */
  | { readonly do: 'change-key'; readonly from: string | null; readonly to: string | null }
  | { readonly do: 'create-index' | 'drop-index'; readonly path: string; readonly unique: boolean }
)
