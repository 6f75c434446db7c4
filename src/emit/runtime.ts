import { hashes, readTexts } from 'virtual:runtime'
import type { Service } from '../ir/index.js'
import type { EmittedFile } from '../output/file.js'

/** The part of the runtime that a service uses: copies of `templates/runtime`, which are formatted already, and are read where a text is asked for. */
export function runtimeFiles(service: Service): EmittedFile[] {
  const folders = new Set(runtimeFolders(service))
  let texts: Readonly<Record<string, string>> | null = null
  return Object.entries(hashes)
    .filter(([path]) => !path.includes('/') || folders.has(path.slice(0, path.indexOf('/'))))
    .map(([path, hash]) => ({
      path: `src/generated/runtime/${path}`,
      owner: 'generator',
      source: 'runtime',
      hash,
      get text() {
        texts ??= readTexts()
        return texts[path] ?? ''
      },
    }))
}

/** The folders of the runtime that a service uses, with all that is in them. */
function runtimeFolders(service: Service): readonly string[] {
  return [
    'body',
    'events',
    'http',
    'query',
    'repository',
    'server',
    'settings',
    'text',
    'values',
    service.engine === 'svc_sqla' ? 'sql' : 'mongo',
    ...(service.auth === null ? [] : ['auth']),
  ]
}
