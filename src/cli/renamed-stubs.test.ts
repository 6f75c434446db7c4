import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'

let box: Sandbox
beforeEach(() => {
  box = makeSandbox()
})
afterEach(() => box.end())

const API = '#%RAML 0.8\ntitle: Paths\n/a:\n  /b:\n    get:\n'

interface Result {
  readonly created: readonly string[]
  readonly removed: readonly string[]
  readonly kept: readonly string[]
  readonly diagnostics: readonly { readonly code: string }[]
}

async function generate(api: string): Promise<Result> {
  box.write('api.raml', api)
  return JSON.parse((await box.run('generate ./api.raml -o ./out --json')).out)
}

test('an edited stub moves with the name of its action, and moves back', async () => {
  await generate(API)
  const plain = 'src/actions/get-a-b.ts'
  const code = box.read(`out/${plain}`).replace('throw new NotImplemented()', "return 'mine'")
  box.write(`out/${plain}`, code)
  box.write('api.raml', `${API}/a-b:\n  get:\n`)
  const { stubs } = JSON.parse((await box.run('plan ./api.raml -o ./out --json')).out)
  const both = await generate(`${API}/a-b:\n  get:\n`)
  const path = both.created.find(
    (created) =>
      /^src\/actions\/get-a-b-[0-9a-f]{6}\.ts$/.test(created) &&
      box.read(`out/${created}`).includes("'mine'"),
  )
  // The moved stub need not be implemented.
  expect(stubs).toEqual(
    both.created.filter((created) => created.startsWith('src/actions/') && created !== path),
  )
  expect(both.removed).toContain(plain)
  expect(both.diagnostics.map((each) => each.code)).toContain('SVC7037')
  const name = /[^/]*(?=\.ts$)/.exec(path ?? '')?.[0].replaceAll('-', '_')
  expect(box.read(`out/${path}`)).toContain(`registry.action('${name}'`)
  const again = await generate(`${API}/a-b:\n  get:\n`)
  expect([again.created, again.removed, again.diagnostics.map(({ code: each }) => each)]).toEqual([
    [],
    [],
    [],
  ])
  const back = await generate(API)
  expect(back.created).toContain(plain)
  expect(box.read(`out/${plain}`)).toBe(code)
})

test('an unedited stub is written again under its new name', async () => {
  await generate(API)
  const both = await generate(`${API}/a-b:\n  get:\n`)
  expect(both.removed).toContain('src/actions/get-a-b.ts')
  expect(both.created.filter((path) => path.startsWith('src/actions/get-a-b-'))).toHaveLength(2)
  expect(both.diagnostics).toEqual([])
})
