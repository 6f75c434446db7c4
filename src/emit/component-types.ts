import type { Service } from '../ir/index.js'
import { oncePer } from './once.js'
import { isReservedType } from '../naming/reserved.js'
import { UniqueNames } from '../naming/unique.js'
import { MODEL_TYPE_SUFFIXES } from '../naming/model-names.js'
import { words } from '../naming/words.js'

/** Returns the names of the TypeScript types of the shared schemas, by the names of the schemas. */
export const componentTypes = oncePer((service: Service): ReadonlyMap<string, string> => {
  const { schemas = {}, models, actions } = service
  const ofModels = models.flatMap(({ names: { type } }) =>
    ['', ...MODEL_TYPE_SUFFIXES].map((suffix) => type + suffix),
  )
  const taken = [...ofModels, ...actions.map(({ type }) => type)].map((name) => name.toLowerCase())
  const names = new UniqueNames({ taken })
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
  const type = identifier.charAt(0).toUpperCase() + identifier.slice(1)
  return isReservedType(type) || LOCAL.has(type) ? `${type}Schema` : type
}

/** Types that the files with custom actions use. */
const LOCAL: ReadonlySet<string> = new Set([
  'ActionSpec',
  'FastifyInstance',
  'Json',
  'Service',
  'UploadedFile',
])
