import { readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { errorCode, NO_ENTRY } from './error-code.js'
import type { Code } from '../diagnostics/catalogue/index.js'
import { nearest } from '../diagnostics/nearest.js'

/** An `!include` found its file, or broke a rule; `tried` is where a missing file would be. */
export type IncludePath =
  | { readonly path: string }
  | {
      readonly code: Code
      readonly message: string
      readonly help?: string | undefined
      readonly tried?: string
    }

/** The folders that includes may not leave (SPEC 16). */
export interface Fence {
  /** The RAML file's folder: a leading `/` starts here. */
  readonly folder: string
  /** Folders with all their files, symbolic links resolved. */
  readonly roots: readonly string[]
}

/** Makes the fence of a RAML file: its folder, and `--include-root` where given. */
export function fenceOf(folder: string, includeRoot: string | null): Fence {
  const allowed = includeRoot === null ? [folder] : [folder, resolve(includeRoot)]
  return { folder, roots: allowed.flatMap((root) => [root, realOf(root) ?? root]) }
}

/**
 * Finds the file that an `!include` names (SPEC 1.1: relative to the including file; SPEC 16: inside the fence, also after symbolic
 * links; no URLs). The path is checked before the disk is asked, so that nothing outside shows whether it exists.
 */
export function resolveInclude(written: string, from: string, fence: Fence): IncludePath {
  if (written.trim() === '')
    return { code: 'SVC1030', message: '"!include" names no file', help: 'Add a path' }
  if (written.includes('<<')) {
    return {
      code: 'SVC1035',
      message: `The path "${written}" holds a parameter`,
      help: 'Files are included before parameters are filled in: write the path out',
    }
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(written)) {
    return {
      code: 'SVC1033',
      message: `"${written}" is a URL`,
      help: 'svcgen reads nothing from the network: save the file beside the RAML file',
    }
  }
  const path = written.startsWith('/') ? join(fence.folder, written) : resolve(dirname(from), written)
  if (!isInside(path, fence)) return outside(written)
  const real = realOf(path)
  if (real === null) return missing(written, path)
  return isInside(real, fence) ? { path } : outside(written)
}

function outside(written: string): IncludePath {
  return {
    code: 'SVC1032',
    message: `"${written}" leaves the folder of the RAML file`,
    help: 'Move the file into that folder, or allow another one with --include-root',
  }
}

function missing(written: string, path: string): IncludePath {
  const near = nearest(basename(path), namesIn(dirname(path)))
  return {
    code: 'SVC1031',
    tried: path,
    message: `The included file "${written}" does not exist`,
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

/** Both are absolute, without `.` and `..`. */
function isInside(path: string, { roots }: Fence): boolean {
  return roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`))
}

/** The path with symbolic links resolved; null where there is nothing. Other faults show when the file is read: then it is the path as it is. */
function realOf(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch (error) {
    return NO_ENTRY.includes(errorCode(error)) ? null : path
  }
}
