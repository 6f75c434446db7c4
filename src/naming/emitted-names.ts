/**
 * The names that emitted files import from modules of the project, by the path of the module below `src/generated`, in
 * the order in which they are printed. Types start with `type`. The files that import the names in the first two tables
 * also declare names that the API defines, so these names are reserved.
 */
export type ModuleNames = Readonly<Record<string, readonly string[]>>

/** The names that routes import. Their variables are named after models. */
export const ROUTE_MODULES: ModuleNames = {
  'runtime/auth/access.js': ['authorize', 'may', 'permit', 'permitted', 'permitUnread'],
  'runtime/http/attributes.js': ['readAttributeChanges', 'showAttribute'],
  'runtime/http/singular.js': ['findOnly', 'lockOnly', 'newOnly'],
  'runtime/http/write-item.js': [
    'changeItem',
    'created',
    'deleteItem',
    'forEachItem',
    'optionsHandler',
    'replaceItem',
    'sendTagged',
  ],
}

/** The names that are imported next to the types of models. */
export const TYPE_MODULES: ModuleNames = {
  'runtime/changes/changes.js': ['changingDatabase', 'trackUsers', 'type RowChange'],
  'runtime/events/registry.js': ['Registry', 'type Calls'],
  'runtime/auth/principals.js': ['type PrincipalFunction'],
  'runtime/events/types.js': ['type DefaultFunction', 'type ProcessorContext', 'type ProcessorFunction'],
  'runtime/http/actions.js': [
    'Actions',
    'multipartForms',
    'type ActionFunction',
    'type ActionSpec',
    'type UploadedFile',
  ],
  'runtime/json.js': ['type Json'],
  'runtime/model.js': ['type Models', 'type ModelSpec', 'now', 'timestamp', 'today', 'uuid'],
  'runtime/repository/repository.js': [
    'type AnyFilter',
    'type ListFilter',
    'type Logical',
    'type ModelTypes',
    'type OrderedFilter',
    'type PresenceFilter',
    'type TextFilter',
    'type ToManyFilter',
    'type ToOneFilter',
  ],
  'runtime/schemes/schemes.js': ['externalSchemes', 'type BasicCredentials', 'type SchemeFunction'],
}

/** The names that only files without names from the API import. */
export const OTHER_MODULES: ModuleNames = {
  // Before the settings of the runtime, which `settings.ts` names by their folder.
  'settings.js': ['loadSettings', 'type Settings'],
  'auth.js': ['auth'],
  'database.js': ['openServiceDatabase'],
  'events.js': ['* as events', 'type Caller', 'type EventModels'],
  'models/index.js': ['models'],
  'registry.js': ['registry'],
  'repositories/index.js': ['repositories', 'type Repositories'],
  'row-rules.js': ['rowRules'],
  'runtime/auth/accounts.js': ['authModels'],
  'actions/schemas.js': ['schemas'],
  'runtime/auth/acl.js': ['authenticated', 'everyone', 'group', 'user', 'type Permission'],
  'runtime/auth/action-sessions.js': ['actionSessions'],
  'runtime/auth/authentication.js': ['guardedHost', 'startAuthentication'],
  'runtime/auth/own-acls.js': ['ownAcls', 'type ItemRules', 'withOwnAcl'],
  'runtime/auth/passwords.js': ['hashPassword'],
  'runtime/auth/routes.js': ['authRoutes', 'createSystemUser'],
  'runtime/auth/writers.js': ['withWriters'],
  'runtime/body/parser.js': ['bodyParser'],
  'runtime/body/dicts.js': ['dictMerging'],
  'runtime/body/patterns.js': ['linearPatterns'],
  'runtime/http/any-bodies.js': ['anyBodies'],
  'runtime/http/host.js': ['createHost'],
  'runtime/http/nested-documents.js': ['addNested'],
  'runtime/http/parameters.js': ['declaredParameters', 'parameterCompiler'],
  'runtime/http/polymorphic.js': ['polymorphicQueries'],
  'runtime/http/responses.js': ['type Respond', 'ResponseChecks'],
  'runtime/http/refresh.js': ['acceptRefresh'],
  'runtime/http/related-paths.js': ['followPath'],
  'runtime/http/guarded-resource.js': ['GuardedResource'],
  'runtime/http/write-rules.js': ['WriteRuleResource'],
  'runtime/http/resource.js': ['Resource'],
  'runtime/http/write-only.js': ['writeOnlyHost'],
  'runtime/http/tunnel.js': ['rejectParameters', 'tunneling'],
  'runtime/migration-command.js': ['MigrationGate', 'migrationsFolder'],
  'runtime/mongo/database.js': ['NO_TRANSACTIONS', 'type MongoDatabase', 'openDatabase'],
  'runtime/mongo/migrations.js': ['migrateUp', 'migrationStatus'],
  'runtime/repository/deletion.js': ['deleteWithRelated'],
  'runtime/rules/row-rules.js': [
    'type FilterFunction',
    'RowRules',
    'unrestricted',
    'type ModelRules',
    'all',
    'literal',
    'now',
    'rows',
    'rowsOf',
    'today',
    'userField',
    'where',
  ],
  'runtime/schemes/settings.js': ['readSchemeSettings', 'type SchemeSettings'],
  'runtime/schemes/tokens.js': ['tokenReaders'],
  'runtime/server/server.js': ['createServer', 'itemsBeforeBodies'],
  'runtime/settings/reader.js': ['type SettingValues'],
  'runtime/settings/settings.js': ['loadSettings as load', 'type Settings', 'type Settings as CoreSettings'],
  'runtime/sql/conversions.js': ['registerConversions'],
  'runtime/sql/database.js': ['openDatabase', 'type SqlDatabase'],
  'runtime/sql/migrations.js': ['migrateUp', 'migrationStatus'],
  'runtime/store.js': ['type Database', 'rejectInTransaction', 'type Session'],
  'schemes.js': ['schemes'],
  'service.js': ['type Service'],
}
