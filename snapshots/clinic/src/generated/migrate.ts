import { models } from './models/index.js'
import { runMigrations } from './runtime/sql/migrations.js'
import { loadSettings } from './settings.js'

await runMigrations(process.argv.slice(2), { settings: loadSettings, models })
