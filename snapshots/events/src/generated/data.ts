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
  handlers: {
    Profile: {
      create: { before: ['note_first'], after: ['note_first'] },
      replace: { before: ['note_first'], after: ['note_first'] },
    },
    Story: {
      create: {
        before: ['note_set', 'note_first', 'note_second'],
        after: ['note_first', 'note_second', 'note_set'],
      },
      replace: {
        before: ['note_set', 'note_first', 'note_second'],
        after: ['note_first', 'note_second', 'note_set'],
      },
    },
    User: {
      create: { before: ['note_first', 'note_set'], after: ['note_set', 'note_first'] },
      replace: { before: ['note_first', 'note_set'], after: ['note_set', 'note_first'] },
    },
  },
  basePath: '/v1',
  repositories,
})
