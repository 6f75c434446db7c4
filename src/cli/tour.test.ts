import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { outputPattern } from '../testing/doc-page.js'
import { temporaryFolder } from '../testing/temporary-folder.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const STORY = 'shop/schemas/story.json'
const ROUTES = 'service/src/generated/routes/stories.ts'

/** Matches the README's code blocks: commands with their output, and changes to `story.json` between them. */
const BLOCK = /```(console|diff)\n([^]*?)```\n/g

/** Applies a diff to a string. */
function patched(text: string, diff: string): string {
  const linesOf = (mark: string): string =>
    diff
      .split('\n')
      .filter((line) => line.startsWith(' ') || line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n')
  expect(text).toContain(linesOf('-'))
  return text.replace(linesOf('-'), linesOf('+'))
}

/** Returns the route shown in the README, with the same indentation as in the generated file. */
function routeShown(): string {
  const [, code = ''] = /```ts\n([^]*?)\n```/.exec(README) ?? []
  return code.replaceAll(/^/gm, '  ')
}

test('the output in the README is correct', async () => {
  const folder = temporaryFolder()
  const blocks = [...README.matchAll(BLOCK)]
  expect(blocks.map(([, kind]) => kind)).toEqual(['console', 'diff', 'console', 'diff', 'console'])
  for (const [index, [, kind, text = '']] of blocks.entries()) {
    if (kind === 'diff') {
      const file = join(folder, STORY)
      writeFileSync(file, patched(readFileSync(file, 'utf8'), text))
      continue
    }
    for (const part of text.split(/^\$ npx svcgen /m).slice(1)) {
      const [command = '', ...printed] = part.split('\n')
      const { all } = await execa('node', [join(ROOT, 'bin/svcgen.js'), ...command.split(' ')], {
        cwd: folder,
        reject: false,
        all: true,
      })
      expect(all.trim(), command).toMatch(outputPattern(printed.join('\n')))
    }
    if (index === 0) expect(readFileSync(join(folder, ROUTES), 'utf8')).toContain(routeShown())
  }
})
