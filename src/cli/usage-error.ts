/** The command line is wrong; the message says how, for the user (exit code 3). */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
