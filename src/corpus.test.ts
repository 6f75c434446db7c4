import { join } from 'node:path'
import { describe, it } from 'vitest'
import { checkProject, projectsFolder, writeFiles } from './testing/check-project.js'
import { corpusApis, corpusPath } from './testing/corpus.js'
import { emitApi } from './testing/emit-fixture.js'

/** Not of RAML 0.8; a schema with a key twice; routes lost in a method. */
const UNSOUND: readonly string[] = [
  'public/xkcd/api.raml',
  'public/Twitter/api.raml',
  'ramses/addressbook/api.raml',
]

const apis = corpusApis().filter((path) => !UNSOUND.includes(path))

const projects = projectsFolder()

describe.runIf(apis.length > 0)('the service of an API in the wild', () => {
  it.each(apis)(
    'type-checks, is formatted, and passes its own tests: %s',
    async (path) => {
      const { files } = await emitApi(corpusPath(path), 'svc_sqla')
      const folder = join(projects, path.replaceAll(/\W/g, '-'))
      writeFiles(folder, files)
      await checkProject(folder)
    },
    240_000,
  )
})
