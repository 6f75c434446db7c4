import { MigrationError, type MigrationGate, pendingMessage } from './migration-command.js'

/** Rejects a command while migrations are pending. @throws MigrationError that names the pending migrations */
export async function requireMigrations(gate: MigrationGate): Promise<void> {
  const message = pendingMessage(await gate.status())
  if (message !== null) throw new MigrationError(message)
}
