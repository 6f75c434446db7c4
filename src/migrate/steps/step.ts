import { type Column, isGenerated } from '../shape/shape.js'

/** A database change. Tables and columns are renamed first, so all other steps use the new names. */
export interface MigrationStep {
  /** A description that begins with a verb: `drop column story.title`. */
  readonly text: string
  readonly table: string
  /** The name of the column that is added, renamed, changed or dropped, or null. */
  readonly column: string | null
  /** The column that is added or changed, or null. */
  readonly change: ColumnChange | null
  readonly loss: Loss | null
}

interface ColumnChange {
  readonly before: Column | null
  readonly after: Column
}

/** The data that a step destroys, with the names from before the migration, when the runner looks for rows. */
interface Loss {
  /** `the column and all its values are deleted` */
  readonly what: string
  readonly table: string
  /** Null for the whole table. */
  readonly column: Column | null
}

interface AspectOfColumn {
  readonly aspect: string
  readonly name: string
  readonly differs: (before: Column, after: Column) => boolean
}

/** The aspects of a column that can change, other than its name and position. */
const ASPECTS = [
  { aspect: 'key', name: 'primary key', differs: (before, after) => before.isKey !== after.isKey },
  {
    aspect: 'type',
    name: 'type',
    differs: (before, after) =>
      before.type !== after.type || before.precision !== after.precision || before.scale !== after.scale,
  },
  {
    aspect: 'items',
    name: 'item type',
    differs: (before, after) =>
      before.itemType !== null && after.itemType !== null && before.itemType !== after.itemType,
  },
  {
    aspect: 'generated',
    name: 'generation of values',
    differs: (before, after) => before.type === after.type && isGenerated(before) !== isGenerated(after),
  },
  { aspect: 'required', name: 'nullability', differs: (before, after) => before.required !== after.required },
  {
    aspect: 'check',
    name: 'allowed values',
    differs: (before, after) =>
      before.minLength !== after.minLength ||
      before.maxLength !== after.maxLength ||
      JSON.stringify(before.choices) !== JSON.stringify(after.choices),
  },
  { aspect: 'unique', name: 'uniqueness', differs: (before, after) => before.unique !== after.unique },
  { aspect: 'index', name: 'index', differs: (before, after) => before.index !== after.index },
  { aspect: 'words', name: 'full-text index', differs: (before, after) => before.words !== after.words },
  {
    aspect: 'reference',
    name: 'foreign key',
    differs: (before, after) => JSON.stringify(before.references) !== JSON.stringify(after.references),
  },
] as const satisfies readonly AspectOfColumn[]

export type Aspect = (typeof ASPECTS)[number]['aspect']

/** Returns which aspects of a column change. */
export function aspectsOf(before: Column, after: Column): (typeof ASPECTS)[number][] {
  return ASPECTS.filter(({ differs }) => differs(before, after))
}
