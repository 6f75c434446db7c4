import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emitted, fakeStages } from '../testing/fake-stages.js'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'
import { compareVersions, readVersion, releasesBetween } from '../version.js'

let box: Sandbox
afterEach(() => box.end())

describe('upgrade', () => {
  const model = emitted('generator', 'src/generated/story.ts', 'one\n')
  beforeEach(async () => {
    box = makeSandbox(fakeStages)
    box.write('api.raml', JSON.stringify({ files: [model] }))
    await box.run('generate ./api.raml -o ./out')
    box.write('api.raml', JSON.stringify({ files: [{ ...model, text: 'two\n' }] }))
    setGenerator('0.0.1')
  })
  const setGenerator = (version: string): void =>
    box.write(
      'out/.svcgen/lock.json',
      box.read('out/.svcgen/lock.json').replace(/"generator": "[^"]*"/, `"generator": "${version}"`),
    )
  const answering = (answer: string) => ({ isInteractive: true, ask: () => Promise.resolve(answer) })

  test.each([
    ['y', 'two\n', /0 created, 1 updated/],
    ['', 'one\n', /Nothing written/],
    ['n', 'one\n', /Nothing written/],
  ])('asks on a terminal; the answer %j', async (answer, text, printed) => {
    const { exit, out } = await box.run('upgrade ./api.raml -o ./out', answering(answer))
    expect(exit).toBe(0)
    expect(out).toMatch(printed)
    expect(box.read(`out/${model.path}`)).toBe(text)
  })

  test('records the new version even if no file changes', async () => {
    await box.run('generate ./api.raml -o ./out')
    setGenerator('0.0.1')
    expect((await box.run('upgrade ./api.raml -o ./out --yes')).exit).toBe(0)
    expect(box.read('out/.svcgen/lock.json')).toContain(`"generator": "${readVersion()}"`)
  })

  test('prints one JSON document', async () => {
    const { out } = await box.run('upgrade ./api.raml -o ./out --json')
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      done: false,
      from: '0.0.1',
      to: readVersion(),
      packages: [],
      files: { updated: [model.path] },
    })
  })

  test('requires a generated project', async () => {
    const { exit, err } = await box.run('upgrade ./api.raml -o ./other')
    expect(exit).toBe(3)
    expect(err).toContain('contains no generated project')
  })
})

test('upgrade lists settings of features that the project does not have', async () => {
  box = makeSandbox()
  await box.run('init ./api')
  await box.run('generate ./api/api.raml -o ./out')
  box.write('out/service.ini', `${box.read('out/service.ini')}\nmetrics = true\n`)
  const { out } = await box.run('upgrade ./api/api.raml -o ./out')
  expect(out).toMatch(/ metrics +requires the feature "metrics"/)
  expect((await box.run('upgrade ./api/api.raml -o ./out --features metrics')).out).not.toContain('requires')
})

test('the changelog between two versions has all versions after the first', () => {
  box = makeSandbox(fakeStages)
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- a\n\n## 1.10.0\n\n- b\n\n### Added\n\n- c\n\n## 1.9.0 - 2026-01-01\n\n- d\n\n## 1.0.0\n\n- e\n'
  expect(releasesBetween('1.0.0', '1.10.0', changelog)).toEqual([
    { version: '1.10.0', text: '- b\n\n### Added\n\n- c' },
    { version: '1.9.0', text: '- d' },
  ])
  expect(releasesBetween('1.10.0', '2.0.0', changelog)).toEqual([])
})

test.each([
  ['1.2.0', '1.10.0'],
  ['0.9.9', '1.0.0'],
  ['1.0.0-beta.1', '1.0.0'],
])('%s is earlier than %s', (a, b) => {
  box = makeSandbox(fakeStages)
  expect(compareVersions(a, b)).toBeLessThan(0)
  expect(compareVersions(b, a)).toBeGreaterThan(0)
  expect(compareVersions(a, a)).toBe(0)
})
