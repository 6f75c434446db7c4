import { FEATURE_NAMES, FEATURES } from '../../features.js'
import type { OutputFile } from '../files.js'

interface Topic {
  /** Empty for files that are not in a folder. */
  readonly folder: string
  readonly about: string
  readonly files: Readonly<Record<string, string>>
}

/** The runtime folders in the recommended reading order, with a description of each file. */
const TOPICS: readonly Topic[] = [
  {
    folder: '',
    about: 'Types shared by all folders.',
    files: {
      'model.ts': 'The description of a model: its fields, relations and schema, and the type of its rows.',
      'store.ts': 'The database interface: sessions, transactions, conditions and stores.',
      'store-layer.ts': 'Sessions over other sessions, with other stores.',
      'errors.ts': 'Errors with an HTTP status.',
      'internal-model.ts': 'Models for data of the service itself.',
      'json.ts': 'JSON types, comparisons and a small cache.',
      'loop.ts': 'Repeats work in the background, after failures less often.',
      'slots.ts': 'Limits how much work of one kind runs at the same time.',
      'migration-command.ts': 'The command line of `npm run migrate`.',
      'migrations-applied.ts': 'Rejects commands while migrations are pending.',
      'migration-rows.ts': 'Messages about rows that a migration cannot change.',
    },
  },
  {
    folder: 'spec',
    about: 'What the service shares with svcgen.',
    files: {
      'field-types.ts': 'The types of fields, and how their values can be queried.',
      'query-language.ts': 'The operators, parameters and aggregations.',
      'event-actions.ts': 'The actions that have events.',
      'parameters.ts': 'Where declared parameters are, and how they are written.',
      'dialects.ts': 'The SQL databases.',
      'wording.ts': 'Numbers and lists in messages.',
    },
  },
  {
    folder: 'http',
    about: 'The code called by routes.',
    files: {
      'resource.ts':
        'Serves one model over HTTP: reads requests, finds items and builds documents. Start here.',
      'create-all.ts': 'Creates all items in a body, or none.',
      'write.ts': 'Writes items: with one statement, or in a transaction.',
      'entity-tags.ts': '`ETag`, `If-Match` and `Location`.',
      'handlers.ts': 'Calls handlers and processors, and checks queries before they run.',
      'permit-many.ts': 'Checks writes of several items before handlers run.',
      'options.ts': 'OPTIONS.',
      'attributes.ts': 'Routes of list and dict fields.',
      'singular.ts': 'Items that their parent alone identifies.',
      'put-new.ts': 'A PUT that creates the item at its path.',
      'page.ts': 'The response body of a list: paging, totals and aggregations.',
      'documents.ts': 'The JSON of items in responses.',
      'nested-documents.ts': 'Related items in documents.',
      'related-paths.ts': 'The paths of items that contain values of other items.',
      'host.ts': 'What resources share: limits, access checks, event contexts, searches and background work.',
      'unknown-parameters.ts': 'Rejects query parameters on routes that accept none.',
    },
  },
  {
    folder: 'operations',
    about: 'Operations that the API declares itself.',
    files: {
      'actions.ts': 'Calls your functions and sends their results. Start here.',
      'inputs.ts': 'Reads requests: parameters and bodies as declared.',
      'parameters.ts':
        'Declared parameters in paths, queries, headers and forms: types, constraints and defaults.',
      'parameter-spec.ts': 'How parameters are declared.',
      'declared-query.ts': 'Declared parameters of routes of models.',
      'conversion.ts': 'Converts the text of parameters to the types in their schemas.',
      'http-date.ts': 'Dates as in HTTP headers.',
      'styles.ts': 'How lists and objects are written in parameters.',
      'untyped-integers.ts': 'Rejects integers that JSON numbers round, where no schema describes them.',
      'cookies.ts': 'Reads the cookies of a request.',
      'forms.ts': 'The fields and files of forms.',
      'multipart.ts': 'Reads multipart forms, within limits.',
      'any-bodies.ts': 'Accepts bodies of all media types.',
      'raw-body.ts': 'Keeps the bytes of bodies for actions that check signatures.',
      'responses.ts': 'Sends and checks the declared responses of custom actions.',
      'accept.ts': 'Selects the example that the client prefers.',
      'deprecation.ts': 'The headers of deprecated operations.',
    },
  },
  {
    folder: 'policy',
    about: 'Who is allowed to do what with which items, fields and links.',
    files: {
      'policy.ts': 'The questions that each policy answers, and the policy without restrictions. Start here.',
      'restricted-policy.ts': 'What happens between the body of a write and the data to store.',
      'all-rights.ts': 'The rights in a service without authentication.',
      'links.ts': 'The links that a caller is allowed to change.',
      'write-rules.ts': 'The rules about who can write a field, and when.',
    },
  },
  {
    folder: 'query',
    about: 'Converts query parameters to conditions.',
    files: {
      'reader.ts': 'Reads queries on collections, including aggregations.',
      'parameters.ts':
        'The names and limits of `_limit`, `_start`, `_page` and `_sort`; cursors; the resolution of field names, including those of related models.',
      'filters.ts': 'Filters on fields: `name=…`, `progress__gt=…`.',
      'expression.ts': 'Parses the expressions in `q` and converts them to conditions.',
    },
  },
  {
    folder: 'contract',
    about: "Operations that answer as the API's document declares.",
    files: {
      'mapping.ts':
        'What the document declares: the meanings of parameters, and the bodies of responses and errors.',
      'query.ts': 'Translates declared parameters into the query language.',
      'responses.ts': 'Makes declared bodies from documents, pages and errors.',
      'declared-documents.ts': 'Makes the documents that your functions get what the components say.',
      'concrete-paths.ts': 'Prefers paths without parameters, for all methods.',
      'quoted-keys.ts': 'Decodes keys in quotation marks, as in OData.',
      'items-before.ts': 'Continues lists after the item whose key a parameter contains.',
      'comparisons.ts': 'Reads filters as in OData: `Price gt 5 and Name ne null`.',
      'masks.ts': 'Reduces changes to the members that a parameter such as `updateMask` names.',
      'lookups.ts': 'Finds items by unique fields in the path.',
      'own-queries.ts': 'Reads query parameters that the document does not declare.',
      'error-bodies.ts': 'Calls your function for the bodies of errors.',
      'failures.ts': 'Makes the declared responses to errors.',
      'list-filters.ts': 'Calls your functions for the parameters of lists.',
      'scope.ts': 'Selects items by parameters in the path.',
      'contract.ts': 'Reads the requests of such operations, and answers them.',
    },
  },
  {
    folder: 'body',
    about: 'Request bodies.',
    files: {
      'parser.ts': "Parses JSON, and checks bodies against the model's JSON schema.",
      'digits.ts': 'Rejects numbers that have more digits than JSON numbers preserve.',
      'compiler.ts': 'Compiles the JSON schemas of parameters and bodies of custom actions.',
      'part-rules.ts': 'Who can write the parts of dicts and lists.',
      'field-parts.ts':
        'Guards the parts of dicts and lists that have their own `readOnly`, `writeOnly`, `_write_once` or `_writable_by`.',
      'repeated.ts': 'Applies schemas only once to each value that several alternatives contain.',
      'dicts.ts': 'Merges dicts in bodies into those of items (RFC 7396).',
      'enums.ts': 'The `enum` keyword of JSON schemas.',
      'unique-items.ts': 'The `uniqueItems` keyword of JSON schemas.',
      'patterns.ts': 'The `pattern` keyword of JSON schemas.',
      'reader.ts': 'Checks a body against the model and returns rows.',
    },
  },
  {
    folder: 'changes',
    about: 'Handlers of `on_change`.',
    files: { 'changes.ts': 'Calls the handlers for each changed row, in the same transaction.' },
  },
  {
    folder: 'links',
    about: 'Many-to-many relations.',
    files: {
      'linked-database.ts':
        'Reads, selects and writes lists whose items are linked by items of a third model.',
      'unlink.ts': 'Removes items from the list of their parent.',
    },
  },
  {
    folder: 'repository',
    about: 'Access to items from code.',
    files: {
      'repository.ts': 'The repository that handlers use.',
      'types.ts': 'The types of repositories, and the types of a model from which they follow.',
      'conditions.ts': 'Converts the filters and orders of repositories to conditions.',
      'items.ts': 'Creates, changes and deletes items, with defaults and relations.',
      'groups.ts': '`groupBy`.',
      'links.ts': 'Checks the keys of related items.',
      'deletion.ts': 'The `ondelete` rules of items that refer to deleted items.',
      'parts.ts': 'The fields and relations of a model by how they are stored, and keys.',
    },
  },
  {
    folder: 'events',
    about: 'Your functions.',
    files: {
      'processors.ts': 'The types of processors.',
      'types.ts': 'The types of events, defaults and principals.',
      'event.ts': 'The event that handlers receive, and events for tests.',
      'registry.ts': 'Registers your functions by name and calls them within the time limit.',
      'default-functions.ts': 'Calls the functions for defaults.',
      'operation-registry.ts': 'Also registers the functions of custom actions and security schemes.',
    },
  },
  {
    folder: 'auth',
    about: 'Authentication, and what callers are allowed to do.',
    files: {
      'authentication.ts': 'Identifies the caller of a request. Start here.',
      'caller-rights.ts': 'What access rules and the visibility of fields allow a caller.',
      'log-in.ts': 'Makes a user the caller of a request.',
      'own-acls.ts': 'The rules of individual items.',
      'principals.ts': 'Calls the functions in ACLs.',
      'writers.ts': 'The callers who are allowed to write a field.',
      'api-keys.ts': 'API keys and their routes.',
      'routes.ts': 'Login, logout and the current user.',
      'registration.ts': 'Registration.',
      'system-user.ts': 'Creates the first user.',
      'action-sessions.ts': 'Starts and ends sessions for custom actions.',
    },
  },
  {
    folder: 'sessions',
    about: 'Credentials: how long they hold, and what they allow.',
    files: {
      'tickets.ts': 'Tickets in signed cookies.',
      'ticket-seal.ts': 'Signs and verifies tickets.',
      'checked-database.ts': 'Checks in each transaction that the session of the caller has not ended.',
      'limits.ts': 'What credentials allow at most.',
      'required-credentials.ts':
        'Hides items from callers without the credentials that their own routes require.',
      'origins.ts': 'Rejects requests from the web pages of other sites.',
    },
  },
  {
    folder: 'users',
    about: 'The users who can log in.',
    files: {
      'users.ts': 'Users and their sessions in the database.',
      'user-checks.ts': 'The form of user names and email addresses.',
      'passwords.ts': 'Hashes and verifies passwords.',
      'attempts.ts': 'Limits login attempts, and conflicts that reveal the names of users.',
      'login-changes.ts': 'Which credentials can change a password or an email address.',
      'reserved-names.ts': 'Rejects new users whose names access rules contain.',
      'system-fields.ts': 'The required fields of the first user.',
    },
  },
  {
    folder: 'access',
    about: 'Callers, and the rules that apply to them.',
    files: {
      'config.ts': 'What `auth.ts` declares.',
      'caller.ts': 'The caller of a request, and how credentials identify one.',
      'acl.ts': 'ACL rules and principals.',
      'access.ts': 'Checks permissions in routes.',
      'field-rules.ts': 'The fields that a caller is allowed to see and write.',
      'rule-text.ts': 'Rules as text.',
    },
  },
  {
    folder: 'rules',
    about: 'Which rows callers are allowed to use.',
    files: {
      'rules.ts': 'How row rules are written.',
      'row-rules.ts': 'Returns what the rules allow the caller of a request. Start here.',
      'conditions.ts': 'Converts the rules for a caller to conditions.',
      'caller-rows.ts': 'The rows that a caller can read and write.',
      'caller-store.ts': 'Adds the conditions to everything that is read for the caller.',
      'shown-rows.ts': 'Hides the rows that a caller cannot view.',
      'items.ts': 'Checks the rules for what is written.',
    },
  },
  {
    folder: 'schemes',
    about: 'Security schemes whose credentials the service does not issue.',
    files: {
      'schemes.ts': 'Reads the credentials in a request and calls your functions.',
      'unstored.ts': 'Callers that your functions describe instead of a stored user.',
      'tokens.ts': 'Verifies the tokens of identity providers, and creates their users.',
      'settings.ts': 'The settings of identity providers.',
    },
  },
  ...FEATURE_NAMES.map((folder) => ({ folder, ...FEATURES[folder].readme })),
  {
    folder: 'server',
    about: 'The Fastify server.',
    files: {
      'server.ts': 'Creates the server with its plugins and limits.',
      'start.ts': 'Listens, and stops on SIGTERM.',
      'limits.ts': 'Limits on requests.',
      'counter.ts': 'Counts failed logins, in time windows.',
      'endpoints.ts': 'Health and API documentation.',
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
    about: 'Field values.',
    files: {
      'values.ts': 'Validates field values according to their type and converts them to canonical form.',
      'scalars.ts':
        'Text and numbers, including numbers with more digits than a double can hold; suggestions for misspelled names.',
      'one-line.ts': 'Texts of clients in the output of commands.',
      'same-value.ts': 'Compares values.',
      'made.ts': 'Default values that are made when an item is stored.',
      'time-zone.ts': 'Days and hours in time zones.',
      'conversions.ts': 'Converts values to another type, for migrations.',
      'folded.ts': 'Text without accents, for searches.',
      'fuzzy.ts': 'Words with a few different letters.',
      'pattern.ts': 'Regular expressions for words in full-text searches.',
      'schema-pattern.ts': 'Regular expressions of JSON schemas, in linear time.',
    },
  },
  {
    folder: 'sql',
    about: 'SQLite and PostgreSQL.',
    files: {
      'database.ts': 'Opens the database at `database.url`.',
      'connection.ts': 'What databases, their options and connections for migrations are.',
      'clock.ts': 'The clock of the database.',
      'full-text.ts': 'How searches use full-text indexes.',
      'store.ts': 'Reads and writes the rows of one model.',
      'own-statements.ts': '`models.$sql`.',
      'select.ts': 'SELECT statements.',
      'related.ts': 'Finds the user of a ticket with one statement.',
      'conditions.ts': 'WHERE clauses.',
      'table.ts': 'The columns of a model, statements, and the differences between the dialects.',
      'codecs.ts': 'How values are stored.',
      'migrations.ts': 'Applies and reverts the files in `migrations/`.',
      'internal-tables.ts': 'Creates the tables of internal models.',
      'sqlite-driver.ts': 'Opens SQLite files with `node:sqlite`, or with better-sqlite3 on Node.js 20.',
      'sqlite/dialect.ts': 'The SQLite dialect.',
      'sqlite/database.ts': 'SQLite connections and transactions.',
      'existing-rows.ts': 'Checks of rows before a migration changes their table.',
      'sqlite/own-objects.ts':
        'Keeps the indexes, triggers and views that you have added when a migration rebuilds their table.',
      'sqlite/conversions.ts': 'The functions with which migrations convert values on SQLite.',
      'given-keys.ts': 'Generated keys continue after those that clients chose.',
      'postgres/dialect.ts': 'The PostgreSQL dialect.',
      'postgres/database.ts': 'PostgreSQL connections and transactions.',
      'postgres/sequences.ts': 'The sequences that generate keys, in PostgreSQL.',
      'postgres/folded-sql.ts': 'Text without accents, in PostgreSQL.',
    },
  },
  {
    folder: 'mongo',
    about: 'MongoDB.',
    files: {
      'counters.ts': 'Counts integer keys.',
      'database.ts': 'Opens the database.',
      'clock.ts': 'The clock of the database.',
      'transaction.ts': 'Sessions and transactions.',
      'emulated-writes.ts': 'Writes in the transactions of a server that has none.',
      'store.ts': 'Reads and writes the documents of one model.',
      'related.ts': 'Finds the user of a ticket.',
      'own-commands.ts': '`models.$collection`.',
      'collection.ts': 'Collections and their indexes.',
      'internal-indexes.ts': 'Creates the indexes of internal models.',
      'filter.ts': 'Conditions as query filters.',
      'aggregate.ts': 'Aggregations.',
      'codec.ts': 'How field values are stored.',
      'letters.ts': 'The letters with the same meaning for searches.',
      'migrations.ts': 'Applies and reverts the files in `migrations/`.',
    },
  },
]

/** Returns descriptions of the runtime files that the service has. */
export function runtimeReadmeView(used: readonly OutputFile[]): object {
  const lines = used.reduce((sum, file) => sum + file.content().text.split('\n').length - 1, 0)
  const paths = new Set(used.map(({ path }) => path.slice('src/generated/runtime/'.length)))
  const topics = TOPICS.map(({ folder, about, files }) => ({
    title: folder === '' ? 'Shared' : `${folder}/`,
    about,
    files: Object.entries(files)
      .filter(([name]) => paths.has(folder === '' ? name : `${folder}/${name}`))
      .map(([name, text]) => ({ name, about: text })),
  }))
  return {
    topics: topics.filter(({ files }) => files.length > 0),
    files: used.length,
    thousands: (Math.round(lines / 500) / 2).toFixed(1),
  }
}
