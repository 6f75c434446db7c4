export { databaseSteps, diffServices, type DatabaseStep } from './diff.js'
export { migrationFiles, nextMigration, type MigrationFile, type Previous } from './files.js'
export { isGuarded } from './internal-models.js'
export { describeStep, type Aspect, type Change, type MigrationStep } from './step.js'
