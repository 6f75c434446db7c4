import { reversed, type TableMatch } from './match.js'
import type { MongoCommand } from './mongo-command.js'
import { mongoCommands } from './mongo-commands.js'

/** The commands of a migration, there and back. */
export interface MongoMigration {
  readonly up: readonly MongoCommand[]
  readonly down: readonly MongoCommand[]
}

/** What leads from the stored shape of one run to that of the next in MongoDB, and back. */
export function mongoMigration(matches: readonly TableMatch[]): MongoMigration {
  return { up: mongoCommands(matches), down: mongoCommands(reversed(matches)) }
}
