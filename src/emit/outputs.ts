import type { FeatureName } from '../features.js'
import type { Auth, Handler, Model, Service } from '../ir/index.js'
import { externalSchemes, functionActions } from '../ir/lookup.js'
import type { Owner } from '../output/file.js'
import type { EmitInput, OutputFile } from './files.js'
import { openapiDocument } from './openapi/index.js'
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
import { actionGroups, routeGroups } from './groups.js'
import { routesView } from './views/routes.js'
import { knowsCallers, rowRulesView } from './views/row-rules.js'
import { runtimeReadmeView } from './views/runtime-readme.js'
import { scaffoldView } from './views/scaffold.js'
import { databaseView, dataView, serviceView, settingsView } from './views/service.js'
import {
  accessTestsView,
  authTestsView,
  hasAccessTests,
  hasAuthTests,
  logInView,
  needsLogIn,
} from './test-views/access.js'
import { componentSchemasView, componentTypesView } from './views/schemas.js'
import { actionTestsView } from './test-views/actions.js'
import { checksView } from './test-views/checks.js'
import { exampleRoute, exampleView, handlerOf } from './test-views/example.js'
import { hasTestItems, makeView, samplesView } from './test-views/items.js'
import { hasRowRuleTests, rowChecksView, rowRuleTestsView } from './test-views/row-rules.js'
import { routeTestsView } from './test-views/routes.js'
import { routeTestFilesView, testServiceView } from './test-views/files.js'

/** One kind of emitted file. */
export interface Output {
  readonly owner: Owner
  /** Returns the files of this kind, or an empty list if the service does not need them. */
  readonly files: (input: EmitInput) => readonly OutputFile[]
  /** True if the contents are already formatted. */
  readonly isFormatted?: true
}

/** All files in an emitted project. `docs/regeneration.md` lists who is allowed to change them. */
export const OUTPUTS: readonly Output[] = [
  perModel('generated/models/model.ts', 'src/generated/models', modelView),
  one('generated/models/index.ts', 'src/generated/models/index.ts', modelNamesView),
  perModel('generated/repositories/repository.ts', 'src/generated/repositories', repositoryView),
  one('generated/repositories/index.ts', 'src/generated/repositories/index.ts', repositoriesView),
  {
    owner: 'generator',
    files: ({ service }) =>
      routeGroups(service).map((group) => ({
        path: `src/generated/routes/${group.file}.ts`,
        source: `routes /${group.root}`,
        text: () => render('generated/routes/routes.ts', routesView(service, group)),
      })),
  },
  {
    owner: 'generator',
    files: ({ service }) =>
      actionGroups(service).map((group) => ({
        path: `src/generated/actions/${group.file}.ts`,
        source: `actions /${group.root}`,
        text: () => render('generated/actions/actions.ts', actionsView(service, group)),
      })),
  },
  one(
    'generated/actions/examples.ts',
    'src/generated/actions/examples.ts',
    examplesView,
    (service) => functionActions(service).length > 0,
  ),
  one('generated/actions/types.ts', 'src/generated/actions/types.ts', componentTypesView, hasComponents),
  one(
    'generated/actions/schemas.ts',
    'src/generated/actions/schemas.ts',
    componentSchemasView,
    hasComponents,
  ),
  one('generated/events.ts', 'src/generated/events.ts', eventsView),
  one('generated/registry.ts', 'src/generated/registry.ts', registryView),
  one('generated/functions.ts', 'src/generated/functions.ts', functionFilesView),
  one('generated/index.ts', 'src/generated/index.ts', exportsView),
  one('generated/database.ts', 'src/generated/database.ts', databaseView),
  one('generated/service.ts', 'src/generated/service.ts', serviceView),
  one('generated/settings.ts', 'src/generated/settings.ts', settingsView),
  one('generated/acl.ts', 'src/generated/acl.ts', aclView, ({ auth }) => auth !== null),
  one('generated/row-rules.ts', 'src/generated/row-rules.ts', rowRulesView, knowsCallers),
  one('generated/auth.ts', 'src/generated/auth.ts', withAuth(authView), ({ auth }) => auth !== null),
  one(
    'generated/schemes.ts',
    'src/generated/schemes.ts',
    schemesView,
    (service) => externalSchemes(service).length > 0,
  ),
  one('generated/migrate.ts', 'src/generated/migrate.ts', ({ engine, convertsValues }) => ({
    folder: engine === 'svc_sqla' ? 'sql' : 'mongo',
    converts: engine === 'svc_sqla' && convertsValues === true,
  })),
  one('generated/data.ts', 'src/generated/data.ts', dataView, has('data')),
  one('generated/jobs.ts', 'src/generated/jobs.ts', () => ({}), has('jobs')),
  one('generated/search.ts', 'src/generated/search.ts', () => ({}), has('search')),
  { owner: 'generator', files: ({ service }) => runtimeFiles(service), isFormatted: true },
  one('generated/runtime-readme.md', 'src/generated/runtime/README.md', runtimeReadmeView),
  one('generated/access.md', 'ACCESS.md', accessView),
  {
    owner: 'generator',
    files: ({ service }) => [
      { path: 'openapi.json', source: 'service', text: () => JSON.stringify(openapiDocument(service)) },
    ],
  },

  test('acl.test.ts', withAuth(accessTestsView), ifAuth(hasAccessTests)),
  test('auth.test.ts', withAuth(authTestsView), ifAuth(hasAuthTests)),
  test('log-in.ts', withAuth(logInView), ifAuth(needsLogIn)),
  test('row-rules.test.ts', withAuth(rowRuleTestsView), hasRowRuleTests),
  test('ruled-rows.ts', withAuth(rowChecksView), hasRowRuleTests),
  test('checks.ts', checksView),
  test('make.ts', makeView, hasTestItems),
  test('samples.ts', samplesView, hasTestItems),
  test('routes.test.ts', routeTestFilesView),
  {
    owner: 'generator',
    files: ({ service }) =>
      routeGroups(service).map((group) => ({
        path: `test/generated/routes/${group.file}.ts`,
        source: 'tests',
        text: () => render('test/generated/routes/routes.ts', routeTestsView(service, group)),
      })),
  },
  {
    owner: 'generator',
    files: ({ service }) =>
      actionGroups(service).map((group) => ({
        path: `test/generated/actions/${group.file}.ts`,
        source: 'tests',
        text: () => render('test/generated/routes/routes.ts', actionTestsView(service, group)),
      })),
  },
  test('service.ts', testServiceView),

  stub('handler'),
  stub('processor'),
  stub('principal'),
  stub('filter'),
  stub('default'),
  stub('change handler'),
  {
    owner: 'stub',
    files: ({ service }) =>
      functionActions(service).map((action) => ({
        path: action.file,
        source: `action ${action.name}`,
        text: () => render('stubs/action.ts', actionStubView(service, action)),
      })),
  },

  {
    owner: 'stub',
    files: ({ service }) =>
      externalSchemes(service).map((scheme) => ({
        path: scheme.file,
        source: `scheme ${scheme.name}`,
        text: () => render('stubs/scheme.ts', schemeStubView(scheme)),
      })),
  },

  {
    owner: 'stub',
    files: ({ service }) =>
      service.features.includes('accounts')
        ? [{ path: 'src/mail.ts', source: 'mail', text: () => render('stubs/mail.ts', {}) }]
        : [],
  },

  {
    owner: 'migration',
    files: ({ migration }) => migration.map((file) => ({ ...file, source: 'migration' })),
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
  scaffold('compile.js'),
  scaffold('package.json'),
  scaffold('service.ini'),
  scaffold('sqlite-for-node-20/package.json', ({ engine }) => engine === 'svc_sqla'),
  scaffold('src/app.ts'),
  scaffold('src/main.ts'),
  scaffold('test/run.ts'),
  scaffold('tsconfig.json'),
  {
    owner: 'scaffold',
    files: ({ service }) => {
      const route = exampleRoute(service)
      if (route === undefined) return []
      const path = 'test/handlers.example.test.ts'
      const source = `handler ${handlerOf(route)}`
      return [{ path, source, text: () => render(path, exampleView(service, route)) }]
    },
  },
]

/** Returns the output for one generated file. A template is named by its path below `templates/`, without `.hbs`. */
function one(
  template: string,
  path: string,
  view: (service: Service) => object,
  isNeeded: (service: Service) => boolean = () => true,
  source = 'service',
): Output {
  return {
    owner: 'generator',
    files: ({ service }) =>
      isNeeded(service) ? [{ path, source, text: () => render(template, view(service)) }] : [],
  }
}

function perModel(
  template: string,
  folder: string,
  view: (service: Service, model: Model) => object,
): Output {
  return {
    owner: 'generator',
    files: ({ service }) =>
      service.models.map((model) => ({
        path: `${folder}/${model.names.file}.ts`,
        source: `model ${model.id}`,
        text: () => render(template, view(service, model)),
      })),
  }
}

function test(
  name: string,
  view: (service: Service) => object,
  isNeeded?: (service: Service) => boolean,
): Output {
  return one(`test/generated/${name}`, `test/generated/${name}`, view, isNeeded, 'tests')
}

function stub(kind: Handler['kind']): Output {
  return {
    owner: 'stub',
    files: ({ service }) =>
      service.handlers
        .filter((handler) => handler.kind === kind)
        .map((handler) => ({
          path: handler.file,
          source: `${kind} ${handler.name}`,
          text: () => render(`stubs/${kind.replace(' ', '-')}.ts`, stubView(service, handler)),
        })),
  }
}

/** Returns the output for a file that is written once and then belongs to the user. */
function scaffold(path: string, isNeeded: (service: Service) => boolean = () => true): Output {
  return {
    owner: 'scaffold',
    files: (input) =>
      isNeeded(input.service)
        ? [{ path, source: 'scaffold', text: () => render(`scaffold/${path}`, scaffoldView(input)) }]
        : [],
  }
}

function has(feature: FeatureName): (service: Service) => boolean {
  return ({ features }) => features.includes(feature)
}

function withAuth(view: (service: Service, auth: Auth) => object): (service: Service) => object {
  return (service) => (service.auth === null ? {} : view(service, service.auth))
}

function ifAuth(isNeeded: (service: Service, auth: Auth) => boolean): (service: Service) => boolean {
  return (service) => service.auth !== null && isNeeded(service, service.auth)
}

function hasComponents({ schemas }: Service): boolean {
  return Object.keys(schemas ?? {}).length > 0
}
