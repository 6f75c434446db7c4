export const EXIT = {
  /** Done, or nothing to do. */
  done: 0,
  /** The user needs to fix the input or the output folder. */
  failed: 1,
  /** `--check` found drift, `plan --exit-code` changes, or `plan --fail-on breaking` breaking changes. */
  drift: 2,
  /** Invalid arguments, or an internal error. */
  internal: 3,
  /** `plan --exit-code` found a change that loses data. */
  destructive: 4,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Thrown for an invalid command line (exit code 3). The message is for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
