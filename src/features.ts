import { texts } from 'virtual:runtime'
import type { Engine, Service } from './ir/index.js'
import { movedPaths } from './ir/own-paths.js'

/** The names of the features, in the order in which projects list them. */
export const FEATURE_NAMES = [
  'accounts',
  'data',
  'jobs',
  'metrics',
  'polymorphic',
  'redis',
  'replicas',
  'search',
  'tracing',
  'tunneling',
] as const

export type FeatureName = (typeof FEATURE_NAMES)[number]

/** The points of the emitted code at which features add theirs. */
export const POINTS = [
  // The function that reads the feature's settings.
  'settings',
  // The possible values of `database.url`.
  'databaseUrl',
  // Before the database is opened.
  'start',
  // Options for opening the database.
  'sql',
  'mongodb',
  // Internal models.
  'models',
  // After the database is opened and migrated.
  'opened',
  // Methods of the registry.
  'registry',
  // Loads user-defined functions.
  'functions',
  // A property of the repositories.
  'repositories',
  // An option of the authentication.
  'authentication',
  // After the routes of the authentication are added.
  'authRoutes',
  // The property of the repositories in events for tests.
  'testModels',
  // Settings of the service in generated tests.
  'testSettings',
  // Exports of the entry point for user code.
  'exports',
  // Replaces the database and its models.
  'wrap',
  // Options of the server.
  'plugin',
  'counter',
  // After the server is created.
  'app',
  // An option of the resources.
  'host',
  // Once the callers of requests are known.
  'identified',
  // Once no migrations are pending.
  'migrated',
  // Before routes are added.
  'routes',
  // Before the routes of models are added.
  'modelRoutes',
] as const

export type Point = (typeof POINTS)[number]

/** Code that a feature adds at a point. */
export interface Addition {
  readonly code: (service: Service) => string
  /** The names that the code uses, and the runtime file that exports them. */
  readonly names?: string
  readonly from?: string | ((service: Service) => string)
  /** The type that the code's value adds to the settings, or to the open database. */
  readonly type?: string
  /** The property that the code's value adds to the open database, or to the repositories. */
  readonly adds?: string
  /** The comment of that property. */
  readonly comment?: string
  /** Other names in generated files and the runtime that the code uses. */
  readonly uses?: readonly string[] | ((service: Service) => readonly string[])
}

/** An optional part of projects. Its code is in `templates/runtime/<name>/`. */
interface Feature {
  /** What the feature adds to a project. */
  readonly about: string
  /** What the README of the runtime says about its folder and files. */
  readonly readme: { readonly about: string; readonly files: Readonly<Record<string, string>> }
  /** The only engine that supports the feature. Undefined for features that all engines support. */
  readonly engine?: Engine
  /** The feature that this one uses. */
  readonly uses?: FeatureName
  /** Returns why an API cannot have the feature, or undefined if it can. */
  readonly fault?: (service: Omit<Service, 'features'>) => string | undefined
  /** Returns whether an API needs the feature, even if it is not listed. */
  readonly isNeeded?: (service: Omit<Service, 'features'>) => boolean
  readonly additions: Partial<Readonly<Record<Point, Addition>>>
  /** The code that spreads its gauges, which metrics measure. */
  readonly gauges?: string
  /** The files of your code that the feature loads, for the README. */
  readonly yours?: { readonly path: string; readonly about: string }
  /** The feature's script in `package.json`, which runs the file of the same name. */
  readonly script?: { readonly name: string; readonly about: string }
  /** The packages that the feature needs, with their ranges. */
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const PROGRESS = { 'cli-progress': '^3.12.0' }
const PROGRESS_TYPES = { '@types/cli-progress': '^3.11.6' }

/** The paths of the routes of accounts. */
const ACCOUNT_PATHS =
  /^\/auth\/(?:(?:change|forgot|reset)_password|verify_email|(?:sessions|tokens)(?:\/\{[^/]*\})?)$/

/** The features. A project contains only those that it lists or needs. */
export const FEATURES: Readonly<Record<FeatureName, Feature>> = {
  accounts: {
    about: 'password reset, verification of email addresses, sessions, named tokens, and deactivated users',
    readme: {
      about: 'What users do with their accounts.',
      files: {
        'routes.ts': 'Passwords, sessions, named tokens and the verification of email addresses.',
        'limits.ts': 'The limits of tokens that are made with other credentials.',
        'extension.ts': 'Tokens, sessions and deactivated users, as the authentication uses them.',
        'tables.ts': 'The tables.',
        'mail-limits.ts': 'Limits the mails that requests can have sent.',
        'mail.ts': '`registry.mail`, and `models.$accounts`.',
        'jobs.ts': 'Sends mails with the worker of jobs.',
        'settings.ts': 'Its settings.',
      },
    },
    uses: 'jobs',
    fault: ({ auth, models, routes, actions }) => {
      if (auth === null || (auth.ticket === null && auth.apiKey === null))
        return 'the API has no x-Ticket or x-ApiKey scheme'
      const { email } = auth.fields
      if (email === null) return `${auth.model} has no email field`
      // Otherwise, anyone could register with the address of another user, who would then get the mails for this account.
      const users = models.find(({ id }) => id === auth.model)
      const field = users?.fields.find(({ name }) => name === email)
      if (users?.key !== email && field?.constraints.unique !== true)
        return `the field ${email} of ${auth.model} is not unique`
      const own = [...routes, ...actions].find(({ path }) => ACCOUNT_PATHS.test(path))
      return own === undefined ? undefined : `the API declares ${own.path} itself`
    },
    additions: {
      settings: settingsOf('Account', 'accounts'),
      models: { names: 'accountModels', from: 'accounts/tables.js', code: () => '...accountModels' },
      opened: preparesModels('accountModels', 'accounts/tables.js'),
      registry: {
        names: 'mailRegistration',
        from: 'accounts/mail.js',
        code: () => 'mailRegistration<events.Caller>()',
        uses: ['events'],
      },
      functions: { code: () => "await import('../mail.js')" },
      app: {
        names: 'openAccounts',
        from: 'accounts/jobs.js',
        code: (service) =>
          `const accounts = openAccounts({ database${sourceOf(service) === 'database' ? '' : ': source'}, models, config: auth, settings, jobs: registry.jobs }, registry.mailer)`,
      },
      authentication: { code: () => 'extension: accounts' },
      testSettings: { code: () => "'accounts.verify': 'off'" },
      authRoutes: {
        names: 'accountRoutes',
        from: 'accounts/routes.js',
        code: ({ auth, models }) => {
          const users = models.find(({ id }) => id === auth?.model)?.names.plural ?? ''
          return `accountRoutes(scope, { auth: authentication, users: service.${users}, database, accounts })`
        },
      },
      repositories: {
        names: 'accountMails, type AccountMails',
        from: 'accounts/mail.js',
        code: () => 'accountMails(session, registry.jobs)',
        uses: ['registry'],
        type: 'AccountMails',
        adds: '$accounts',
        comment: 'Invites users, in the same transaction.',
      },
      testModels: { code: () => '$accounts: { invite: async () => undefined }' },
      exports: {
        code: () => "export type { Mail } from './runtime/accounts/mail.js'",
      },
    },
    yours: { path: 'src/mail.ts', about: 'the function that sends mails' },
    dependencies: {},
  },
  data: {
    about: 'export and import of items',
    readme: {
      about: 'The command line of `npm run data`.',
      files: {
        'command.ts': 'Arguments, messages and progress.',
        'files.ts': 'The JSON Lines and CSV file formats; the export.',
        'import.ts': 'The import: stores the lines of files in batches, and resumes after the last one.',
        'target.ts': 'Validates lines.',
        'keys.ts': 'New keys for items from another database.',
        'sql.ts': 'Makes generated keys continue after those of imported items.',
      },
    },
    additions: { models: { names: 'importModels', from: 'data/keys.js', code: () => '...importModels' } },
    script: { name: 'data', about: 'exports items to files, and imports them' },
    dependencies: { ...PROGRESS, 'csv-parse': '^7.0.3' },
    devDependencies: PROGRESS_TYPES,
  },
  jobs: {
    about: 'work after the commit that outlives the process, retries, and cron expressions',
    readme: {
      about: 'Work after the commit that outlives the process.',
      files: {
        'jobs.ts': 'The table of jobs, and `models.$jobs`.',
        'registry.ts': '`registry.job`, options and cron expressions.',
        'worker.ts': 'Calls the functions of jobs that are due, and calls them again if they fail.',
        'start.ts': 'Starts the worker, and measures jobs.',
        'sql.ts': 'Starts the worker with the clock of the database.',
        'mongo.ts': 'Starts the worker with the clock of the database.',
        'load.ts': 'Loads the files in `src/jobs/`.',
        'command.ts': '`npm run jobs`.',
        'settings.ts': 'Its settings.',
      },
    },
    additions: {
      settings: settingsOf('Job', 'jobs'),
      models: { names: 'jobModels', from: 'jobs/jobs.js', code: () => '...jobModels' },
      opened: preparesModels('jobModels', 'jobs/jobs.js'),
      registry: {
        names: 'jobRegistration',
        from: 'jobs/registry.js',
        code: () => 'jobRegistration<Repositories>()',
        uses: ['Repositories'],
      },
      functions: {
        names: 'loadFiles',
        from: 'jobs/load.js',
        code: () => "await loadFiles(new URL('../jobs/', import.meta.url))",
      },
      repositories: {
        names: 'type Jobs, StoredJobs',
        from: 'jobs/jobs.js',
        code: () => 'new StoredJobs(session, registry.jobs)',
        uses: ['registry'],
        type: 'Jobs',
        adds: '$jobs',
        comment: 'Adds jobs in the same transaction.',
      },
      testModels: {
        names: 'RecordedJobs',
        from: 'jobs/jobs.js',
        code: () => '$jobs: new RecordedJobs()',
      },
      testSettings: { code: () => "'jobs.concurrency': 0" },
      exports: {
        code: () =>
          "export { type JobPayloads, RecordedJobs, type WaitingJob } from './runtime/jobs/jobs.js'",
      },
      app: {
        names: 'openJobs',
        from: ({ engine }) => (engine === 'svc_sqla' ? 'jobs/sql.js' : 'jobs/mongo.js'),
        code: (service) => `const jobs = openJobs(app, registry.jobs, settings, ${sourceOf(service)})`,
      },
      migrated: { code: () => 'jobs.start()' },
    },
    gauges: '...jobs.gauges',
    yours: { path: 'src/jobs/', about: 'the functions of jobs' },
    script: { name: 'jobs', about: 'shows jobs, calls failed ones again, and removes jobs' },
    dependencies: { croner: '^11.0.1' },
  },
  metrics: {
    about: 'Prometheus metrics at `/metrics`',
    readme: {
      about: 'Prometheus metrics at `/metrics`.',
      files: {
        'metrics.ts': 'Counts requests and calls.',
        'sql.ts': 'Counts connections.',
        'mongo.ts': 'Counts connections.',
        'settings.ts': 'Its settings.',
      },
    },
    additions: {
      settings: settingsOf('Metrics', 'metrics'),
      plugin: {
        names: 'metricsRoute',
        from: 'metrics/metrics.js',
        code: (service) => {
          const { metrics } = movedPaths(service)
          return metrics === undefined
            ? '(app) => metricsRoute(app, settings)'
            : `(app) => metricsRoute(app, settings, ${JSON.stringify(metrics)})`
        },
      },
      app: {
        names: 'measure',
        from: ({ engine }) => (engine === 'svc_sqla' ? 'metrics/sql.js' : 'metrics/mongo.js'),
        code: (service) => {
          const gauges = service.features.flatMap((name) => FEATURES[name].gauges ?? [])
          const given = gauges.length === 0 ? '' : `, gauges: [${gauges.join(', ')}]`
          const source = sourceOf(service)
          const database = source === 'database' ? source : `database: ${source}`
          return `measure(app, { ${database}, calls${given} })`
        },
      },
    },
    dependencies: { 'prom-client': '^15.1.3' },
  },
  polymorphic: {
    about: 'lists of several collections with `GET /a,b`',
    readme: {
      about: 'Lists of several collections.',
      files: {
        'polymorphic.ts': 'The route; reads the page from one collection after another.',
        'settings.ts': 'Its settings.',
      },
    },
    additions: { settings: settingsOf('Polymorphic', 'polymorphic') },
    dependencies: {},
  },
  redis: {
    about: 'rate limits that all processes share, counted in Redis',
    readme: {
      about: 'Rate limits that all processes share.',
      files: { 'redis.ts': 'Counts in Redis.', 'settings.ts': 'Its settings.' },
    },
    additions: {
      settings: settingsOf('Redis', 'redis'),
      counter: {
        names: 'openCounter',
        from: 'redis/redis.js',
        code: () => '(app) => openCounter(app, settings)',
      },
    },
    dependencies: { ioredis: '^5.8.0' },
  },
  replicas: {
    about: 'several PostgreSQL servers: failover and read replicas',
    readme: {
      about: 'Several PostgreSQL servers.',
      files: {
        'replicas.ts': 'Sends reads to replicas, except for callers who wrote recently.',
        'cluster.ts': 'Finds the primary and the up-to-date replicas.',
        'settings.ts': 'Its settings.',
      },
    },
    engine: 'svc_sqla',
    additions: {
      settings: settingsOf('Replica', 'replicas'),
      databaseUrl: { names: 'CLUSTER_URL', from: 'replicas/settings.js', code: () => 'CLUSTER_URL' },
      sql: {
        names: 'openCluster',
        from: 'replicas/replicas.js',
        code: () => 'openServers: openCluster(settings)',
      },
      identified: {
        names: 'useReplicas',
        from: 'replicas/replicas.js',
        code: (service) =>
          `await useReplicas(app, ${sourceOf(service)}, ${service.auth === null ? '() => undefined' : '(request) => request.caller?.key'})`,
      },
    },
    dependencies: {},
  },
  search: {
    about: 'full-text searches by OpenSearch',
    readme: {
      about: 'The search engine, which evaluates `q` and `event.search` if `search.url` is set.',
      files: {
        'sql.ts': 'Adds the search engine to a service on an SQL database.',
        'mongo.ts': 'Adds the search engine to a service on MongoDB.',
        'search.ts': 'The search engine of a service; the command line of `npm run search`.',
        'settings.ts': 'Its settings.',
        'refresh.ts': 'The `_refresh` parameter of writes.',
        'outbox.ts': 'Records which items have changed, in the transaction that changes them.',
        'worker.ts': 'Sends changed items to the engine and builds indexes.',
        'query.ts': 'Converts conditions to search engine queries, and hits to rows.',
        'engine.ts': 'Requests to the engine; the mapping and documents for a model.',
      },
    },
    isNeeded: ({ models }) => models.some(({ search }) => search === true),
    additions: {
      settings: settingsOf('Search', 'search'),
      models: { names: 'searchModels', from: 'search/outbox.js', code: () => '...searchModels' },
      wrap: {
        names: 'type Searching, withSearch',
        from: ({ engine }) => (engine === 'svc_sqla' ? 'search/sql.js' : 'search/mongo.js'),
        code: () => 'await withSearch(settings, source, models)',
        type: 'Searching',
        adds: 'search',
      },
      host: { code: () => 'rawSearch: search?.raw' },
      migrated: { code: () => 'search?.start(app)' },
      routes: {
        names: 'waitForSearch',
        from: 'search/refresh.js',
        code: () => 'waitForSearch(scope, search)',
      },
    },
    gauges: '...(search?.gauges ?? [])',
    script: { name: 'search', about: "checks and rebuilds the search engine's indexes" },
    dependencies: { ...PROGRESS, '@opensearch-project/opensearch': '^3.9.0' },
    devDependencies: PROGRESS_TYPES,
  },
  tracing: {
    about: 'OpenTelemetry spans',
    readme: {
      about: 'OpenTelemetry spans.',
      files: {
        'tracing.ts': 'Starts OpenTelemetry; spans of requests and of your functions.',
        'sql.ts': 'Spans of statements.',
        'mongo.ts': 'Spans of commands.',
        'settings.ts': 'Its settings.',
      },
    },
    additions: {
      settings: settingsOf('Tracing', 'tracing'),
      start: {
        names: 'startTracing',
        from: 'tracing/tracing.js',
        code: () => 'await startTracing(settings)',
      },
      sql: { names: 'traceStatements', from: 'tracing/sql.js', code: () => 'wrap: traceStatements' },
      mongodb: { names: 'traceCommands', from: 'tracing/mongo.js', code: () => 'traceCommands()' },
      plugin: { names: 'traceRequests', from: 'tracing/tracing.js', code: () => 'traceRequests' },
      app: { names: 'traceCalls', from: 'tracing/tracing.js', code: () => 'traceCalls(calls)' },
    },
    dependencies: {
      '@opentelemetry/api': '^1.9.0',
      '@opentelemetry/exporter-trace-otlp-http': '~0.219.0',
      '@opentelemetry/resources': '~2.8.0',
      '@opentelemetry/sdk-trace-node': '~2.8.0',
    },
  },
  tunneling: {
    about: 'other methods for clients that can send only GET, with `GET …?_m=POST`',
    readme: {
      about: 'Other methods for clients that can send only GET.',
      files: { 'tunneling.ts': 'Handles a GET with `_m`.', 'settings.ts': 'Its settings.' },
    },
    additions: {
      settings: settingsOf('Tunneling', 'tunneling'),
      modelRoutes: {
        names: 'tunneling',
        from: 'tunneling/tunneling.js',
        code: () => 'tunneling(scope, models, settings)',
      },
    },
    dependencies: {},
  },
}

/** Returns the names of the settings that only a feature reads. */
export function featureSettings(name: FeatureName): readonly string[] {
  const reads = texts[`${name}/settings.ts`]?.matchAll(/\bread\(\s*'([a-z_.]+)'/g) ?? []
  return [...reads].map(([, setting = '']) => setting)
}

/** Returns the addition that reads the settings of a feature with `runtime/<folder>/settings.ts`. */
function settingsOf(name: string, folder: string): Addition {
  const read = `${name.toLowerCase()}Settings`
  const type = `${name}Settings`
  return {
    names: `type ${type}, ${read}`,
    from: `${folder}/settings.js`,
    code: () => `${read}(reader)`,
    type,
  }
}

function preparesModels(names: string, from: string): Addition {
  const prepare = ({ engine }: Service): string => (engine === 'svc_sqla' ? 'createTables' : 'createIndexes')
  return {
    names,
    from,
    code: (service) => `await ${prepare(service)}(${sourceOf(service)}, ${names})`,
    uses: (service) => [prepare(service)],
  }
}

/** Returns the variable that contains the database as it was opened, without wrappers. */
export function sourceOf({ features, changes }: Pick<Service, 'features' | 'changes'>): string {
  const isWrapped =
    changes !== undefined || features.some((name) => FEATURES[name].additions.wrap !== undefined)
  return isWrapped ? 'source' : 'database'
}

/** Returns the features of a project: those in the list, those that they use, and those that the API needs. */
export function featuresOf(
  service: Omit<Service, 'features'>,
  listed: readonly FeatureName[],
): readonly FeatureName[] {
  const possible = listed.filter((name) => FEATURES[name].fault?.(service) === undefined)
  const used = new Set(possible.flatMap((name) => [name, FEATURES[name].uses ?? name]))
  return FEATURE_NAMES.filter((name) => {
    const { engine = service.engine, isNeeded } = FEATURES[name]
    return engine === service.engine && (used.has(name) || isNeeded?.(service) === true)
  })
}
