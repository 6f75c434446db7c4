import { openServiceDatabase } from './database.js'
import './functions.js'
import { registry } from './registry.js'
import { runJobsCommand } from './runtime/jobs/command.js'
import { loadSettings } from './settings.js'

await runJobsCommand(process.argv.slice(2), registry.jobs.names, () => openServiceDatabase(loadSettings()))
