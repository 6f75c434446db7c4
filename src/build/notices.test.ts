import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { notices } from './notices.js'

/** Returns the notices for a bundle. */
async function noticesOf(code: string, external: readonly string[]): Promise<unknown> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? `${import.meta.dirname}/entry.js` : null),
    load: (id: string) => (id.endsWith('/entry.js') ? code : null),
  }
  const build = await rolldown({
    input: 'entry',
    platform: 'node',
    external: [...external],
    plugins: [entry, notices('notices.txt')],
  })
  const { output } = await build.generate()
  await build.close()
  return output.flatMap((file) =>
    file.type === 'asset' && file.fileName === 'notices.txt' ? [file.source] : [],
  )[0]
}

test('lists only bundled packages, with their licenses', async () => {
  const code =
    "import { tokenizer } from 'ret'\nimport plural from 'pluralize'\nconsole.log(tokenizer, plural)"
  const text = await noticesOf(code, ['pluralize'])
  expect(text).toMatch(/^ret \d+\.\d+\.\d+\n\n.*MIT/ms)
  expect(text).not.toContain('pluralize')
})
