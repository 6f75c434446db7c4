import type { Service } from '../ir/index.js'
import { TEST_OUTPUTS } from './test-outputs.js'
import { type Output, type Rendering, viewing } from './viewing.js'
import { accessView } from './views/access.js'
import { aclView } from './views/acl.js'
import { authView } from './views/auth.js'
import { doorView, eventsView, modelNamesView, repositoryView } from './views/index.js'
import { functionFilesView, registryView, stubView } from './views/functions.js'
import { modelOf } from './traced.js'
import { modelView } from './views/model.js'
import { routeGroups, routesView } from './views/routes.js'
import { serviceView, settingsView } from './views/service.js'

/** Every kind of file that is rendered from the IR. Runtime files, migrations and `openapi.json` are made in `emit.ts`. */
export const OUTPUTS: readonly Output[] = [
  {
    owner: 'generator',
    template: 'generated/models/model.ts',
    files: (service) =>
      service.models.map((model) => ({
        path: `src/generated/models/${model.names.file}.ts`,
        source: `model ${model.id}`,
        ...viewing(model.id, (whole, id) => modelView(whole, modelOf(whole, id))),
      })),
  },
  {
    owner: 'generator',
    template: 'generated/models/index.ts',
    files: () => [one('src/generated/models/index.ts', modelNamesView)],
  },
  {
    owner: 'generator',
    template: 'generated/repositories/repository.ts',
    files: (service) =>
      service.models.map((model) => ({
        path: `src/generated/repositories/${model.names.file}.ts`,
        source: `model ${model.id}`,
        ...viewing(model.id, (whole, id) => repositoryView(modelOf(whole, id))),
      })),
  },
  {
    owner: 'generator',
    template: 'generated/repositories/index.ts',
    files: () => [one('src/generated/repositories/index.ts', modelNamesView)],
  },
  {
    owner: 'generator',
    template: 'generated/routes/routes.ts',
    files: (service) =>
      routeGroups(service).map((group) => ({
        path: `src/generated/routes/${group.file}.ts`,
        source: `routes /${group.root}`,
        ...viewing(group, routesView),
      })),
  },
  {
    owner: 'generator',
    template: 'generated/events.ts',
    files: () => [one('src/generated/events.ts', eventsView)],
  },
  {
    owner: 'generator',
    template: 'generated/registry.ts',
    files: () => [one('src/generated/registry.ts', registryView)],
  },
  {
    owner: 'generator',
    template: 'generated/functions.ts',
    files: () => [one('src/generated/functions.ts', functionFilesView)],
  },
  {
    owner: 'generator',
    template: 'generated/index.ts',
    files: () => [one('src/generated/index.ts', doorView)],
  },
  {
    owner: 'generator',
    template: 'generated/service.ts',
    files: () => [one('src/generated/service.ts', serviceView)],
  },
  {
    owner: 'generator',
    template: 'generated/settings.ts',
    files: () => [one('src/generated/settings.ts', settingsView)],
  },
  {
    owner: 'generator',
    template: 'generated/acl.ts',
    files: ({ auth }) => (auth === null ? [] : [one('src/generated/acl.ts', aclView)]),
  },
  {
    owner: 'generator',
    template: 'generated/auth.ts',
    files: ({ auth }) =>
      auth === null ? [] : [{ path: 'src/generated/auth.ts', source: 'service', ...viewing(auth, authView) }],
  },
  {
    owner: 'generator',
    template: 'generated/access.md',
    files: () => [one('ACCESS.md', accessView)],
  },
  {
    owner: 'generator',
    template: 'generated/migrate.ts',
    files: () => [
      one('src/generated/migrate.ts', ({ engine }) => ({ folder: engine === 'svc_sqla' ? 'sql' : 'mongo' })),
    ],
  },
  ...(['handler', 'processor', 'principal', 'default'] as const).map((kind): Output => ({
    owner: 'stub',
    template: `stubs/${kind}.ts`,
    files: (service) =>
      service.handlers
        .filter((handler) => handler.kind === kind)
        .map((handler) => ({
          path: handler.file,
          source: `${kind} ${handler.name}`,
          ...viewing(handler, stubView),
        })),
  })),
  ...TEST_OUTPUTS,
]

function one(path: string, view: (service: Service) => object): Rendering {
  return { path, source: 'service', ...viewing(null, view) }
}
