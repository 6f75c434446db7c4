import { writeFileSync } from 'node:fs'

/** Loaded into a measured process: writes down, at its end, what it has used. */
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  const usage = { mb: maxRSS / 1024, cpu: (userCPUTime + systemCPUTime) / 1000 }
  writeFileSync(process.env['BENCH_TELL'], JSON.stringify(usage))
})
