import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../json.js'
import type { FieldType } from '../model.js'

/** What existing documents get: a value in JSON form, or one that is made for each. */
export type Fill =
  { readonly value: Json } | { readonly builtin: 'now' | 'today' | 'timestamp' | 'uuid' | 'object_id' }

/** What the items of lists are before and after; `pickle` is any JSON. */
export interface ItemTypes {
  readonly from: FieldType
  readonly to: FieldType
}

/** One command of a migration. The path of a primary key is `_id`. */
export type Command = { readonly collection: string } & (
  | { readonly do: 'create-collection' | 'drop-collection' }
  | { readonly do: 'rename-collection'; readonly to: string }
  | { readonly do: 'rename-field'; readonly path: string; readonly to: string }
  | { readonly do: 'drop-field' | 'require-field'; readonly path: string }
  | {
      readonly do: 'convert-field'
      readonly path: string
      readonly from: FieldType
      readonly to: FieldType
      /** Of a decimal. */
      readonly precision: number | null
      readonly scale: number | null
      /** Of lists whose items change. */
      readonly items?: ItemTypes
    }
  | {
      readonly do: 'fill-field'
      readonly path: string
      readonly type: FieldType
      readonly itemType?: FieldType
      readonly fill: Fill
    }
  /** The key comes from one field, or is made, and goes to another, or is lost. */
  | { readonly do: 'change-key'; readonly from: string | null; readonly to: string | null }
  | { readonly do: 'create-index' | 'drop-index'; readonly path: string; readonly unique: boolean }
)

/** What a migration would lose, by the names that are there before it. */
export interface Loss {
  readonly collection: string
  /** Null where it is about the whole collection. */
  readonly path: string | null
  readonly what: string
}

/** A file of `migrations/`. */
export interface MigrationFile {
  /** `0001_initial` */
  readonly name: string
  readonly losses: readonly Loss[]
  readonly up: readonly Command[]
  readonly down: readonly Command[]
}

const ENDING = '.mongodb.json'

/** Reads the migrations in their order. A folder that is not there has none. */
export function readMigrations(folder: string): MigrationFile[] {
  return filesOf(folder)
    .filter((file) => file.endsWith(ENDING))
    .sort()
    .map((file) => {
      const content: Omit<MigrationFile, 'name'> = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      return { name: file.slice(0, -ENDING.length), ...content }
    })
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
