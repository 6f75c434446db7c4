import type { FeatureName } from '../features.js'
import type { Auth, Handler, Model, Service } from '../ir/index.js'
import { externalSchemes, functionActions } from '../ir/lookup.js'
import type { Owner } from '../output/file.js'
import type { Content, EmitInput, OutputFile } from './files.js'
import type { Imports } from './imports.js'
import { openapiText } from './openapi/index.js'
import { runtimeFiles } from './runtime.js'
import { render } from './templates.js'
import { accessView } from './views/access.js'
import { aclView } from './views/acl.js'
import { actionStubView, actionsView, examplesView } from './views/actions.js'
import { authView } from './views/auth.js'
import {
  eventsView,
  exportsView,
  modelNamesView,
  repositoriesView,
  repositoryView,
} from './views/all-models.js'
import { functionFilesView, registryView, schemeStubView, schemesView, stubView } from './views/functions.js'
import { modelView } from './views/model/model.js'
import { sharedParts } from './contract-parts.js'
import { sharedPartsView } from './views/contracts.js'
import { routesView } from './views/routes.js'
import { rowRulesView } from './views/row-rules.js'
import { RUNTIME_README, runtimeReadme } from './views/runtime-readme.js'
import { scaffoldView } from './views/scaffold.js'
import { databaseView, dataView, serviceView, settingsView } from './views/service.js'
import { hasAccessTests, logInView, canLogIn } from './test-views/access.js'
import { componentSchemasView, componentTypesView } from './views/schemas.js'
import { exampleRoute, exampleView, handlerOf } from './test-views/example.js'
import {
  accessTestsView,
  requestsView,
  requestTestsView,
  rowRuleTestsView,
  rowsView,
  testServiceView,
} from './test-views/index.js'
import { hasTestItems, makeView, samplesView } from './test-views/make.js'
import { hasRowRuleTests } from './test-views/row-rules.js'
import { knowsCallers } from '../access/row-rules.js'
import { actionGroups, type RouteGroup, routeGroups } from '../naming/emitted/groups.js'

/** One kind of emitted file. */
export interface Output {
  readonly owner: Owner
  /**
   * The path of the files, with a name in brackets for a part that differs: `src/generated/models/[model].ts`. Their
   * template has this path below `templates/project/`. Null if they have no template.
   */
  readonly template: string | null
  /** Returns the files of this kind, or an empty list if the service does not need them. */
  readonly files: (input: EmitInput) => readonly OutputFile[]
  /** True if the contents are already formatted. */
  readonly isFormatted?: true
}

/**
 * All files in an emitted project except the runtime. `docs/regeneration.md` lists who is allowed to change them.
 */
export const OUTPUTS: readonly Output[] = [
  perModel('src/generated/models/[model].ts', modelView),
  generated('src/generated/models/index.ts', modelNamesView),
  perModel('src/generated/repositories/[model].ts', repositoryView),
  generated('src/generated/repositories/index.ts', repositoriesView),
  perGroup('src/generated/routes/[resource].ts', 'routes', routeGroups, routesView),
  perGroup('src/generated/actions/[resource].ts', 'actions', actionGroups, actionsView),
  generated(
    'src/generated/actions/examples.ts',
    examplesView,
    (service) => functionActions(service).length > 0,
  ),
  generated('src/generated/actions/types.ts', componentTypesView, hasComponents),
  generated('src/generated/actions/schemas.ts', componentSchemasView, hasComponents),
  generated('src/generated/events.ts', eventsView),
  generated('src/generated/registry.ts', registryView),
  generated('src/generated/functions.ts', functionFilesView),
  generated('src/generated/index.ts', exportsView),
  generated('src/generated/database.ts', databaseView),
  generated('src/generated/service.ts', serviceView),
  generated('src/generated/settings.ts', settingsView),
  generated('src/generated/acl.ts', aclView, ({ auth }) => auth !== null),
  generated('src/generated/contract.ts', sharedPartsView, (service) => sharedParts(service).size > 0),
  generated('src/generated/row-rules.ts', rowRulesView, knowsCallers),
  generated('src/generated/auth.ts', withAuth(authView), ({ auth }) => auth !== null),
  generated('src/generated/schemes.ts', schemesView, (service) => externalSchemes(service).length > 0),
  generated('src/generated/migrate.ts', ({ engine, convertsValues, migratesRows }) => ({
    folder: engine === 'svc_sqla' ? 'sql' : 'mongo',
    converts: engine === 'svc_sqla' && convertsValues === true,
    migratesRows: engine === 'svc_sqla' && migratesRows === true,
  })),
  generated('src/generated/data.ts', dataView, has('data')),
  generated('src/generated/jobs.ts', () => ({}), has('jobs')),
  generated('src/generated/search.ts', () => ({}), has('search')),
  generated('ACCESS.md', accessView),
  {
    owner: 'generator',
    template: null,
    files: ({ service, document }) => [
      {
        path: 'openapi.json',
        source: 'service',
        content: () => ({ text: openapiText(service, document) }),
      },
    ],
  },

  generated('test/generated/access.ts', accessTestsView, hasAccessTests),
  generated('test/generated/access.test.ts', accessTestsView, hasAccessTests),
  generated(
    'test/generated/log-in.ts',
    withAuth(logInView),
    (service) => service.auth !== null && canLogIn(service, service.auth),
  ),
  generated('test/generated/row-rules.ts', rowRuleTestsView, hasRowRuleTests),
  generated('test/generated/row-rules.test.ts', rowRuleTestsView, hasRowRuleTests),
  generated('test/generated/rule-verdicts.ts', () => ({}), hasRowRuleTests),
  generated('test/generated/requests.ts', (service) => ({ lists: hasLists(service) })),
  generated('test/generated/lists.ts', () => ({}), hasLists),
  generated('test/generated/rows.ts', rowsView),
  generated('test/generated/store.ts', () => ({})),
  generated('test/generated/make.ts', makeView, hasTestItems),
  generated('test/generated/samples.ts', samplesView, hasTestItems),
  generated('test/generated/routes.test.ts', requestTestsView),
  perGroup('test/generated/[kind]/[resource].ts', 'routes', routeGroups, requestsView('routes')),
  perGroup('test/generated/[kind]/[resource].ts', 'actions', actionGroups, requestsView('actions')),
  generated('test/generated/service.ts', testServiceView),
  generated(
    'test/generated/postgres.ts',
    () => ({}),
    ({ engine }) => engine === 'svc_sqla',
  ),

  stub('src/handlers/[handler].ts', 'handler'),
  stub('src/processors/[processor].ts', 'processor'),
  stub('src/principals/[principal].ts', 'principal'),
  stub('src/principals/[filter].ts', 'filter'),
  stub('src/defaults/[default].ts', 'default'),
  stub('src/handlers/[change handler].ts', 'change handler'),
  stub('src/filters/[list filter].ts', 'list filter'),
  stub('src/errors.ts', 'error body'),
  stubs('src/actions/[action].ts', 'action', functionActions, actionStubView),
  stubs('src/schemes/[scheme].ts', 'scheme', externalSchemes, schemeStubView),
  one('stub', 'src/mail.ts', 'mail', () => ({}), has('accounts')),

  {
    owner: 'migration',
    template: null,
    files: ({ migration }) =>
      migration.map(({ path, text }) => ({ path, source: 'migration', content: () => ({ text: text() }) })),
    isFormatted: true,
  },

  scaffold('.dockerignore'),
  scaffold('.gitattributes'),
  scaffold('.github/workflows/check.yml'),
  scaffold('.gitignore'),
  scaffold('.prettierignore'),
  scaffold('.prettierrc.json'),
  scaffold('Dockerfile'),
  scaffold('README.md'),
  scaffold('check-sqlite.js', ({ engine }) => engine === 'svc_sqla'),
  scaffold('compile.js'),
  scaffold('package.json'),
  scaffold('service.ini'),
  scaffold('sqlite-for-node-20/package.json', ({ engine }) => engine === 'svc_sqla'),
  scaffold('src/app.ts'),
  scaffold('src/main.ts'),
  scaffold('test/run.ts'),
  scaffold('tsconfig.json'),
  handlerExample('test/handlers.example.test.ts'),
]

/**
 * Returns the runtime: the files that all other files need, and their README.
 * @param imported the files that the other files import
 */
export function runtimeOutputs(imported: readonly string[]): readonly Output[] {
  const files = runtimeFiles(imported)
  return [
    { owner: 'generator', template: null, files: () => files, isFormatted: true },
    {
      owner: 'generator',
      template: RUNTIME_README,
      files: ({ service }) => [
        { path: RUNTIME_README, source: 'service', content: () => runtimeReadme(service, files) },
      ],
    },
  ]
}

type Needed = (service: Service) => boolean

/** Returns the output for a file per item, which the same template prints. */
function each<T>(
  owner: Owner,
  template: string,
  items: (input: EmitInput) => readonly T[],
  file: (item: T) => { readonly path: string; readonly source: string },
  view: (item: T, input: EmitInput, imports: Imports) => object,
): Output {
  return {
    owner,
    template,
    files: (input) =>
      items(input).map((item) => {
        const { path, source } = file(item)
        const content = (): Content =>
          render(template, input.service, (imports) => view(item, input, imports), path)
        return { path, source, content }
      }),
  }
}

/** Returns the output for one file. */
function one(
  owner: Owner,
  path: string,
  source: string,
  view: (input: EmitInput, imports: Imports) => object,
  isNeeded: Needed,
): Output {
  return each(
    owner,
    path,
    (input) => (isNeeded(input.service) ? [input] : []),
    () => ({ path, source }),
    (_, input, imports) => view(input, imports),
  )
}

/** Returns the output for a file that is rewritten whenever the API changes. */
function generated(
  path: string,
  view: (service: Service, imports: Imports) => object,
  isNeeded: Needed = () => true,
): Output {
  const source = path.startsWith('test/') ? 'tests' : 'service'
  return one('generator', path, source, ({ service }, imports) => view(service, imports), isNeeded)
}

/** Returns the output for a file that is written once and then belongs to the user. */
function scaffold(path: string, isNeeded: Needed = () => true): Output {
  return one('scaffold', path, 'scaffold', scaffoldView, isNeeded)
}

/** Returns the output for a file per model. */
function perModel(
  template: string,
  view: (service: Service, model: Model, imports: Imports) => object,
): Output {
  return each(
    'generator',
    template,
    ({ service }) => service.models,
    ({ id, names }) => ({ path: template.replace('[model]', names.file), source: `model ${id}` }),
    (model, { service }, imports) => view(service, model, imports),
  )
}

/** Returns the output for a file per top-level resource. */
function perGroup(
  template: string,
  kind: 'routes' | 'actions',
  groups: (service: Service) => readonly RouteGroup[],
  view: (service: Service, group: RouteGroup, imports: Imports) => object,
): Output {
  return each(
    'generator',
    template,
    ({ service }) => groups(service),
    ({ file, root }) => ({
      path: template.replace('[kind]', kind).replace('[resource]', file),
      source: template.startsWith('test/') ? 'tests' : `${kind} /${root}`,
    }),
    (group, { service }, imports) => view(service, group, imports),
  )
}

/** Returns the output for user-defined functions, each of which has a file that is written once. */
function stubs<F extends { readonly name: string; readonly file: string }>(
  template: string,
  kind: string,
  functions: (service: Service) => readonly F[],
  view: (service: Service, stubbed: F) => object,
): Output {
  return each(
    'stub',
    template,
    ({ service }) => functions(service),
    ({ name, file }) => ({ path: file, source: `${kind} ${name}` }),
    (stubbed, { service }) => view(service, stubbed),
  )
}

function stub(template: string, kind: Handler['kind']): Output {
  return stubs(
    template,
    kind,
    ({ handlers }) => handlers.filter((handler) => handler.kind === kind),
    stubView,
  )
}

/** Returns the output for the example test of a handler. */
function handlerExample(path: string): Output {
  return each(
    'scaffold',
    path,
    ({ service }) => [exampleRoute(service) ?? []].flat(),
    (route) => ({ path, source: `handler ${handlerOf(route)}` }),
    (route, { service }) => exampleView(service, route),
  )
}

function has(feature: FeatureName): Needed {
  return ({ features }) => features.includes(feature)
}

function withAuth(view: (service: Service, auth: Auth) => object): (service: Service) => object {
  return (service) => (service.auth === null ? {} : view(service, service.auth))
}

function hasLists({ routes }: Service): boolean {
  return routes.some(({ contract }) => contract?.roles !== undefined)
}

function hasComponents({ schemas }: Service): boolean {
  return Object.keys(schemas ?? {}).length > 0
}
