export { diffServices, type DatabaseStep } from './steps/diff.js'
export {
  baseOf,
  changesTables,
  databaseSteps,
  migrationFiles,
  migrationName,
  nextMigration,
  type MigrationFile,
  type Newest,
  type Previous,
} from './files.js'
export type { Base } from './shape/match.js'
export { describeStep, type Aspect, type Change, type MigrationStep } from './steps/step.js'
