import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { EXIT } from './cli/exit.js'
import { buildProgram } from './cli/program.js'
import { processTerminal } from './cli/terminal.js'
import { catalog, entryOf, isCode } from './diagnostics/catalog/index.js'
import { FEATURE_NAMES } from './features.js'
import { publicDeclarations } from './testing/api-report/declarations.js'
import { projectsFolder, writeFiles } from './testing/check-project.js'
import { tsc } from './testing/compile-project.js'
import { emitApi } from './testing/emit-fixture.js'
import { readVersion } from './version.js'

// The reports in api/ list what docs/upgrading.md promises. UPDATE=1 rewrites them. `released.json` contains what the
// last release had: each difference must be in the "Unreleased" section of the changelog.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const REPORTS = join(ROOT, 'api')
const RELEASED = join(REPORTS, 'released.json')
const projects = projectsFolder()

/** A promise to users. */
interface Entry {
  readonly report: string
  readonly name: string
  readonly text: string
  /** The word by which the changelog mentions a change, or null if users do not know the name. */
  readonly word: string | null
}

let entries: readonly Entry[]
beforeAll(async () => {
  entries = [...commandLine(), ...settings(), ...diagnostics(), ...(await projectEntries())]
})

test('the reports in api/ are up to date (UPDATE=1 rewrites them)', () => {
  for (const report of new Set(entries.map((entry) => entry.report))) {
    const path = join(REPORTS, report)
    const expected = `${entries
      .filter((entry) => entry.report === report)
      .map(({ text }) => text)
      .join(report === 'types.txt' ? '\n\n' : '\n')}\n`
    if (process.env['UPDATE'] === '1') {
      mkdirSync(REPORTS, { recursive: true })
      writeFileSync(path, expected)
    }
    expect(readFileSync(path, 'utf8')).toBe(expected)
  }
})

test('the changelog mentions each change to a report since the last release', () => {
  const section = unreleased()
  const isReleased = existsSync(RELEASED)
  const isRelease = !isReleased || (section === '' && released().version !== readVersion())
  if (isRelease && process.env['UPDATE'] === '1') {
    const hashes = Object.fromEntries(entries.map((entry) => [keyOf(entry), hashOf(entry)]))
    writeFileSync(RELEASED, `${JSON.stringify({ version: readVersion(), entries: hashes }, null, 2)}\n`)
  }
  expect(released().version, 'after a release, UPDATE=1 records what it contains').toBe(readVersion())

  const before = released().entries
  const now = new Map(entries.map((entry) => [keyOf(entry), entry]))
  const changed = [...new Set([...Object.keys(before), ...now.keys()])].filter((key) => {
    const entry = now.get(key)
    return entry === undefined || before[key] !== hashOf(entry)
  })
  const missing = changed.filter((key) => {
    const word = key.split('\t')[2] ?? ''
    return word === '' ? section === '' : !mentions(section, word)
  })
  expect(missing.map((key) => key.replaceAll('\t', ' ').trim())).toEqual([])
})

/** Returns the text of the "Unreleased" section, or an empty string. */
function unreleased(): string {
  const text = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  return (/^## Unreleased\n([^]*?)(?=^## )/m.exec(text)?.[1] ?? '').trim()
}

function mentions(text: string, word: string): boolean {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\w.-])${escaped}(?![\\w-]|\\.\\w)`).test(text)
}

function released(): { readonly version: string; readonly entries: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(RELEASED, 'utf8'))
}

function keyOf({ report, name, word }: Entry): string {
  return [report, name, word ?? ''].join('\t')
}

function hashOf({ text }: Entry): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

function commandLine(): readonly Entry[] {
  const program = buildProgram({ terminal: processTerminal() }, () => {})
  const commands = [program, ...program.commands].flatMap((command) => {
    const name = command === program ? 'svcgen' : `svcgen ${command.name()}`
    const values = command.registeredArguments.map((argument) => {
      const choices = argument.argChoices?.join(', ')
      const shown = argument.required ? `<${argument.name()}>` : `[${argument.name()}]`
      return choices === undefined ? shown : `${shown} (${choices})`
    })
    return [
      { name, text: [name, ...values].join(' '), word: name },
      ...command.options.map((option) => ({
        name: `${name} ${option.long ?? ''}`,
        text: `${name} ${option.flags}${option.argChoices === undefined ? '' : ` (${option.argChoices.join(', ')})`}`,
        word: option.long ?? null,
      })),
    ]
  })
  const exits = Object.entries(EXIT).map(([name, code]) => ({
    name: `exit code ${code}`,
    text: `exit code ${code}: ${name}`,
    word: `exit code ${code}`,
  }))
  return [...commands, ...exits].map((entry) => ({ report: 'cli.txt', ...entry }))
}

/** Returns the rows of the table in docs/settings.md, which another test compares with the code. */
function settings(): readonly Entry[] {
  const page = readFileSync(join(ROOT, 'docs', 'settings.md'), 'utf8')
  const table = page.slice(page.indexOf('<!-- generated: settings -->'))
  return [...table.matchAll(/^\| `([^|]+)` +\| (`[^|]*`)? *\| ([^|]*?) *\|/gm)].map(
    ([, name = '', fallback = '', values = '']) => ({
      report: 'settings.txt',
      name,
      text: `${name} = ${fallback.replaceAll('`', '')}  (${values})`,
      word: name,
    }),
  )
}

function diagnostics(): readonly Entry[] {
  return Object.keys(catalog)
    .filter(isCode)
    .map((code) => ({
      report: 'diagnostics.txt',
      name: code,
      text: `${code} ${entryOf(code).severity}`,
      word: code,
    }))
}

/** Emits a project with all features, and returns its stubs and the declarations that user code can import. */
async function projectEntries(): Promise<readonly Entry[]> {
  const api = fileURLToPath(new URL('testing/api-report/api.raml', import.meta.url))
  const { files } = await emitApi(api, 'svc_sqla', true, FEATURE_NAMES)
  const folder = join(projects, 'report')
  writeFiles(folder, files)
  const flags = ['--declaration', '--emitDeclarationOnly', '--removeComments', '--outDir', 'types']
  expect((await tsc(folder, flags)).stdout).toBe('')
  // The order of the files varies, because they are formatted concurrently.
  const stubs = [...files]
    .filter(([path]) => dirname(dirname(path)) === 'src' && dirname(path) !== 'src/generated')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    ...publicDeclarations(join(folder, 'types'), 'src/generated/index.d.ts').map(
      ({ name, text, isExported }) => ({
        report: 'types.txt',
        name,
        text,
        word: isExported ? name : null,
      }),
    ),
    ...stubs.map(([path, text]) => ({
      report: 'stubs.txt',
      name: path,
      text: `// ${path}\n${text}`,
      word: null,
    })),
  ]
}
