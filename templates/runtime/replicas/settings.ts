import { DATABASE_URLS } from '../spec/dialects.js'
import { DATABASE_URL, type Kind, type SettingsReader, integer } from '../settings/reader.js'

export interface ReplicaSettings {
  readonly replicas: {
    /** Replicas that GET requests read from, as a `postgres://…` URL with one or more hosts. */
    readonly url: string | undefined
    /** How long a caller reads from the primary after a write, and the maximum lag of a replica, in seconds. */
    readonly lag: number
  }
}

export function replicaSettings(reader: SettingsReader): ReplicaSettings {
  return {
    replicas: {
      url: reader.read('database.replica_url', POSTGRES_URL, undefined),
      lag: reader.read('database.replica_lag', integer(1, 3600), 5),
    },
  }
}

const HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/

/** Returns a URL for each of the comma-separated hosts in a PostgreSQL URL, or an empty list for other text. */
export function hostUrls(text: string): string[] {
  const [, start = '', hosts = '', end = ''] = HOSTS.exec(text) ?? []
  return start === '' ? [] : hosts.split(',').map((host) => start + host + end)
}

/** A PostgreSQL URL, which can contain several hosts. */
const POSTGRES_URL: Kind<string> = {
  expects: 'postgres://user:password@host/database, with one or more hosts separated by commas',
  parse: (text) => {
    const urls = hostUrls(text)
    const areValid = urls.every(
      (each) => URL.canParse(each) && (urls.length === 1 || new URL(each).host !== ''),
    )
    return urls.length > 0 && areValid ? text : undefined
  },
}

/** The URL of a database. A PostgreSQL URL can contain several hosts. */
export const CLUSTER_URL: Kind<string> = {
  isRequired: true,
  expects: DATABASE_URLS,
  parse: (text) => DATABASE_URL.parse(text) ?? POSTGRES_URL.parse(text),
}
