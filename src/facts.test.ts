import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import templates from 'virtual:templates'
import { expect, test } from 'vitest'
import {
  EVENT_ACTIONS as RUNTIME_ACTIONS,
  type EventTag as RuntimeTag,
} from '../templates/runtime/events/types.js'
import type { FieldType as RuntimeType } from '../templates/runtime/model.js'
import { AGGREGATION_KINDS } from '../templates/runtime/query/aggregations.js'
import { NAMED_OPERATORS } from '../templates/runtime/query/targets.js'
import { buildProgram } from './cli/program.js'
import { processTerminal } from './cli/terminal.js'
import { catalogue } from './diagnostics/catalogue/index.js'
import {
  AGGREGATIONS,
  EVENT_ACTIONS,
  EVENT_TAGS,
  FIELD_TYPES,
  OPERATORS,
  type EventTag,
  type FieldType,
} from './ir/index.js'
import { stages } from './stages.js'

// The runtime declares these lists separately, because it is emitted without the tool.

type IsSame<A, B> = [A, B] extends [B, A] ? true : never

test('the runtime knows the same actions of events, query operators and aggregations as the tool', () => {
  expect([...EVENT_ACTIONS]).toEqual([...RUNTIME_ACTIONS])
  expect(Object.values(OPERATORS).flat().sort()).toEqual([...NAMED_OPERATORS].sort())
  expect([...AGGREGATIONS].sort()).toEqual(Object.keys(AGGREGATION_KINDS).sort())
})

test('the runtime has the same tags and field types as the tool, which the compiler checks', () => {
  const areTagsSame: IsSame<EventTag, RuntimeTag> = true
  // A foreign key is stored as the back-reference; a generated key of a document store has its own type.
  const areTypesSame: IsSame<Exclude<FieldType, 'foreign_key'> | 'object_id', RuntimeType> = true
  expect({ areTagsSame, areTypesSame }).toEqual({ areTagsSame: true, areTypesSame: true })
  expect(new Set(EVENT_TAGS).size).toBe(2 * (EVENT_ACTIONS.length + 1))
  expect(new Set(FIELD_TYPES).size).toBe(FIELD_TYPES.length)
})

function textsOf(folder: string, suffix: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(suffix))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')
}

test('every diagnostic is covered by a fixture or a test', () => {
  const shown = textsOf('snapshots', 'diagnostics.txt') + textsOf('src', '.test.ts')
  expect(Object.keys(catalogue).filter((code) => !shown.includes(code))).toEqual([])
})

test('every template has a row in the table of emitted files', () => {
  const code = textsOf('src/emit', '.ts')
  const isNamed = (path: string): boolean => {
    const names = [path, path.replace(/^(scaffold|test\/generated)\//, ''), basename(path)]
    return names.some((name) => code.includes(`'${name}'`)) || path.startsWith('stubs/')
  }
  expect(Object.keys(templates).filter((path) => !isNamed(path))).toEqual([])
})

/** Settings of a search engine, which is not supported yet. */
const NOT_IN_INI = ['search.url', 'search.index']

test('every setting is in service.ini, and every subcommand in the README', () => {
  const settings = readFileSync('templates/runtime/settings/settings.ts', 'utf8').matchAll(
    /read\('([a-z_.]+)'/g,
  )
  const ini = readFileSync('templates/scaffold/service.ini.hbs', 'utf8')
  const missing = [...settings].map(([, name = '']) => name).filter((name) => !ini.includes(`${name} =`))
  expect(missing).toEqual(NOT_IN_INI)
  const readme = readFileSync('README.md', 'utf8')
  const program = buildProgram({ terminal: processTerminal(), stages }, () => {})
  const commands = program.commands.map((command) => command.name())
  expect(commands.filter((name) => !readme.includes(`svcgen ${name}`))).toEqual([])
})
