import { createHash } from 'node:crypto'
import { kebabCase, words } from './words.js'

/** The names of a custom action. */
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
 * Returns the names of custom actions, which are made from their methods and paths. Only if several actions would have
 * the same name, each of them gets a suffix that depends on its path.
 */
export function actionNames(
  actions: readonly { readonly method: string; readonly path: string }[],
): readonly ActionNames[] {
  const plain = actions.map(plainName)
  const counts = new Map<string, number>()
  for (const name of plain)
    counts.set(typeName(name).toLowerCase(), (counts.get(typeName(name).toLowerCase()) ?? 0) + 1)
  return actions.map(({ path }, index) => {
    const name = plain[index] ?? ''
    return namesOf(counts.get(typeName(name).toLowerCase()) === 1 ? name : `${name}-${shortHash(path)}`)
  })
}

/** Returns the words of a method and a path, separated by hyphens: `post-stories-id-publish`. */
function plainName({ method, path }: { readonly method: string; readonly path: string }): string {
  const readable = kebabCase(path).replace(/[^a-z0-9-]/g, '')
  const kept = readable.slice(0, MAX_LENGTH).replace(/-+$/, '')
  return [method.toLowerCase(), ...(kept === '' ? [] : [kept])].join('-')
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
