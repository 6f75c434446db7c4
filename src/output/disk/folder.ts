import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, sep } from 'node:path'
import { errorCode } from '../../source/error-code.js'
import { isInside } from '../../source/include-path.js'
import { hash } from 'node:crypto'

export type Obstacle = 'file-for-folder' | 'folder-for-file' | 'outside-link' | 'unreadable' | 'read-only'

/** What exists at a path. `outside` is a symbolic link to a file outside the folder, which is never written. */
export type Found =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly hash: string; readonly text: string }
  | { readonly kind: 'outside' }
  | { readonly kind: 'blocked'; readonly by: Obstacle }

/** The output folder. All paths are relative to it, with `/` as the separator. Methods throw Node.js errors. */
export interface Folder {
  /** Absolute path. */
  readonly path: string
  look(path: string): Found
  /** Returns the reason why a file cannot be written at a path, or null if it can be written. */
  obstacle(path: string): Obstacle | null
  /** Returns the names of the files directly in a folder, sorted, or an empty list if the folder does not exist. */
  list(path: string): readonly string[]
  /** Writes a file, creating its parent folders if necessary. */
  write(path: string, content: string): void
  /** Moves a file atomically, creating the parent folders of `to` if necessary. */
  rename(from: string, to: string): void
  /** Removes a file if it exists, and then any parent folders that are now empty. */
  remove(path: string): void
}

/** Returns the folder on disk, which does not have to exist yet, at an absolute path. */
export function openFolder(path: string): Folder {
  const root = path.endsWith(sep) ? path : path + sep
  // Concatenation is faster than `join`, and there are thousands of paths, none of which contain `..`.
  const absolute = (relative: string): string => (relative === '' ? path : root + relative)
  const parents = new Map<string, Parent>()
  const writable = new Map<string, boolean>()
  const there = new Set<string>()

  function parentOf(relative: string): Parent {
    const folder = folderOf(relative)
    const known = parents.get(folder)
    if (known !== undefined) return known
    const found = inspectParent(absolute(folder), path)
    parents.set(folder, found)
    return found
  }

  function mayWrite(folder: string): boolean {
    const known = writable.get(folder) ?? isWritable(folder)
    writable.set(folder, known)
    return known
  }

  function makeFolderOf(relative: string): void {
    const folder = folderOf(relative)
    if (there.has(folder)) return
    makeFolder(absolute(folder))
    parents.clear()
    there.add(folder)
  }

  return {
    path,
    look(relative) {
      const parent = parentOf(relative)
      if (parent === 'absent') return { kind: 'absent' }
      if (parent === 'file-for-folder') return { kind: 'blocked', by: parent }
      const file = absolute(relative)
      return parent === 'outside-link' ? inspectOutside(file) : inspect(file, path)
    },
    obstacle(relative) {
      const parent = parentOf(relative)
      if (parent === 'file-for-folder' || parent === 'outside-link') return parent
      return mayWrite(absolute(folderOf(relative))) ? null : 'read-only'
    },
    list(relative) {
      try {
        return readdirSync(absolute(relative), { withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => entry.name)
          .sort()
      } catch (error) {
        if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return []
        throw error
      }
    },
    write(relative, content) {
      makeFolderOf(relative)
      writeFileSync(absolute(relative), content)
    },
    rename(from, to) {
      makeFolderOf(to)
      renameSync(absolute(from), absolute(to))
    },
    remove(relative) {
      const file = absolute(relative)
      try {
        unlinkSync(file)
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') throw error
      }
      parents.clear()
      there.clear()
      removeEmptyFolders(dirname(file), path)
    },
  }
}

/**
 * Creates a folder and its parents. Does not use Node's `recursive` option, which hangs in places where the system does
 * not allow folders to be created (`/proc`).
 * @throws a Node.js error
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/** Returns the folder of a file, relative to the output folder, which itself is `''`. */
function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')))
}

type Parent = 'inside' | 'absent' | 'file-for-folder' | 'outside-link'

/** For a folder that does not exist, checks its nearest existing parent. */
function inspectParent(folder: string, root: string): Parent {
  try {
    const real = realpathSync(folder)
    if (!lstatSync(real).isDirectory()) return 'file-for-folder'
    return isInside(real, realpathSync(root)) ? 'inside' : 'outside-link'
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return 'file-for-folder'
    if (errorCode(error) !== 'ENOENT') throw error
    if (folder === root || !folder.startsWith(root)) return 'absent'
    const above = inspectParent(dirname(folder), root)
    return above === 'inside' ? 'absent' : above
  }
}

function inspect(file: string, root: string): Found {
  try {
    if (lstatSync(file).isSymbolicLink() && !isInside(realpathSync(file), realpathSync(root)))
      return { kind: 'outside' }
    const bytes = readFileSync(file)
    return { kind: 'file', hash: hashOf(bytes), text: bytes.toString() }
  } catch (error) {
    return unread(errorCode(error))
  }
}

/** Returns what exists at a path below a link that points outside the output folder. */
function inspectOutside(file: string): Found {
  try {
    const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined
    return isThere ? { kind: 'outside' } : { kind: 'blocked', by: 'outside-link' }
  } catch (error) {
    return unread(errorCode(error))
  }
}

function unread(code: string | null): Found {
  switch (code) {
    case 'ENOENT':
      return { kind: 'absent' }
    case 'EISDIR':
      return { kind: 'blocked', by: 'folder-for-file' }
    case 'ENOTDIR':
      return { kind: 'blocked', by: 'file-for-folder' }
    default:
      return { kind: 'blocked', by: 'unreadable' }
  }
}

/** Returns whether a folder is writable. For a folder that does not exist, checks its nearest existing parent. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) return false
    return isWritable(dirname(folder))
  }
}

function removeEmptyFolders(folder: string, root: string): void {
  if (!isInside(folder, root) || folder === root) return
  try {
    rmdirSync(folder)
  } catch {
    return
  }
  removeEmptyFolders(dirname(folder), root)
}

/** Returns the SHA-256 hash of bytes, or of a string encoded as UTF-8, in hexadecimal. */
export function hashOf(content: string | Uint8Array): string {
  return hash('sha256', content)
}
