import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Engine } from '../ir/index.js'
import { emitFixture } from '../testing/emit-fixture.js'

const RUNTIME = 'src/generated/runtime/'
const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url))
const names = readdirSync(fixtures).filter((name) => !/^(bad|warn)-/.test(name))
const cases = names.flatMap((name) =>
  (['svc_sqla', 'svc_mongodb'] as const).map((engine): [string, Engine] => [name, engine]),
)

describe.each(cases)('the generated files for fixture %s on %s', (name, engine) => {
  it("use the model's types, without casts", async () => {
    const { files } = await emitFixture(join(fixtures, name), engine)
    for (const [path, text] of files) {
      if (!/^src\/generated\/(?:models|repositories|routes)\//.test(path)) continue
      const code = text.replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\/\*\*.*?\*\/|^ *\/\/.*$/gm, '""')
      expect(code, path).not.toMatch(/\b(?:unknown|any)\b|\bas (?!const\b)/)
    }
  })
})

describe.each(cases)('the runtime for fixture %s on %s', (name, engine) => {
  it('has at most 60 files, and its README lists each of them', async () => {
    const { files } = await emitFixture(join(fixtures, name), engine)
    const paths = [...files.keys()].filter((path) => path.startsWith(RUNTIME) && path.endsWith('.ts'))
    expect(paths.length).toBeLessThanOrEqual(60)
    const readme = files.get(`${RUNTIME}README.md`) ?? ''
    const listed = readme.split('\n## ').flatMap((topic) => {
      const folder = /^\w+\//.exec(topic)?.[0] ?? ''
      return [...topic.matchAll(/^- `([^`]+)`: /gm)].map(([, file]) => `${RUNTIME}${folder}${file}`)
    })
    expect(listed.sort()).toEqual(paths.sort())
  })
})
