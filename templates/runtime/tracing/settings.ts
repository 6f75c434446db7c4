import { type SettingsReader, url } from '../settings/reader.js'

export interface TracingSettings {
  /** Where OpenTelemetry spans are sent (OTLP over HTTP). */
  readonly tracing: { readonly url: string | undefined }
}

export function tracingSettings(reader: SettingsReader): TracingSettings {
  return { tracing: { url: reader.read('tracing.url', url('http', 'https'), undefined) } }
}
