import { type Kind, type SettingsReader, TEXT, choice, url } from '../settings/reader.js'

export interface SearchSettings {
  readonly search: {
    /** URL of the search engine; undefined to search in the database. */
    readonly url: string | undefined
    /** Which models are in the index: those with `"_search": true`, or all of them. */
    readonly models: 'declared' | 'all'
    /** Prefix for index names. */
    readonly prefix: string
    readonly username: string | undefined
    readonly password: string | undefined
  }
}

/** The prefix for index names, limited to the characters that search engines allow. */
const INDEX_PREFIX: Kind<string> = {
  expects: 'a name of lowercase letters, digits, "-", "_" and "." that starts with a letter or digit',
  parse: (text) => (/^[a-z\d][a-z\d._-]{0,99}$/.test(text) ? text : undefined),
}

export function searchSettings(reader: SettingsReader): SearchSettings {
  const search = {
    url: reader.read('search.url', url('http', 'https'), undefined),
    models: reader.read('search.models', choice('declared', 'all'), 'declared'),
    prefix: reader.read('search.prefix', INDEX_PREFIX, `${reader.serviceName.toLowerCase()}-`),
    username: reader.read('search.username', TEXT, undefined),
    password: reader.read('search.password', TEXT, undefined),
  }
  if (search.username !== undefined && search.password === undefined)
    reader.addError('search.username', 'requires search.password')
  return { search }
}
