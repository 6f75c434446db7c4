import type { Service } from '../../ir/index.js'
import { runtimeFiles } from '../runtime.js'

/** The folders of the runtime in the order in which a reader needs them, with a sentence for each of their files. */
const TOPICS: readonly {
  /** Empty for the files outside of folders. */
  readonly folder: string
  readonly about: string
  readonly files: Readonly<Record<string, string>>
}[] = [
  {
    folder: '',
    about: 'Types that all folders share.',
    files: {
      'model.ts': 'The table of a model: its fields, relations and schema, and the rows of its items.',
      'store.ts': 'What a database offers to the rest: sessions, transactions, conditions, stores.',
      'errors.ts': 'Errors with an HTTP status.',
      'json.ts': 'JSON types and a small cache.',
      'migration-command.ts': 'The command line of `npm run migrate`.',
    },
  },
  {
    folder: 'http',
    about: 'The steps of the routes.',
    files: {
      'resource.ts': 'One model over HTTP: reads requests, finds items, makes documents. Start here.',
      'write-item.ts':
        'Writes of items, and the fields that clients may not write; `ETag`, `If-Match`, `Location`, OPTIONS.',
      'page.ts': 'The body of a list: paging, totals, aggregations.',
      'documents.ts': 'The JSON of items in responses, with related items nested.',
      'host.ts': 'What the resources of a service share.',
      'actions.ts': 'Custom actions: reads their requests, and calls your functions.',
      'parameters.ts':
        'Declared parameters in the path, the query, headers and forms: types, constraints, defaults.',
      'tunnel.ts': 'Other methods by GET with `_m`, and the check for unknown query parameters.',
    },
  },
  {
    folder: 'query',
    about: 'Query parameters, from text to a condition.',
    files: {
      'reader.ts': 'Reads the query of a list, and its aggregations.',
      'parameters.ts':
        'Names and limits of the parameters: `_limit`, `_start`, `_page`, `_sort`; cursors; the fields that parameters name, also across relations.',
      'filters.ts': 'Filters on fields: `name=…`, `progress__gt=…`.',
      'expression.ts': 'The grammar of the expressions of `q`, and their conditions.',
    },
  },
  {
    folder: 'body',
    about: 'Request bodies.',
    files: {
      'parser.ts':
        'Parses JSON, keeps long numbers exact, and checks bodies against the JSON schema of the model.',
      'reader.ts': 'Checks a body against the model and returns rows.',
    },
  },
  {
    folder: 'repository',
    about: 'Items in code.',
    files: {
      'repository.ts': 'The repository that handlers use, and its types.',
      'items.ts': 'Creates, changes and deletes items, with defaults, relations and `ondelete` rules.',
    },
  },
  {
    folder: 'events',
    about: 'Your functions.',
    files: {
      'types.ts': 'The types of events, processors, defaults and principals.',
      'event.ts': 'The event that handlers receive, and events for tests.',
      'registry.ts': 'Registers your functions by name and calls them within the time limit.',
    },
  },
  {
    folder: 'auth',
    about: 'Who the caller is and what they may do.',
    files: {
      'access.ts': 'Checks permissions in routes; fields that a caller may see and write.',
      'acl.ts': 'Rules and principals of ACLs.',
      'authentication.ts': 'Finds the caller of a request; limits attempts to log in.',
      'accounts.ts': 'Users, their hashed passwords, tokens and ended sessions in the database.',
      'routes.ts': 'Login, logout, tokens and registration; creates the first user.',
      'tickets.ts': 'Signed cookies.',
    },
  },
  {
    folder: 'data',
    about: 'The command line of `npm run data`.',
    files: {
      'command.ts': 'Arguments, messages and progress.',
      'files.ts': 'The format of files, JSON lines and CSV; the export.',
      'import.ts':
        'Reads, validates and stores the lines of files in batches; new keys of items from another database.',
    },
  },
  {
    folder: 'search',
    about: 'The search engine that answers `q` and `event.search`, if the setting `search.url` is set.',
    files: {
      'search.ts': 'Adds the engine to a service; `_refresh`; the command line of `npm run search`.',
      'outbox.ts': 'Records which items have changed, in the transaction that changes them.',
      'worker.ts': 'Writes the documents of changed items, and builds indexes.',
      'query.ts': 'Conditions as queries of the engine, and their hits as rows.',
      'engine.ts': 'Requests to the engine; the mapping and the documents of a model.',
    },
  },
  {
    folder: 'server',
    about: 'The Fastify server.',
    files: {
      'server.ts': 'Creates the server with its plugins and limits.',
      'start.ts': 'Listens, and stops on SIGTERM.',
      'limits.ts': 'Limits of requests and attempts to log in, counted in memory or in Redis.',
      'endpoints.ts': 'Health, metrics and API documentation.',
      'tracing.ts': 'Spans of OpenTelemetry.',
      'problem.ts': 'Errors as `application/problem+json`.',
    },
  },
  {
    folder: 'settings',
    about: '`service.ini` and environment variables.',
    files: {
      'settings.ts': 'All settings, with their types and defaults.',
      'reader.ts': 'Reads settings and reports all errors at once.',
    },
  },
  {
    folder: 'values',
    about: 'Values of fields.',
    files: {
      'values.ts': 'Each field type: checks a value and brings it into its canonical form.',
      'scalars.ts':
        'Texts and numbers, also with more digits than a double holds; suggestions for misspelled names.',
      'pattern.ts': 'Regular expressions that run in linear time.',
    },
  },
  {
    folder: 'sql',
    about: 'SQLite and PostgreSQL.',
    files: {
      'database.ts':
        'Opens the database that `database.url` names; the differences between the two dialects.',
      'sqlite-database.ts': 'Connections and transactions of SQLite.',
      'sqlite.ts': 'The SQL dialect of SQLite.',
      'postgres-database.ts': 'Connections and transactions of PostgreSQL.',
      'replicas.ts': 'Finds the primary among several PostgreSQL servers, and replicas that are up to date.',
      'postgres.ts': 'The SQL dialect of PostgreSQL.',
      'store.ts': 'Reads and writes the rows of one model.',
      'select.ts': 'SELECT statements.',
      'conditions.ts': 'WHERE clauses.',
      'table.ts': 'Columns of a model, and how their values are stored.',
      'migrations.ts': 'Applies and reverts the files in `migrations/`.',
    },
  },
  {
    folder: 'mongo',
    about: 'MongoDB.',
    files: {
      'database.ts': 'Opens the database.',
      'transaction.ts': 'Sessions and transactions.',
      'store.ts': 'Reads and writes the documents of one model.',
      'collection.ts': 'Collections and their indexes.',
      'filter.ts': 'Conditions as query filters.',
      'aggregate.ts': 'Aggregations.',
      'codec.ts': 'How values of fields are stored.',
      'migrations.ts': 'Applies and reverts the files in `migrations/`.',
    },
  },
]

/** What `runtime/README.md` prints. */
export interface RuntimeReadmeView {
  readonly topics: readonly {
    readonly title: string
    readonly about: string
    readonly files: readonly { readonly name: string; readonly about: string }[]
  }[]
}

/** Describes the files of the runtime that the service has. */
export function runtimeReadmeView(service: Service): RuntimeReadmeView {
  const paths = new Set(runtimeFiles(service).map(({ path }) => path.slice('src/generated/runtime/'.length)))
  const topics = TOPICS.map(({ folder, about, files }) => ({
    title: folder === '' ? 'Shared' : `${folder}/`,
    about,
    files: Object.entries(files)
      .filter(([name]) => paths.has(folder === '' ? name : `${folder}/${name}`))
      .map(([name, text]) => ({ name, about: text })),
  }))
  return { topics: topics.filter(({ files }) => files.length > 0) }
}
