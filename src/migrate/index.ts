export { type MigrationFile, stepLine } from './files.js'
export {
  isMigrationFor,
  type Migration,
  migrationName,
  type Newest,
  nextMigration,
  type Previous,
  withMigrations,
} from './migration.js'
export type { DatabaseStep } from './steps/diff.js'
