import type { Service } from '../ir/index.js'
import type { Owner } from '../output/file.js'
import { accessView } from './views/access.js'
import { aclView } from './views/acl.js'
import { authView } from './views/auth.js'
import { doorView, eventsView, modelNamesView, repositoryView } from './views/index.js'
import { functionFilesView, registryView, stubView } from './views/functions.js'
import { modelView } from './views/model.js'
import { routeGroups, routesView } from './views/routes.js'
import { serviceView, settingsView } from './views/service.js'

/** A file to render: where it goes, and what its template prints. */
export interface Rendering {
  readonly path: string
  /** What it is rendered from, for the lock. */
  readonly source: string
  /** Worked out when the file's turn comes, since there may be thousands. */
  readonly view: () => object | Promise<object>
}

/** One kind of emitted file. */
export interface Output {
  readonly owner: Owner
  /** Name under `templates/`, without `.hbs`. */
  readonly template: string
  /** The files of this kind; none where the service has no use for it. */
  readonly files: (service: Service) => readonly Rendering[]
}

/** Every kind of file that is rendered from the IR. Runtime files, migrations and `openapi.json` are made in `emit.ts`. */
export const OUTPUTS: readonly Output[] = [
  {
    owner: 'generator',
    template: 'generated/models/model.ts',
    files: (service) =>
      service.models.map((model) => ({
        path: `src/generated/models/${model.names.file}.ts`,
        source: `model ${model.id}`,
        view: () => modelView(service, model),
      })),
  },
  {
    owner: 'generator',
    template: 'generated/models/index.ts',
    files: (service) => [one('src/generated/models/index.ts', () => modelNamesView(service))],
  },
  {
    owner: 'generator',
    template: 'generated/repositories/repository.ts',
    files: (service) =>
      service.models.map((model) => ({
        path: `src/generated/repositories/${model.names.file}.ts`,
        source: `model ${model.id}`,
        view: () => repositoryView(model),
      })),
  },
  {
    owner: 'generator',
    template: 'generated/repositories/index.ts',
    files: (service) => [one('src/generated/repositories/index.ts', () => modelNamesView(service))],
  },
  {
    owner: 'generator',
    template: 'generated/routes/routes.ts',
    files: (service) =>
      routeGroups(service).map((group) => ({
        path: `src/generated/routes/${group.file}.ts`,
        source: `routes ${group.root}`,
        view: () => routesView(service, group),
      })),
  },
  {
    owner: 'generator',
    template: 'generated/events.ts',
    files: (service) => [one('src/generated/events.ts', () => eventsView(service))],
  },
  {
    owner: 'generator',
    template: 'generated/registry.ts',
    files: (service) => [one('src/generated/registry.ts', () => registryView(service))],
  },
  {
    owner: 'generator',
    template: 'generated/functions.ts',
    files: (service) => [one('src/generated/functions.ts', () => functionFilesView(service))],
  },
  {
    owner: 'generator',
    template: 'generated/index.ts',
    files: (service) => [one('src/generated/index.ts', () => doorView(service))],
  },
  {
    owner: 'generator',
    template: 'generated/service.ts',
    files: (service) => [one('src/generated/service.ts', () => serviceView(service))],
  },
  {
    owner: 'generator',
    template: 'generated/settings.ts',
    files: (service) => [one('src/generated/settings.ts', () => settingsView(service))],
  },
  {
    owner: 'generator',
    template: 'generated/acl.ts',
    files: (service) => (service.auth === null ? [] : [one('src/generated/acl.ts', () => aclView(service))]),
  },
  {
    owner: 'generator',
    template: 'generated/auth.ts',
    files: (service) => {
      const { auth } = service
      return auth === null ? [] : [one('src/generated/auth.ts', () => authView(service, auth))]
    },
  },
  {
    owner: 'generator',
    template: 'generated/access.md',
    files: (service) => [one('ACCESS.md', () => accessView(service))],
  },
  {
    owner: 'generator',
    template: 'generated/migrate.ts',
    files: ({ engine }) => [
      one('src/generated/migrate.ts', () => ({ folder: engine === 'svc_sqla' ? 'sql' : 'mongo' })),
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
          view: () => stubView(service, handler),
        })),
  })),
]

function one(path: string, view: () => object): Rendering {
  return { path, source: 'service', view }
}
