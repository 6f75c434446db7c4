import { type SettingsReader, url } from '../settings/reader.js'

export interface RedisSettings {
  /**
   * URL of the Redis server that stores the counts for rate limits, which all processes share; undefined to count in
   * memory.
   */
  readonly redis: { readonly url: string | undefined; readonly service: string }
}

export function redisSettings(reader: SettingsReader): RedisSettings {
  const { serviceName: service } = reader
  return { redis: { url: reader.read('redis.url', url('redis', 'rediss'), undefined), service } }
}
