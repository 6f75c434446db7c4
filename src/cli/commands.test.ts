import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { catalog, entryOf } from '../diagnostics/catalog/index.js'
import { emitted, fakeStages } from '../testing/fake-stages.js'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'

let box: Sandbox
beforeEach(() => {
  box = makeSandbox(fakeStages)
})
afterEach(() => box.end())

describe('explain', () => {
  test('prints title, meaning, example and fix', async () => {
    const { exit, out } = await box.run('explain svc7010')
    expect(exit).toBe(0)
    expect(out).toMatch(
      /^error SVC7010: Generated file was edited\n\n.+\n\nExample:\n {2}.+\n\nFix:\n {2}.+\n$/,
    )
  })

  test('accepts a code without the prefix SVC', async () => {
    expect((await box.run('explain 7010')).out).toContain('error SVC7010: Generated file was edited\n')
  })

  test('prints the entry as JSON', async () => {
    const { out } = await box.run('explain SVC7010 --json')
    expect(JSON.parse(out)).toEqual({ code: 'SVC7010', ...entryOf('SVC7010') })
  })

  test('without a code, lists all codes by topic', async () => {
    const { exit, out } = await box.run('explain')
    expect(exit).toBe(0)
    for (const code of Object.keys(catalog)) expect(out).toContain(code)
    expect(out).toMatch(
      /^Source text: YAML, JSON and includes\n {2}code +severity +title\n {2}SVC1001 +error +/,
    )
    const { topics } = JSON.parse((await box.run('explain --json')).out)
    expect(topics[0].codes[0]).toEqual({ code: 'SVC1001', ...entryOf('SVC1001') })
  })

  test('rejects an unknown code and suggests a similar one', async () => {
    const { exit, err } = await box.run('explain SVC70100')
    expect(exit).toBe(3)
    expect(err).toContain('Did you mean SVC7010?')
  })
})

describe('init', () => {
  test('writes an API and prints the next steps', async () => {
    const { exit, out } = await box.run('init ./start')
    expect(exit).toBe(0)
    expect(Object.keys(box.files('start'))).toEqual([
      '.vscode/model-schema.json',
      '.vscode/settings.json',
      'api.raml',
      'schemas/publication.json',
      'schemas/story.json',
      'schemas/user.json',
      'seed/Story.ndjson',
      'seed/User.ndjson',
      'svcgen.config.yaml',
    ])
    const settings: unknown = JSON.parse(box.files('start')['.vscode/settings.json'] ?? '')
    expect(settings).toEqual({
      'json.schemas': [{ fileMatch: ['/schemas/*.json'], url: './.vscode/model-schema.json' }],
    })
    expect(out).toContain('svcgen generate')
  })

  test('writes an API from which "generate" creates a service with a handler stub, without warnings', async () => {
    const real = makeSandbox()
    await real.run('init ./start')
    const { exit, err } = await real.run('generate ./start/api.raml -o ./service')
    const files = real.files('service')
    const check = await real.run('generate ./start/api.raml -o ./service --check')
    real.end()
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(Object.keys(files)).toContain('src/handlers/tidy-title.ts')
    expect(check.exit).toBe(0)
  })

  test('writes a contract as OpenAPI, whose operations are answered to the letter', async () => {
    const real = makeSandbox()
    const { out } = await real.run('init ./openapi --openapi')
    const { exit, err } = await real.run('generate ./openapi/api.yaml -o ./service')
    const { api = '' } = { api: real.files('openapi')['api.yaml'] }
    const listed = JSON.parse((await real.run('inspect ./openapi/api.yaml --contract --json')).out)
    real.end()
    expect(out).toContain('api.yaml -o service')
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(api.match(/^ *x-.*$/gm)).toEqual(['      x-stored: true'])
    const answers = listed.map(({ answers: each }: { answers: string }) => each)
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'contract'), 'own'])
  })

  test('never overwrites a file', async () => {
    box.write('start/api.raml', 'mine')
    const { exit, err } = await box.run('init ./start')
    expect(exit).toBe(1)
    expect(err).toContain('SVC7040')
    expect(box.files('start')).toEqual({ 'api.raml': 'mine' })
  })

  test('reports a file where a folder is expected', async () => {
    box.write('start', 'a file')
    const { exit, err } = await box.run('init ./start')
    expect(exit).toBe(1)
    expect(err).toContain('SVC7033')
  })
})

describe('completion', () => {
  test('prints a bash script that completes commands, options and values', async () => {
    const { out } = await box.run('completion bash')
    const complete = (...words: string[]): string =>
      execFileSync('bash', [
        '-c',
        `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _svcgen; printf '%s\\n' "\${COMPREPLY[@]}"`,
      ])
        .toString()
        .trim()
    expect(complete('svcgen', 'gen')).toBe('generate')
    expect(complete('svcgen', 'generate', '--allow')).toBe('--allow-destructive')
    expect(complete('svcgen', 'generate', '--engine', 'svc_m')).toBe('svc_mongodb')
    expect(complete('svcgen', 'completion', '')).toBe('bash\nzsh\nfish')
    box.write('out of town/api.raml', '')
    box.write('other.raml', '')
    expect(complete('svcgen', 'generate', `${box.path}/o`).split('\n').toSorted()).toEqual([
      `${box.path}/other.raml`,
      `${box.path}/out of town`,
    ])
  })

  test.each(['zsh', 'fish'])('prints a %s script that contains all commands', async (shell) => {
    const { exit, out } = await box.run(`completion ${shell}`)
    expect(exit).toBe(0)
    for (const name of ['generate', 'explain', 'init']) expect(out).toContain(name)
  })

  test('rejects an unknown shell', async () => {
    expect((await box.run('completion tcsh')).exit).toBe(3)
  })
})

describe('the configuration file', () => {
  const api = JSON.stringify({ files: [emitted('scaffold', 'README.md', '# API\n')] })
  beforeEach(() => box.write('api.raml', api))

  test.each(['out', 'include-root'])(
    'rejects %s that leads out of the folder or the repository',
    async (key) => {
      const elsewhere = box.path.replace(/[^/]*$/, 'elsewhere')
      symlinkSync('..', `${box.path}/link`)
      symlinkSync(`${elsewhere}/missing`, `${box.path}/dangling`)
      symlinkSync('circle', `${box.path}/circle`)
      for (const value of ['..', elsewhere, 'link', 'link/x', 'dangling', 'dangling/x', '/', 'a/../../b']) {
        box.write('svcgen.config.yaml', `${key}: ${JSON.stringify(value)}\n`)
        const { exit, err } = await box.run('generate ./api.raml')
        expect([exit, value, err]).toEqual([
          1,
          value,
          expect.stringContaining('leads outside the repository'),
        ])
      }
      box.write('api/api.raml', api)
      box.write('api/svcgen.config.yaml', 'out: ../service\n')
      expect((await box.run('generate ./api/api.raml --quiet')).exit).toBe(1)
      box.write('.git/HEAD', '')
      expect((await box.run('generate ./api/api.raml --quiet')).exit).toBe(0)
    },
  )

  test('sets options by their long names, with folders relative to the file', async () => {
    box.write('svcgen.config.yaml', 'out: service\nengine: svc_mongodb\nquiet: true\n')
    expect(await box.run('generate ./api.raml')).toEqual({ exit: 0, out: '', err: '' })
    expect(JSON.parse(box.read('service/.svcgen/lock.json')).engine).toBe('svc_mongodb')
  })

  test('is overridden by the command line', async () => {
    box.write('svcgen.config.json', '{ "out": "service", "engine": "svc_mongodb" }')
    expect((await box.run('generate ./api.raml -o ./other --engine svc_sqla')).exit).toBe(0)
    expect(box.has('service')).toBe(false)
    expect(JSON.parse(box.read('other/.svcgen/lock.json')).engine).toBe('svc_sqla')
  })

  test('reports all errors at once with their locations', async () => {
    box.write('svcgen.config.json', '{\n  "outt": "x",\n  "force": "please",\n  "engine": "sql"\n}')
    const { exit, err } = await box.run('generate ./api.raml -o ./out')
    expect(exit).toBe(1)
    expect(err).toContain('svcgen.config.json:2:3 - error SVC7002: Unknown key "outt"')
    expect(err).toContain('Did you mean "out"?')
    expect(err).toContain('svcgen.config.json:3:12 - error SVC7003')
    expect(err).toContain('svcgen.config.json:4:13 - error SVC7003')
  })

  test.each([
    ['{ "out": ', 'SVC7004'],
    ['[1]', 'SVC7004'],
  ])('reports an invalid file: %s', async (text, code) => {
    box.write('svcgen.config.json', text)
    const { exit, err } = await box.run('generate ./api.raml -o ./out')
    expect(exit).toBe(1)
    expect(err).toContain(code)
  })

  test('is not read from a device, to which a link in a repository can lead', async () => {
    symlinkSync('/dev/zero', `${box.path}/svcgen.config.yaml`)
    const { exit, err } = await box.run('generate ./api.raml -o ./out')
    expect([exit, err]).toEqual([1, expect.stringContaining('SVC7004')])
  })

  test('can set only one mode, which the command line overrides', async () => {
    box.write('svcgen.config.json', '{\n  "check": true,\n  "watch": true\n}')
    const { exit, err } = await box.run('generate ./api.raml -o ./out')
    expect([exit, err]).toEqual([1, expect.stringContaining('svcgen.config.json:3:3 - error SVC7005')])
    const dry = await box.run('generate ./api.raml -o ./out --dry-run')
    expect([dry.exit, dry.out]).toEqual([0, expect.stringContaining('Dry run')])
  })

  test('must be unique', async () => {
    box.write('svcgen.config.json', '{}')
    box.write('svcgen.config.yaml', '')
    expect((await box.run('generate ./api.raml -o ./out')).err).toContain('SVC7004')
  })
})

test('prints help on standard output and exits with 0', async () => {
  const { exit, out, err } = await box.run('--help')
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
  expect(out).toContain('generate')
})
