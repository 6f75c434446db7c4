import type { Column, IndexGroup, Table } from '../shape/shape.js'

/** A database change. Tables and columns are renamed first, so all other steps use the new names. */
export type Change =
  | { readonly kind: 'create-table'; readonly table: Table }
  | { readonly kind: 'drop-table'; readonly table: Table }
  | { readonly kind: 'rename-table'; readonly from: string; readonly to: string }
  | { readonly kind: 'add-column'; readonly table: string; readonly column: Column }
  | { readonly kind: 'drop-column'; readonly table: string; readonly column: Column }
  | { readonly kind: 'add-group' | 'drop-group'; readonly table: string; readonly group: IndexGroup }
  | { readonly kind: 'rename-column'; readonly table: string; readonly from: string; readonly to: string }
  | {
      readonly kind: 'change-column'
      readonly table: string
      readonly from: Column
      readonly to: Column
      /** Not empty. */
      readonly aspects: readonly Aspect[]
    }

export type MigrationStep = Change & { readonly destructive: string | null }

const ASPECT_NAMES = {
  key: 'primary key',
  type: 'type',
  items: 'item type',
  required: 'nullability',
  check: 'allowed values',
  unique: 'uniqueness',
  index: 'index',
  words: 'full-text index',
  reference: 'foreign key',
} as const

/** The aspects of a column that can change, other than its name and position. */
export type Aspect = keyof typeof ASPECT_NAMES
export const ASPECTS: readonly Aspect[] = Object.keys(ASPECT_NAMES).filter(isAspect)

function isAspect(name: string): name is Aspect {
  return Object.hasOwn(ASPECT_NAMES, name)
}

/** Returns a description of a step: `drop column story.title`. */
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
    case 'add-group':
    case 'drop-group': {
      const verb = step.kind === 'add-group' ? 'add' : 'drop'
      const kind = step.group.unique ? 'unique index' : 'index'
      return `${verb} ${kind} on columns ${step.group.columns.join(', ')} of ${step.table}`
    }
    case 'rename-column':
      return `rename column ${step.table}.${step.from} to ${step.to}`
    case 'change-column':
      return `change ${step.aspects.map((aspect) => ASPECT_NAMES[aspect]).join(', ')} of column ${step.table}.${step.to.name}`
  }
}
