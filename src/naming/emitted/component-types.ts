import type { Service } from '../../ir/index.js'
import { UniqueNames } from '../unique.js'
import { words } from '../words.js'
import { oncePer } from '../../ir/once.js'
import { modelTypes } from '../model-names.js'

/** Returns the names of the TypeScript types of the shared schemas, by the names of the schemas. */
export const componentTypes = oncePer((service: Service): ReadonlyMap<string, string> => {
  const { schemas = {} } = service
  const names = new UniqueNames({ taken: modelTypes(service).map((name) => name.toLowerCase()) })
  return new Map(Object.keys(schemas).map((name) => [name, names.take(typeNameOf(name))]))
})

function typeNameOf(name: string): string {
  const written = /^[A-Za-z_$][\w$]*$/.test(name)
    ? name
    : words(name)
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join('')
        .replace(/[^\w$]/g, '')
  const identifier = /^[A-Za-z_$]/.test(written) ? written : `_${written}`
  return identifier.charAt(0).toUpperCase() + identifier.slice(1)
}
