import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'vitest'
import { checkProject, projectsFolder, writeFiles } from './testing/check-project.js'
import { emitApi } from './testing/emit-fixture.js'

const CORPUS = fileURLToPath(new URL('../../shared/corpus', import.meta.url))

/** Not of RAML 0.8; a schema with a key twice; routes lost in a method. */
const UNSOUND: readonly string[] = [
  'public/xkcd/api.raml',
  'public/Twitter/api.raml',
  'ramses/addressbook/api.raml',
]

const apis = ['public', 'ramses']
  .filter((folder) => existsSync(join(CORPUS, folder)))
  .flatMap((folder) =>
    readdirSync(join(CORPUS, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`.replaceAll('\\', '/'))
      .filter((path) => /^\w+\/[^/]+\/(\w+\.raml|\+package\+\/tests\/api\.raml)$/.test(path)),
  )
  .filter((path) => !UNSOUND.includes(path))
  .sort()

if (apis.length === 0) console.log('corpus: skipped, no APIs beside the repository')

const projects = projectsFolder()

describe.runIf(apis.length > 0)('the service of an API in the wild', () => {
  it.each(apis)(
    'type-checks, is formatted, and passes its own tests: %s',
    async (path) => {
      const { files } = await emitApi(join(CORPUS, path), 'svc_sqla')
      const folder = join(projects, path.replaceAll(/\W/g, '-'))
      writeFiles(folder, files)
      await checkProject(folder)
    },
    240_000,
  )
})
