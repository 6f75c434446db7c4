import { memberAccess, propertyKey } from '../literal.js'
import { keyOf, ORDINALS, sampleOf } from './test-items.js'
import { sampleCode, type Seed, type Way } from './test-seeds.js'

/** What changes an attribute: the value of another sample, else what is empty. */
export function attributeBody({ item }: Seed, name: string, empty: string): string {
  const { stored } = sampleOf(item.model, 1) ?? { stored: {} }
  return Object.hasOwn(stored, name)
    ? `payload: samples.${item.model.names.var}.${ORDINALS[1]}${memberAccess(name)}`
    : `payload: ${empty}`
}

/** The query that selects the item alone. */
export function selection({ item, variable }: Seed): string {
  return `?${encodeURIComponent(item.model.key)}=\${${keyOf(item.model, variable)}}`
}

/** A field that may change, with the value of another sample. */
export function changes({ item }: Seed): string {
  const { model } = item
  const name = Object.keys(sampleOf(model, 1)?.stored ?? {}).find((candidate) => {
    const field = model.fields.find((each) => each.name === candidate)
    return field !== undefined && candidate !== model.key && !field.constraints.unique
  })
  if (name === undefined) return 'payload: {}'
  return `payload: { ${propertyKey(name)}: samples.${model.names.var}.${ORDINALS[1]}${memberAccess(name)} }`
}

/** Another sample in the place of the item, with the same key and the same relations that it must have; null where there is none. */
export function replacement({ way, seed }: { readonly way: Way; readonly seed: Seed }): string | null {
  const { item, variable } = seed
  const { model, links, lists } = item
  const isGenerated = model.fields.some(({ name, type }) => name === model.key && type === 'id_field')
  const names = [...(isGenerated ? [] : [model.key]), ...links.map(({ name }) => name)]
  const entries = [
    ...names.map((name) => `${propertyKey(name)}: ${variable}${memberAccess(name)}`),
    ...lists.map(({ name }) => `${propertyKey(name)}: []`),
  ]
  return sampleCode(way.seeds, item, entries)
}
