import { createHash } from 'node:crypto'
import { kebabCase, words } from './words.js'

export interface ActionNames {
  /** `post_stories_id_publish` */
  readonly name: string
  /** `src/actions/post-stories-id-publish.ts` */
  readonly file: string
  /** `PostStoriesIdPublish` */
  readonly type: string
}

/** The maximum length of a name. File systems limit the length of file names. */
const MAX_LENGTH = 100

/**
 * Returns the names of custom actions, which are made from their operation IDs or, without one, from their methods and
 * paths. Only if several actions would have the same name, each of them gets a suffix that depends on its path.
 */
export function actionNames(actions: readonly Named[]): readonly ActionNames[] {
  const plain = actions.map(plainName)
  const counts = new Map<string, number>()
  for (const name of plain)
    counts.set(typeName(name).toLowerCase(), (counts.get(typeName(name).toLowerCase()) ?? 0) + 1)
  return actions.map(({ method, path, operationId }, index) => {
    const name = plain[index] ?? ''
    const isUnique = counts.get(typeName(name).toLowerCase()) === 1
    const distinction = operationId === undefined ? path : `${method} ${path}`
    return namesOf(isUnique ? name : `${name}-${shortHash(distinction)}`)
  })
}

interface Named {
  readonly method: string
  readonly path: string
  readonly operationId?: string
}

/**
 * Returns the words of an operation ID, or those of a method and a path, separated by hyphens:
 * `post-stories-id-publish`.
 */
function plainName({ method, path, operationId }: Named): string {
  const own = readableName(operationId ?? '')
  if (own !== '') return own
  const readable = readableName(path)
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
