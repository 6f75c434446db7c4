import { writeFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { it } from 'vitest'
import { emitApi } from './testing/emit-fixture.js'
it('sizes', async () => {
  for (const [n, p] of [['q','fixtures/quickstart/api.raml'],['r','/work/shared/corpus/ramses/ramses-example/example.raml']] as const) {
    const { files } = await emitApi(p, 'svc_sqla')
    let sum = 0
    for (const [path, text] of files) if (/^src\/generated\/runtime\/.*\.ts$/.test(path)) { const l = text.split('\n').length - 1; sum += l
      const to = `/tmp/h1/${n}/${path}`; mkdirSync(dirname(to), { recursive: true }); writeFileSync(to, text) }
    console.log(n, sum)
  }
})
