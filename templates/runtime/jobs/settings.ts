import { type SettingsReader, integer } from '../settings/reader.js'

export interface JobSettings {
  readonly jobs: {
    /** Maximum number of jobs that this process runs at the same time. */
    readonly concurrency: number
  }
}

export function jobSettings(reader: SettingsReader): JobSettings {
  return { jobs: { concurrency: reader.read('jobs.concurrency', integer(0, 1000), 10) } }
}
