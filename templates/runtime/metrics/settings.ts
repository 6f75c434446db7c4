import { BOOLEAN, type SettingsReader } from '../settings/reader.js'

export interface MetricsSettings {
  /** Whether `GET /metrics` returns Prometheus metrics. */
  readonly metrics: boolean
}

export function metricsSettings(reader: SettingsReader): MetricsSettings {
  return { metrics: reader.read('metrics', BOOLEAN, false) }
}
