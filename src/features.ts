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
    script: { name: 'data', about: 'exports items to files, and imports them' },
    dependencies: { ...PROGRESS, 'csv-parse': '^7.0.3' },
    devDependencies: PROGRESS_TYPES,
  },
  jobs: {
    about: 'work after the commit that outlives the process, retries, and cron expressions',
    yours: { path: 'src/jobs/', about: 'the functions of jobs' },
    script: { name: 'jobs', about: 'shows jobs, calls failed ones again, and removes jobs' },
    usesSource: true,
    dependencies: { croner: '^11.0.1' },
  },
  metrics: {
    about: 'Prometheus metrics at `/metrics`',
    usesSource: true,
    dependencies: { 'prom-client': '^15.1.3' },
  },
  polymorphic: {
    about: 'lists of several collections with `GET /a,b`',
    dependencies: {},
  },
  redis: {
    about: 'rate limits that all processes share, counted in Redis',
    dependencies: { ioredis: '^5.8.0' },
  },
  replicas: {
    about: 'several PostgreSQL servers: failover and read replicas',
    engine: 'svc_sqla',
    usesSource: true,
    dependencies: {},
  },
  search: {
    about: 'full-text searches by OpenSearch',
    isNeeded: ({ models }) => models.some(({ search }) => search === true),
    wrapsDatabase: true,
    script: { name: 'search', about: "checks and rebuilds the search engine's indexes" },
    dependencies: { ...PROGRESS, '@opensearch-project/opensearch': '^3.9.0' },
    devDependencies: PROGRESS_TYPES,
  },
  tracing: {
    about: 'OpenTelemetry spans',
    dependencies: {
      '@opentelemetry/api': '^1.9.0',
      '@opentelemetry/exporter-trace-otlp-http': '~0.219.0',
      '@opentelemetry/resources': '~2.8.0',
      '@opentelemetry/sdk-trace-node': '~2.8.0',
    },
  },
  tunneling: {
    about: 'other methods for clients that can send only GET, with `GET …?_m=POST`',
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
