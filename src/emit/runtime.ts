import { texts } from 'virtual:runtime'
import type { Service } from '../ir/index.js'
import type { OutputFile } from './outputs.js'

/** Returns the part of the runtime that a service uses: copies of `templates/runtime`. */
export function runtimeFiles(service: Service): readonly OutputFile[] {
  const folders = new Set(runtimeFolders(service))
  return Object.entries(texts)
    .filter(([path]) => !path.includes('/') || folders.has(path.slice(0, path.indexOf('/'))))
    .map(([path, text]) => ({ path: `src/generated/runtime/${path}`, source: 'runtime', text: () => text }))
}

/** Returns the folders of the runtime that a service uses. */
function runtimeFolders({ engine, auth }: Service): readonly string[] {
  return [
    'body',
    'events',
    'http',
    'query',
    'repository',
    'server',
    'settings',
    'values',
    engine === 'svc_sqla' ? 'sql' : 'mongo',
    ...(auth === null ? [] : ['auth']),
  ]
}
