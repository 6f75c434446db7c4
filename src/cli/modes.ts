/** Ways to run `generate`; each shuts out the others. */
export const MODES = [
  { option: 'check', attribute: 'check' },
  { option: 'dry-run', attribute: 'dryRun' },
  { option: 'watch', attribute: 'watch' },
] as const

/** The modes that an option shuts out, as commander names them. */
export function otherModes(option: (typeof MODES)[number]['option']): string[] {
  return MODES.filter((mode) => mode.option !== option).map(({ attribute }) => attribute)
}
