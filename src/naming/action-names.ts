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

/**
 * Words that represent parameters when a name is converted back to a path. All other words represent static segments.
 */
const PARAMETER_WORDS: ReadonlySet<string> = new Set([
  'code',
  'guid',
  'id',
  'key',
  'name',
  'number',
  'slug',
  'username',
  'uuid',
])

/** The maximum length of a name. File systems limit the length of file names. */
const MAX_LENGTH = 100

/**
 * Returns the names of a custom action, which depend only on its method and path. If a name cannot be
 * converted back to the path, it gets a suffix, so that different paths have different names.
 * @param path as written, such as `/stories/{id}/publish`
 */
export function actionNames(method: string, path: string): ActionNames {
  const readable = kebabCase(path).replace(/[^a-z0-9-]/g, '')
  const kept = readable.slice(0, MAX_LENGTH).replace(/-+$/, '')
  const suffix = pathOf(kept) === path ? [] : [shortHash(path)]
  const file = [method.toLowerCase(), ...(kept === '' ? [] : [kept]), ...suffix].join('-')
  return {
    name: file.replaceAll('-', '_'),
    file: `src/actions/${file}.ts`,
    type: words(file)
      .map((word) => word.replace(/^\d/, '_$&').replace(/^[a-z]/, (first) => first.toUpperCase()))
      .join(''),
  }
}

/** Returns the path that a name without a suffix represents. */
function pathOf(name: string): string {
  const segments = name.split('-').filter((word) => word !== '')
  return `/${segments.map((word) => (PARAMETER_WORDS.has(word) ? `{${word}}` : word)).join('/')}`
}

function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 6)
}
