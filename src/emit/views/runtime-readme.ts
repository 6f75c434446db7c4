import type { Service } from '../../ir/index.js'
import type { Content, OutputFile } from '../files.js'
import { render } from '../templates.js'

export const RUNTIME_README = 'src/generated/runtime/README.md'

/**
 * Returns the README of the runtime. Its template describes all files; lines about files that the service does not have,
 * and topics without files, are left out.
 */
export function runtimeReadme(service: Service, used: readonly OutputFile[]): Content {
  const lines = used.reduce((sum, file) => sum + file.content().text.split('\n').length - 1, 0)
  const thousands = (Math.round(lines / 500) / 2).toFixed(1)
  const paths = new Set(used.map(({ path }) => path.slice('src/generated/runtime/'.length)))
  const { text } = render(RUNTIME_README, service, () => ({ files: used.length, thousands }))
  const [head = '', ...topics] = text.split(/^(?=## )/m)
  const left = topics.map((topic) => {
    const folder = /^## (\w+\/)/.exec(topic)?.[1] ?? ''
    return topic.replaceAll(/^- `([^`]+)`: .*\n/gm, (line, file: string) =>
      paths.has(folder + file) ? line : '',
    )
  })
  return { text: [head, ...left.filter((topic) => topic.includes('\n- '))].join('') }
}
