import { writeFileSync } from 'node:fs'

/** Loaded into a measured process: writes its CPU time and peak memory to a file when it exits. */
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  const usage = { mb: maxRSS / 1024, cpu: (userCPUTime + systemCPUTime) / 1000 }
  writeFileSync(process.env['BENCH_USAGE'], JSON.stringify(usage))
})
