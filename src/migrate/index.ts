export { databaseSteps, diffServices, type DatabaseStep } from './steps/diff.js'
export { migrationFiles, nextMigration, type MigrationFile, type Previous } from './files.js'
export { describeStep, type Aspect, type Change, type MigrationStep } from './steps/step.js'
