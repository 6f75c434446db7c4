import { registry } from './registry.js'
import { openServiceDatabase } from './database.js'
import { repositories } from './repositories/index.js'
import { runDataCommand } from './runtime/transfer/command.js'
import { loadSettings } from './settings.js'

await runDataCommand(process.argv.slice(2), {
  settings: loadSettings,
  open: async (settings) => {
    const calls = registry.start(settings.handlerTimeout)
    const { database, models, gate, search } = await openServiceDatabase(settings)
    return { database, models, gate, search, isAtomic: true, call: calls.call.bind(calls) }
  },
  handlers: {},
  basePath: '',
  repositories,
})
