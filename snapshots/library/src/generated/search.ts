import { openServiceDatabase } from './database.js'
import { runSearchCommand } from './runtime/search/search.js'
import { loadSettings } from './settings.js'

await runSearchCommand(process.argv.slice(2), () => openServiceDatabase(loadSettings()))
