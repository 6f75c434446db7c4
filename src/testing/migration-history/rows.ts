import { expect } from 'vitest'
import type { Row } from '../../../templates/runtime/model.js'
import { below, pick, type Random } from '../random.js'
import type { Rows } from './engines.js'
import type { RandomField, Schema } from './schema.js'
import { randomValue } from './values.js'

/** A schema and its rows. */
export interface SchemaWithRows {
  readonly schema: Schema
  readonly rows: Rows
}

/**
 * Returns up to two new rows for each model. The new rows can refer to existing rows; `count` returns the number of the
 * next row.
 */
export function randomRows({ models, links }: Schema, before: Rows, next: Random, count: () => number): Rows {
  return Object.fromEntries(
    models.map(({ name, keyType, fields }) => [
      name,
      Array.from({ length: below(next, 3) }, (): Row => {
        const number = count()
        const values = fields.map((field) => [field.name, randomValue(field, next, number)] as const)
        const held = links.filter(({ to }) => to === name)
        const keys = held.map(({ name: link, from, single }) => {
          const targets = before[from] ?? []
          const target = single || targets.length === 0 ? null : (pick(next, targets)['key'] ?? null)
          return [link, target] as const
        })
        return Object.fromEntries([
          ...(keyType === 'string' ? [['key', `k${number}`] as const] : []),
          ...values,
          ...keys,
        ])
      }),
    ]),
  )
}

function isOfSameType(before: RandomField, after: RandomField): boolean {
  return (
    before.type === after.type && before.itemType === after.itemType && before.precision === after.precision
  )
}

/** Checks that fields with unchanged types keep their values, even if renamed. */
export function expectKept(before: SchemaWithRows, after: SchemaWithRows): void {
  for (const model of after.schema.models) {
    const former = before.schema.models.find(({ name }) => name === (model.renamedFrom ?? model.name))
    if (former === undefined) continue
    const old = before.rows[former.name] ?? []
    const now = after.rows[model.name] ?? []
    expect(now.map(({ key }) => key)).toEqual(old.map(({ key }) => key))
    for (const field of model.fields) {
      const source = former.fields.find(({ name }) => name === (field.renamedFrom ?? field.name))
      if (source === undefined || !isOfSameType(source, field)) continue
      old.forEach((row, index) => {
        const value = row[source.name]
        if (value !== null || !field.required) expect(now[index]?.[field.name]).toEqual(value)
        else expect(now[index]?.[field.name], `${model.name}.${field.name}`).not.toBeNull()
      })
    }
  }
}
