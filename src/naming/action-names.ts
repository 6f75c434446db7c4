import { createHash } from 'node:crypto'
import type { CustomAction } from '../ir/index.js'
import { groupedBy } from '../ir/lookup.js'
import { kebabCase, words } from './words.js'

type ActionNames = Pick<CustomAction, 'name' | 'file' | 'type'>

/** The maximum length of a name. File systems limit the length of file names. */
const MAX_LENGTH = 100

/**
 * Returns the names of custom actions, which are made from their operation IDs or, without one, from their methods and
 * paths. Only if several actions would have the same name, each of them gets a suffix that depends on its path.
 */
export function actionNames(actions: readonly Named[]): readonly ActionNames[] {
  const plain = actions.map(plainName)
  const alike = groupedBy(plain, (name) => typeName(name).toLowerCase())
  return actions.map(({ method, path, operationId }, index) => {
    const name = plain[index] ?? ''
    const isUnique = alike.get(typeName(name).toLowerCase())?.length === 1
    const distinction = operationId === undefined ? path : `${method} ${path}`
    return namesOf(isUnique ? name : `${name}-${shortHash(distinction)}`)
  })
}

interface Named {
  /** The method, and the path as declared. */
  readonly id: string
  readonly method: string
  readonly path: string
  readonly operationId?: string
}

/**
 * Returns the words of an operation ID, or those of a method and a path, separated by hyphens:
 * `post-stories-id-publish`.
 */
function plainName({ id, method, operationId }: Named): string {
  const own = readableName(operationId ?? '')
  if (own !== '') return own
  const readable = readableName(id.slice(method.length))
  return [method.toLowerCase(), ...(readable === '' ? [] : [readable])].join('-')
}

function readableName(text: string): string {
  const readable = kebabCase(text)
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-+/, '')
  return readable.slice(0, MAX_LENGTH).replace(/-+$/, '')
}

function namesOf(name: string): ActionNames {
  return { name: name.replaceAll('-', '_'), file: `src/actions/${name}.ts`, type: typeName(name) }
}

function typeName(name: string): string {
  return words(name)
    .map((word) => word.replace(/^\d/, '_$&').replace(/^[a-z]/, (first) => first.toUpperCase()))
    .join('')
}

function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 6)
}
