/**
 * Returns the processor time that this process has used, in milliseconds. Unlike a clock, it does not depend on what other
 * processes do meanwhile.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
