import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import templates from 'virtual:templates'
import { expect, test } from 'vitest'
import {
  EVENT_ACTIONS as RUNTIME_ACTIONS,
  type EventTag as RuntimeTag,
} from '../templates/runtime/events/types.js'
import { type FieldType as RuntimeType, VALUE_TRAITS as RUNTIME_TRAITS } from '../templates/runtime/model.js'
import { AGGREGATION_KINDS } from '../templates/runtime/query/reader.js'
import { RESERVED, NAMED_OPERATORS } from '../templates/runtime/query/parameters.js'
import type { Dialect as RuntimeDialect } from '../templates/runtime/sql/database.js'
import { buildProgram } from './cli/program.js'
import { processTerminal } from './cli/terminal.js'
import { catalogue } from './diagnostics/catalogue/index.js'
import {
  AGGREGATIONS,
  EVENT_ACTIONS,
  EVENT_TAGS,
  FIELD_TYPES,
  OPERATORS,
  RESERVED_PARAMETERS,
  type EventTag,
  type FieldType,
  VALUE_TRAITS,
} from './ir/index.js'
import type { Dialect } from './migrate/sql/dialects.js'
import { stages } from './stages.js'

// The runtime declares these lists separately, because it is emitted without the tool.

type IsSame<A, B> = [A, B] extends [B, A] ? true : never

test('the runtime has the same event actions, query operators and aggregations as the tool', () => {
  expect([...EVENT_ACTIONS]).toEqual([...RUNTIME_ACTIONS])
  expect(Object.values(OPERATORS).flat().sort()).toEqual([...NAMED_OPERATORS].sort())
  expect([...RESERVED_PARAMETERS]).toEqual([...RESERVED])
  expect([...AGGREGATIONS].sort()).toEqual(Object.keys(AGGREGATION_KINDS).sort())
})

test('the runtime has the same tags, field types and SQL dialects as the tool, which the compiler checks', () => {
  const areTagsSame: IsSame<EventTag, RuntimeTag> = true
  // The runtime has no foreign keys, only back-references; a generated key of a document store has its own type.
  const areTypesSame: IsSame<Exclude<FieldType, 'foreign_key'> | 'object_id', RuntimeType> = true
  const areDialectsSame: IsSame<Dialect, RuntimeDialect['name']> = true
  expect([areTagsSame, areTypesSame, areDialectsSame]).toEqual([true, true, true])
  expect(new Set(EVENT_TAGS).size).toBe(2 * (EVENT_ACTIONS.length + 1))
  expect(new Set(FIELD_TYPES).size).toBe(FIELD_TYPES.length)
  const { foreign_key: _foreignKey, ...traits } = VALUE_TRAITS
  expect(RUNTIME_TRAITS).toMatchObject(traits)
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
    const names = [path, path.replace(/^(scaffold|test\/generated|generated\/routes)\//, '')]
    return names.some((name) => code.includes(`'${name}'`)) || path.startsWith('stubs/')
  }
  expect(Object.keys(templates).filter((path) => !isNamed(path))).toEqual([])
})

test('every setting is in service.ini, and every subcommand in the README', () => {
  const settings = readFileSync('templates/runtime/settings/settings.ts', 'utf8').matchAll(
    /read\(\s*'([a-z_.]+)'/g,
  )
  const ini = readFileSync('templates/scaffold/service.ini.hbs', 'utf8')
  const missing = [...settings].map(([, name = '']) => name).filter((name) => !ini.includes(`${name} =`))
  expect(missing).toEqual([])
  const readme = readFileSync('README.md', 'utf8')
  const program = buildProgram({ terminal: processTerminal(), stages }, () => {})
  const commands = program.commands.map((command) => command.name())
  expect(commands.filter((name) => !readme.includes(`svcgen ${name}`))).toEqual([])
})
