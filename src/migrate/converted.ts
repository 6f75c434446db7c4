import { conversion } from './column-conversion.js'
import type { Dialect } from './dialects.js'
import { fillSql } from './literal.js'
import { quoted } from './names.js'
import type { Column } from './shape.js'

/** The new value of a column in terms of the old one, which stands under the new name. */
export function convertedSql(before: Column, after: Column, dialect: Dialect): string {
  const { lost, [dialect]: convert } = conversion(before, after)
  const value = convert(quoted(after.name), after)
  const fill = after.required && (!before.required || lost !== null) ? fillSql(after, dialect) : null
  return fill === null ? value : `coalesce(${value}, ${fill})`
}
