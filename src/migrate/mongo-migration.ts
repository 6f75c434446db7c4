import type { Service } from '../ir/index.js'
import { matchTables, reversed } from './match.js'
import type { MongoCommand } from './mongo-command.js'
import { mongoCommands } from './mongo-commands.js'

/** The commands of a migration, there and back. */
export interface MongoMigration {
  readonly up: readonly MongoCommand[]
  readonly down: readonly MongoCommand[]
}

/** What leads from the stored shape of one run to that of the next in MongoDB, and back. */
export function mongoMigration(before: Service | null, after: Service): MongoMigration {
  const matches = matchTables(before, after)
  return { up: mongoCommands(matches), down: mongoCommands(reversed(matches)) }
}
