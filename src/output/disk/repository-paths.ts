import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { RepositoryPaths } from '../file.js'

/**
 * Returns both paths relative to the repository's root, which is the nearest folder that has a `.git` and contains
 * both. If there is none, the paths are relative to the nearest folder that contains both.
 * @param api absolute path of the RAML file
 * @param project absolute path of the output folder, which does not have to exist yet
 */
export function repositoryPaths(api: string, project: string): RepositoryPaths {
  const common = ancestorsOf(project).filter((folder) => contains(folder, api))
  const root = common.find((folder) => existsSync(join(folder, '.git'))) ?? common[0] ?? project
  return { api: pathFrom(root, api), project: pathFrom(root, project) || '.' }
}

function ancestorsOf(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...ancestorsOf(parent)]
}

function contains(folder: string, path: string): boolean {
  const inside = relative(folder, path)
  return inside !== '..' && !inside.startsWith(`..${sep}`)
}

function pathFrom(root: string, path: string): string {
  return relative(root, path).replaceAll(sep, '/')
}
