import type { Column, Table } from '../shape/shape.js'

/** What may change of a column, its name and its place apart. */
export type Aspect =
  'key' | 'type' | 'items' | 'required' | 'check' | 'unique' | 'index' | 'words' | 'reference'

/** One change of the stored shape. Tables and columns are renamed first; all other steps use the new names. */
export type Change =
  | { readonly kind: 'create-table'; readonly table: Table }
  | { readonly kind: 'drop-table'; readonly table: Table }
  | { readonly kind: 'rename-table'; readonly from: string; readonly to: string }
  | { readonly kind: 'add-column'; readonly table: string; readonly column: Column }
  | { readonly kind: 'drop-column'; readonly table: string; readonly column: Column }
  | { readonly kind: 'rename-column'; readonly table: string; readonly from: string; readonly to: string }
  | {
      readonly kind: 'change-column'
      readonly table: string
      readonly from: Column
      readonly to: Column
      /** Never empty. */
      readonly aspects: readonly Aspect[]
    }

/** A change, and what is lost by it: null where nothing is. */
export type MigrationStep = Change & { readonly destructive: string | null }

const ASPECTS: Readonly<Record<Aspect, string>> = {
  key: 'primary key',
  type: 'type',
  items: 'type of items',
  required: 'null or not null',
  check: 'values allowed',
  unique: 'uniqueness',
  index: 'index',
  words: 'full-text index',
  reference: 'foreign key',
}

/** A step in words: `drop column story.title`. */
export function describeStep(step: Change): string {
  switch (step.kind) {
    case 'create-table':
    case 'drop-table':
      return `${step.kind.replace('-', ' ')} ${step.table.name}`
    case 'rename-table':
      return `rename table ${step.from} to ${step.to}`
    case 'add-column':
    case 'drop-column':
      return `${step.kind.replace('-', ' ')} ${step.table}.${step.column.name}`
    case 'rename-column':
      return `rename column ${step.table}.${step.from} to ${step.to}`
    case 'change-column':
      return `change ${step.aspects.map((aspect) => ASPECTS[aspect]).join(', ')} of column ${step.table}.${step.to.name}`
  }
}
