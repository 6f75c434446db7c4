import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
import { operationOf } from './analyse/routes/actions.js'
import { buildProgram } from './cli/program.js'
import { processTerminal } from './cli/terminal.js'
import { catalogue } from './diagnostics/catalogue/index.js'
import {
  ACTIONS,
  AGGREGATIONS,
  EVENT_ACTIONS,
  EVENT_TAGS,
  FIELD_TYPES,
  METHODS,
  OPERATORS,
  RESERVED_PARAMETERS,
  SET_ACTIONS,
  type EventTag,
  type FieldType,
  VALUE_TRAITS,
} from './ir/index.js'
import type { Column } from './migrate/shape/shape.js'
import { tablesOf } from './migrate/shape/tables.js'
import type { Dialect } from './migrate/sql/dialects.js'
import { valueConversion } from './migrate/steps/conversion.js'
import { stages } from './stages.js'
import { analysePath } from './testing/analyse-files.js'
import { storedService } from './testing/stored-service.js'

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

test('every action is an operation of some kind of route, and a fixture has each operation', () => {
  const operations = (['collection', 'item', 'singular', 'attribute'] as const).flatMap((kind) =>
    METHODS.flatMap((method) => {
      const operation = operationOf(kind, method)
      return operation === undefined ? [] : [{ kind, method, action: operation.action }]
    }),
  )
  expect(new Set(operations.map(({ action }) => action))).toEqual(new Set(ACTIONS))
  const covered = new Set(
    readdirSync('fixtures').flatMap((name) => {
      const { analysis } = analysePath(join('fixtures', name, 'api.raml'))
      return (analysis?.service.routes ?? []).map(({ kind, method }) => `${kind} ${method}`)
    }),
  )
  const names = operations.map(({ kind, method }) => `${kind} ${method}`)
  expect(names.filter((name) => !covered.has(name))).toEqual([])
})

test('every key of a RAML construct is read', () => {
  const paths = readdirSync('src/raml', { recursive: true, encoding: 'utf8' })
  const code = paths
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join('src/raml', path), 'utf8'))
    .join('\n')
  const shapes = [...code.matchAll(/^const \w+ = \{[^]*?\} as const/gm)].map(([text]) => text)
  const readers = shapes.reduce((rest, shape) => rest.replace(shape, ''), code)
  const keys = shapes.flatMap((shape) =>
    [...shape.matchAll(/\b(\w+): '(?:plain|optional)'/g)].map(([, key = '']) => key),
  )
  expect(keys).toContain('securedBy')
  expect(keys.filter((key) => !new RegExp(`\\.${key}\\b|'${key}'`).test(readers))).toEqual([])
})

test('migrations convert values of every simple type to text and back', () => {
  const columns = tablesOf(storedService()).flatMap((table) => table.columns)
  const columnOf = (type: FieldType): Column => {
    const column = columns.find((each) => each.type === type)
    if (column === undefined) throw new Error(`no column of type ${type}`)
    return column
  }
  const isLost = (from: Column, to: Column): boolean =>
    valueConversion(from, to).sqlite('value', to) === 'NULL'
  const text = columnOf('text')
  const simple = FIELD_TYPES.filter(
    (type) => !['foreign_key', 'binary', 'list', 'dict', 'pickle'].includes(type),
  ).map(columnOf)
  const lost = simple.filter((column) => isLost(column, text) || isLost(text, column))
  expect(lost.map(({ type }) => type)).toEqual([])
})

test('the documentation of the search engine has every field type', () => {
  const page = readFileSync('docs/search.md', 'utf8')
  expect(FIELD_TYPES.filter((type) => type !== 'foreign_key' && !page.includes(`\`${type}\``))).toEqual([])
})

test('filters of repositories and the random queries of tests have every operator', () => {
  const paths = [
    'templates/runtime/repository/repository.ts',
    'src/conformance/oracle/queries.ts',
    'src/conformance/transcript.ts',
  ]
  for (const path of paths) {
    const code = readFileSync(path, 'utf8')
    const isUsed = (operator: string): boolean => new RegExp(`'${operator}'|__${operator}\\b`).test(code)
    expect([path, NAMED_OPERATORS.filter((operator) => !isUsed(operator))]).toEqual([path, []])
  }
})

test('the types of the runtime include the same actions in the set tags as the tool', () => {
  const code = readFileSync('templates/runtime/events/types.ts', 'utf8')
  const [, union = ''] = /^type SetAction = (.+)$/m.exec(code) ?? []
  expect(union.replaceAll("'", '').split(' | ')).toEqual([...SET_ACTIONS])
})

test('the files that CONTRIBUTING.md names exist', () => {
  const paths = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.\w+)`/g)].map(
    ([, path = '']) => path,
  )
  const roots = ['', 'src/emit/', 'src/raml/']
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !roots.some((root) => existsSync(join(root, path))))).toEqual([])
})
