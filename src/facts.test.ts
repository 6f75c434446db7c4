import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { modules } from 'virtual:runtime'
import templates from 'virtual:templates'
import { expect, test } from 'vitest'
import { authRoutes } from './access/auth-routes.js'
import { buildProgram } from './cli/program.js'
import { processTerminal } from './cli/terminal.js'
import { catalog, topics } from './diagnostics/catalog/index.js'
import { pathItems } from './emit/openapi/paths.js'
import { OUTPUTS, runtimeOutputs } from './emit/outputs.js'
import {
  ACTIONS,
  AUTH_ACTIONS,
  EVENT_ACTIONS,
  FIELD_TYPES,
  OPERATIONS,
  OPERATORS,
  type Field,
  type FieldType,
  type ItemType,
} from './ir/index.js'
import type { Column } from './migrate/shape/shape.js'
import { tablesOf } from './migrate/shape/tables.js'
import { valueConversion } from './migrate/steps/conversion.js'
import { analyzePath } from './testing/analyze-files.js'
import { apiIn } from './testing/emit-fixture.js'
import { ITEM_TYPES } from './testing/migration-history/schema.js'
import { securedService } from './testing/secured-service.js'
import { storedService } from './testing/stored-service.js'

function textsOf(folder: string, name: RegExp): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')
}

test('every diagnostic is reported, and covered by a fixture or a test', () => {
  const codes = Object.keys(catalog)
  const tests = textsOf('src', /\.test\.ts$/)
  const shown = textsOf('snapshots', /diagnostics\.txt$/) + tests
  expect(codes.filter((code) => !shown.includes(code))).toEqual([])
  const folders = readdirSync('src').filter((name) => !name.includes('.') && name !== 'diagnostics')
  const code = folders.flatMap((name) => textsOf(join('src', name), /(?<!\.test)\.ts$/)).join('\n')
  expect(codes.filter((each) => !code.includes(`'${each}'`))).toEqual([])
})

test('the first digit of each code is the number of its topic, and no code occurs twice', () => {
  const misplaced = topics.flatMap(({ codes }, at) =>
    codes.filter((code) => !code.startsWith(`SVC${at + 1}`)),
  )
  expect(misplaced).toEqual([])
  const listed = [...textsOf('src/diagnostics/catalog', /\.ts$/).matchAll(/^ {2}(SVC\d{4}): \{/gm)]
  expect(listed.map(([, code = '']) => code).toSorted()).toEqual(Object.keys(catalog).toSorted())
})

test('each template has a row in the table of emitted files, and each row a template', () => {
  const rows = [...OUTPUTS, ...runtimeOutputs([])].flatMap(({ template }) => template ?? [])
  const paths = Object.keys(templates).filter((path) => path.startsWith('project/'))
  expect(paths).toEqual([...new Set(rows)].map((path) => `project/${path}`).sort())
})

test('each partial is used, and features add only to points of templates', () => {
  const text = textsOf('templates', /\.hbs$/)
  const names = Object.keys(templates).filter((path) => !path.startsWith('project/'))
  const isNamed = (path: string): boolean =>
    path.startsWith('partials/')
      ? text.includes(`> ${path.slice('partials/'.length)}`)
      : text.includes(`{{point "${basename(path)}"`)
  expect(names.filter((path) => !isNamed(path))).toEqual([])
})

test('every setting is used and listed in service.ini, and every subcommand is in the README', () => {
  const settings = Object.values(modules).flatMap((each) => each.settings)
  const ini = textsOf('templates', /service\.ini\.hbs$/)
  expect(settings.filter((name) => !ini.includes(`${name} =`))).toEqual([])
  const code = Object.entries(modules)
    .filter(([path]) => !/^settings\/|\/settings\.ts$/.test(path))
    .map(([, { text }]) => text)
    .concat(textsOf('templates/project/src', /\.hbs$/))
    .join('\n')
  const isUsed = (name: string): boolean => {
    // A feature's settings can have a prefix that its code does not need: `database.replica_lag` is `replicas.lag`.
    const property = (name.split('.').at(-1) ?? '')
      .replace(/^replica_/, '')
      .replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    return new RegExp(`\\b${property}\\b`).test(code)
  }
  // svcgen reads it when it generates the project.
  expect(settings.filter((name) => !isUsed(name))).toEqual(['describe_access'])
  const readme = readFileSync('README.md', 'utf8')
  const program = buildProgram({ terminal: processTerminal() }, () => {})
  const commands = program.commands.map((command) => command.name())
  expect(commands.filter((name) => !readme.includes(`svcgen ${name}`))).toEqual([])
})

test('every action is supported by some kind of route, and every operation occurs in a fixture', () => {
  const operations = Object.entries(OPERATIONS).flatMap(([kind, ofKind]) =>
    ofKind.map(({ method, action }) => ({ kind, method, action })),
  )
  expect(new Set<string>(operations.map(({ action }) => action))).toEqual(new Set(ACTIONS))
  const covered = new Set(
    readdirSync('fixtures').flatMap((name) => {
      const { analysis } = analyzePath(apiIn(join('fixtures', name)))
      return (analysis?.service.routes ?? []).map(({ kind, method }) => `${kind} ${method}`)
    }),
  )
  const names = operations.map(({ kind, method }) => `${kind} ${method}`)
  expect(names.filter((name) => !covered.has(name))).toEqual([])
})

test('every authentication event has a route that is in openapi.json', () => {
  const service = securedService()
  const routes = authRoutes(service)
  const fired = routes.map(({ action }) => action)
  expect(AUTH_ACTIONS.filter((action) => !fired.includes(action))).toEqual([])
  const folder = 'templates/runtime/auth'
  const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'))
  const code = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const served = [...code.matchAll(/\bapp\.(get|post)\('(\/auth\/\w+)'/g)].map(
    ([, method = '', path = '']) => ({
      method,
      path,
    }),
  )
  const ids = served.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(ids.toSorted()).toEqual(
    routes.flatMap(({ id, path }) => (path.startsWith('/auth/') ? [id] : [])).toSorted(),
  )
  const paths = pathItems(service)
  expect(served.filter(({ method, path }) => !(method in Object(paths[path])))).toEqual([])
})

test('events.test.ts covers every action that has events', () => {
  const code = readFileSync('src/conformance/events.test.ts', 'utf8')
  const isFired = (action: string): boolean => new RegExp(`(?:before|after)_${action}\\b`).test(code)
  expect(EVENT_ACTIONS.filter((action) => !isFired(action))).toEqual([])
})

test('every key of a RAML construct is read', () => {
  const paths = readdirSync('src/raml', { recursive: true, encoding: 'utf8' })
  const code = paths
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join('src/raml', path), 'utf8'))
    .join('\n')
  const shapes = [
    ...code.matchAll(/const (?:\w+ = shapeOf\([^]*?\)\n|(?:PLAIN|OPTIONAL) = \[[^]*?\] as const)/g),
  ].map(([text]) => text)
  const readers = shapes.reduce((rest, shape) => rest.replace(shape, ''), code)
  const keys = shapes.flatMap((shape) => [...shape.matchAll(/'([\w-]+)'/g)].map(([, key = '']) => key))
  expect(keys).toEqual(expect.arrayContaining(['securedBy', 'mediaType', 'maxLength', 'content', 'usage']))
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

test('the fixtures tested on every engine have fields and list items of every type', () => {
  const fieldsOf = (fixture: string, id: string): readonly Field[] =>
    analyzePath(join('fixtures', fixture, 'api.raml')).analysis?.service.models.find(
      (model) => model.id === id,
    )?.fields ?? []
  const types = new Set(fieldsOf('library', 'Sample').map(({ type }) => type))
  expect(FIELD_TYPES.filter((type) => type !== 'foreign_key' && !types.has(type))).toEqual([])
  const items = new Set(fieldsOf('kinds', 'Listing').map(({ constraints }) => constraints.itemType))
  // `of_choices` and `of_anything` contain items of the other types.
  const others: readonly FieldType[] = ['id_field', 'foreign_key', 'list', 'choice', 'dict', 'pickle']
  const code = readFileSync('src/conformance/kinds.test.ts', 'utf8')
  const isTested = (type: ItemType): boolean => items.has(type) && code.includes(`['${type}', [`)
  expect(ITEM_TYPES.filter((type) => !others.includes(type) && !isTested(type))).toEqual([])
})

test('the search engine documentation lists every field type', () => {
  const page = readFileSync('docs/search.md', 'utf8')
  expect(FIELD_TYPES.filter((type) => type !== 'foreign_key' && !page.includes(`\`${type}\``))).toEqual([])
})

test('the tests on every engine cover every operator', () => {
  const code = readFileSync('src/conformance/filters.test.ts', 'utf8')
  const operators = Object.values(OPERATORS).flat()
  expect(operators.filter((operator) => !code.includes(`__${operator}`))).toEqual([])
})

test('the files named in CONTRIBUTING.md exist', () => {
  const paths = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.\w+)`/g)].map(
    ([, path = '']) => path,
  )
  const roots = ['', 'src/emit/', 'src/raml/']
  expect(paths.filter((path) => !roots.some((root) => existsSync(join(root, path))))).toEqual([])
})

test('the constants and functions named in CONTRIBUTING.md exist', () => {
  const code = textsOf('src', /\.ts$/) + textsOf('templates', /\.ts$/)
  const words = readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/`([A-Z][A-Z_]+|[A-Za-z]*[a-z][A-Z]\w*)`/g)
  const names = [...words].map(([, name = '']) => name)
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
})
