export { diffServices } from './diff.js'
export { migrationFiles, type MigrationFile } from './files.js'
export { renderMigration, type Rendered } from './render.js'
export { describeStep, type Aspect, type Change, type MigrationStep } from './step.js'
