import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.js'
import { repositoryPaths } from './repository-paths.js'

test.each([
  ['.', 'api.raml', '.', { api: 'api.raml', project: '.' }],
  ['.', 'apis/shop/api.raml', 'services/shop', { api: 'apis/shop/api.raml', project: 'services/shop' }],
  ['shop', 'shop/api.raml', 'shop/service', { api: 'api.raml', project: 'service' }],
  [null, 'shop/api.raml', 'service', { api: 'shop/api.raml', project: 'service' }],
  [null, 'shop/api.raml', 'shop/service', { api: 'api.raml', project: 'service' }],
])(
  'with .git in %s, the paths of %s and %s are relative to the repository or to their common folder',
  (git, api, project, expected) => {
    const folder = temporaryFolder()
    if (git !== null) mkdirSync(join(folder, git, '.git'), { recursive: true })
    expect(repositoryPaths(join(folder, api), join(folder, project))).toEqual(expected)
  },
)
