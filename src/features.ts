import { modules } from 'virtual:runtime'
import type { Engine, Service } from './ir/index.js'
import { hasManyToMany } from './ir/lookup.js'

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

/**
 * An optional part of projects. Its code is in `templates/runtime/<name>/`, as is what it adds to generated files:
 * `<point>.hbs` at each `{{point "<point>"}}` of their templates.
 */
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
  /** Whether it replaces the database with one that does more. */
  readonly wrapsDatabase?: true
  /** Whether its code in the service uses the database as it was opened. */
  readonly usesSource?: true
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
    yours: { path: 'src/mail.ts', about: 'the function that sends mails' },
    usesSource: true,
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
        'claim.ts': 'Lets only one import of a file run at a time.',
        'target.ts': 'Validates lines.',
        'keys.ts': 'New keys for items from another database.',
        'sql.ts': 'Makes generated keys continue after those of imported items.',
      },
    },
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
    yours: { path: 'src/jobs/', about: 'the functions of jobs' },
    script: { name: 'jobs', about: 'shows jobs, calls failed ones again, and removes jobs' },
    usesSource: true,
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
    usesSource: true,
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
    dependencies: {},
  },
  redis: {
    about: 'rate limits that all processes share, counted in Redis',
    readme: {
      about: 'Rate limits that all processes share.',
      files: { 'redis.ts': 'Counts in Redis.', 'settings.ts': 'Its settings.' },
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
    usesSource: true,
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
    wrapsDatabase: true,
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
      files: {
        'tunneling.ts': 'Handles a GET with `_m`.',
        'places.ts': 'What paths refer to.',
        'settings.ts': 'Its settings.',
      },
    },
    dependencies: {},
  },
}

/** Returns the names of the settings that only a feature reads. */
export function featureSettings(name: FeatureName): readonly string[] {
  return modules[`${name}/settings.ts`]?.settings ?? []
}

/** Returns the names of the function that reads the settings of a feature, and of their type; undefined if there are none. */
export function settingsOf(name: FeatureName): { readonly read: string; readonly type: string } | undefined {
  const exported = modules[`${name}/settings.ts`]?.exports ?? []
  const read = exported.find((each) => /^\w+Settings$/.test(each))
  const type = exported.find((each) => /^type \w+Settings$/.test(each))?.slice('type '.length)
  return read === undefined || type === undefined ? undefined : { read, type }
}

/** Returns the variable that contains the database as it was opened, without wrappers. */
export function sourceOf(service: Pick<Service, 'features' | 'changes' | 'relations'>): string {
  const { features, changes } = service
  const isWrapped =
    changes !== undefined || hasManyToMany(service) || features.some((name) => FEATURES[name].wrapsDatabase)
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
