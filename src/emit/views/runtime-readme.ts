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
      'write-item.ts': 'PATCH, PUT and DELETE of one item.',
      'page.ts': 'The body of a list: paging, totals, aggregations.',
      'documents.ts': 'The JSON of items in responses, with related items nested.',
      'response.ts': '`ETag`, `If-Match`, `Location`, OPTIONS, and errors of lists of items.',
      'host.ts': 'What the resources of a service share.',
      'tunnel.ts': 'Other methods by GET with `_m`, and the check for unknown query parameters.',
    },
  },
  {
    folder: 'query',
    about: 'Query parameters, from text to a condition.',
    files: {
      'reader.ts': 'Reads the query of a list.',
      'parameters.ts': 'Names and limits of the parameters.',
      'filters.ts': 'Filters on fields: `name=…`, `progress__gt=…`.',
      'targets.ts': 'The fields that a parameter names, also across relations.',
      'expression.ts': 'The expressions of `q`, as conditions.',
      'expression-parser.ts': 'The grammar of the expressions.',
      'paging.ts': '`_limit`, `_start`, `_page`, `_sort` and cursors.',
      'aggregations.ts': 'Aggregations over a list.',
    },
  },
  {
    folder: 'body',
    about: 'Request bodies.',
    files: {
      'parser.ts': 'Parses JSON and keeps long numbers exact.',
      'reader.ts': 'Checks a body against the model and returns rows.',
      'schema.ts': 'Checks a body against the JSON schema of the model.',
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
      'access.ts': 'Checks permissions in routes.',
      'acl.ts': 'Rules and principals of ACLs.',
      'field-rules.ts': 'Fields that a caller may see and write.',
      'authentication.ts': 'Finds the caller of a request.',
      'accounts.ts': 'Users, tokens and ended sessions in the database.',
      'routes.ts': 'Login, logout, tokens and registration.',
      'registration.ts': 'Checks new users; creates the first one.',
      'tickets.ts': 'Signed cookies.',
      'passwords.ts': 'Hashes of passwords.',
      'limits.ts': 'Limits of attempts to log in.',
    },
  },
  {
    folder: 'server',
    about: 'The Fastify server.',
    files: {
      'server.ts': 'Creates the server with its plugins and limits.',
      'start.ts': 'Listens, and stops on SIGTERM.',
      'endpoints.ts': 'Health, metrics and API documentation.',
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
      'numbers.ts': 'Numbers with more digits than a double holds.',
      'text.ts': 'Checked values, and suggestions for misspelled names.',
      'pattern.ts': 'Regular expressions that run in linear time.',
    },
  },
  {
    folder: 'sql',
    about: 'SQLite and PostgreSQL.',
    files: {
      'database.ts': 'Opens the database that the setting `database` names.',
      'sqlite-database.ts': 'Connections and transactions of SQLite.',
      'sqlite.ts': 'The SQL dialect of SQLite.',
      'postgres-database.ts': 'Connections and transactions of PostgreSQL.',
      'postgres.ts': 'The SQL dialect of PostgreSQL.',
      'dialect.ts': 'The differences between the two dialects.',
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
