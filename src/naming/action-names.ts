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

/** Words that are read as parameters when a name is converted back to a path; all others are read as static segments. */
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

/** Longer names are cut off, because file systems limit names. */
const MAX_LENGTH = 100

/**
 * Returns the names of an operation (SPEC 1.4), which depend on its method and path alone. A name from which the path cannot be derived gets a suffix, so
 * that different paths have different names.
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

/** Returns the one path that a name stands for without a suffix. */
function pathOf(name: string): string {
  const segments = name.split('-').filter((word) => word !== '')
  return `/${segments.map((word) => (PARAMETER_WORDS.has(word) ? `{${word}}` : word)).join('/')}`
}

function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 6)
}
