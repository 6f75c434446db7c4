import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../ir/index.js'
import { buildFixture, removeProject } from './service.js'
import { userCode } from './user-code.js'

/** A handler's file that uses every export of `generated/index.js` when it is loaded. */
const USES_EXPORTS = `
import * as generated from '../generated/index.js'
import { createService, loadSettings, openModels, registry, testEvent, BadRequest } from '../generated/index.js'

const used = Object.entries(generated).map(([name, value]) => {
  if (value === undefined) throw new Error(name + ' is undefined')
  return name
})
const settings = loadSettings()
const event = testEvent('Story', 'before_create', { fields: { name: 'a' } })
const error = new BadRequest('at the top level')
const opening = openModels({ 'database.url': 'sqlite:data/top-level.db', 'mongodb.url': 'mongodb://127.0.0.1:1/x' })
opening.then(({ close }) => close(), () => undefined)
console.log(JSON.stringify({ used, port: settings.port, tag: event.tag, error: error.message, service: typeof createService }))

registry.add('readonly_slug', () => undefined)
`

describe.each<Engine>(['svc_sqla', 'svc_mongodb'])('the file of a function (%s)', (engine) => {
  let folder = ''
  beforeAll(async () => {
    const code = { ...userCode('handlers'), 'src/handlers/readonly-slug.ts': USES_EXPORTS }
    folder = await buildFixture('handlers', engine, code)
  })
  afterAll(() => removeProject(folder))

  const run = async (script: string): Promise<string> => {
    const args = ['--input-type=module', '--eval', script]
    const { stdout, stderr } = await execa('node', args, { cwd: folder, reject: false })
    return `${stdout}${stderr}`
  }

  it.each([
    [
      'the service',
      `await (await import('./dist/src/generated/index.js')).createService({ 'log.level': 'silent', 'database.url': 'sqlite:data/top-level.db' }).catch(() => undefined)`,
    ],
    ['the file itself', `await import('./dist/src/handlers/readonly-slug.js')`],
    ['the functions', `await import('./dist/src/generated/functions.js')`],
  ])('can use every export at the top level if it is loaded by %s', async (_, script) => {
    const printed = JSON.parse((await run(`${script}\nprocess.exit()`)).split('\n')[0] ?? '')
    expect(printed).toMatchObject({ tag: 'before_create', error: 'at the top level', service: 'function' })
    expect(printed.used).toEqual(
      expect.arrayContaining(['BadRequest', 'createService', 'openModels', 'registry']),
    )
  })

  it('is not loaded by generated/index.js', async () => {
    expect(await run(`await import('./dist/src/generated/index.js')\nconsole.log('imported')`)).toBe(
      'imported',
    )
  })
})
