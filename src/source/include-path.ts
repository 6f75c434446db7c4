import { readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { errorCode, NO_ENTRY } from './error-code.js'
import type { Code } from '../diagnostics/catalog/index.js'
import { nearest } from '../diagnostics/nearest.js'

/** Why a file cannot be used. */
export interface UnusablePath {
  readonly code: Code
  readonly message: string
  readonly help?: string | undefined
  /** The path of a missing file. */
  readonly tried?: string
}

export interface IncludeRoots {
  /** The API file's folder, to which paths with a leading `/` are relative. */
  readonly folder: string
  /** The allowed folders, both as given and with symbolic links resolved. */
  readonly roots: readonly string[]
}

/** Returns the folders from which an API file may include files: its own, and `--include-root` if given. */
export function includeRootsOf(folder: string, includeRoot: string | null): IncludeRoots {
  const allowed = includeRoot === null ? [folder] : [folder, resolve(includeRoot)]
  return { folder, roots: allowed.flatMap((root) => [root, realOf(root) ?? root]) }
}

/**
 * Returns the file that an `!include` or `$ref` refers to. The path is relative to the file that contains it. After symbolic
 * links are resolved, it must be in one of the allowed folders; URLs are not allowed. The path is checked
 * before the disk is accessed, so that the result does not reveal which files exist elsewhere.
 */
export function resolveInclude(
  written: string,
  from: string,
  includeRoots: IncludeRoots,
  what: 'include path' | 'reference' = 'include path',
): { readonly path: string } | UnusablePath {
  if (written.trim() === '')
    return {
      code: 'SVC1030',
      message: '"!include" must be followed by the path of a file',
      help: 'Add the path',
    }
  if (what === 'include path' && written.includes('<<')) {
    return {
      code: 'SVC1035',
      message: `The ${what} "${written}" contains a parameter`,
      help: 'Write out the path; files are included before parameters are replaced',
    }
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(written)) {
    return {
      code: 'SVC1033',
      message: `The ${what} "${written}" is a URL`,
      help: "Download the file to the API file's folder; svcgen does not access the network",
    }
  }
  const path = written.startsWith('/') ? join(includeRoots.folder, written) : resolve(dirname(from), written)
  if (!isAllowed(path, includeRoots)) return outside(written)
  const real = realOf(path)
  if (real === null) return missing(written, path, what)
  return isAllowed(real, includeRoots) ? { path } : outside(written)
}

function outside(written: string): UnusablePath {
  return {
    code: 'SVC1032',
    message: `"${written}" is outside the API file's folder`,
    help: 'Move the file into that folder, or allow another one with --include-root',
  }
}

function missing(written: string, path: string, what: 'include path' | 'reference'): UnusablePath {
  const near = nearest(basename(path), namesIn(dirname(path)))
  return {
    code: 'SVC1031',
    tried: path,
    message: `The ${what === 'reference' ? 'referenced' : 'included'} file "${written}" does not exist`,
    help:
      near === undefined ? undefined : `Did you mean "${join(dirname(written), near).split(sep).join('/')}"?`,
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

function isAllowed(path: string, { roots }: IncludeRoots): boolean {
  return roots.some((root) => isInside(path, root))
}

/** Returns whether a path is in a folder or is the folder itself. Both are normalized absolute paths. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** Resolves symbolic links, or returns null if there is no file. Reading the file reports any other error. */
function realOf(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch (error) {
    return NO_ENTRY.includes(errorCode(error)) ? null : path
  }
}
