import type { Bound } from './codec.js'
import type { Bind, Dialect } from './dialect.js'

/** A text with placeholders, and the values for these. */
export interface Statement {
  readonly text: string
  readonly values: readonly Bound[]
}

/** The values of a statement, gathered while its text is put together. */
export class Values {
  readonly list: Bound[] = []
  readonly bind: Bind

  constructor(dialect: Dialect) {
    this.bind = (value) => {
      this.list.push(value)
      return dialect.placeholder(this.list.length)
    }
  }
}
