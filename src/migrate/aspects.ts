import type { Column } from './shape.js'
import type { Aspect } from './step.js'

const DIFFERS: Readonly<Record<Aspect, (before: Column, after: Column) => boolean>> = {
  key: (before, after) => before.isKey !== after.isKey,
  type: (before, after) =>
    before.type !== after.type || before.precision !== after.precision || before.scale !== after.scale,
  items: (before, after) =>
    before.itemType !== null && after.itemType !== null && before.itemType !== after.itemType,
  required: (before, after) => before.required !== after.required,
  check: (before, after) =>
    before.minLength !== after.minLength ||
    before.maxLength !== after.maxLength ||
    JSON.stringify(before.choices) !== JSON.stringify(after.choices),
  unique: (before, after) => before.unique !== after.unique,
  index: (before, after) => before.index !== after.index,
  words: (before, after) => before.words !== after.words,
  reference: (before, after) => JSON.stringify(before.references) !== JSON.stringify(after.references),
}

const ASPECTS: readonly Aspect[] = [
  'key',
  'type',
  'items',
  'required',
  'check',
  'unique',
  'index',
  'words',
  'reference',
]

/** In which ways a column differs, once names are the new ones. */
export function aspectsOf(before: Column, after: Column): Aspect[] {
  return ASPECTS.filter((aspect) => DIFFERS[aspect](before, after))
}
