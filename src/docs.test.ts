import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { blocksOf, followPage, outputPattern } from './testing/doc-page.js'

const DOCS = fileURLToPath(new URL('../docs', import.meta.url))
const pages = readdirSync(DOCS).filter((name) => name.endsWith('.md'))
const recipes = readdirSync(join(DOCS, 'cookbook')).map((name) => `cookbook/${name}`)

const textOf = (page: string): string => readFileSync(join(DOCS, page), 'utf8')

describe.each(pages.filter((page) => blocksOf(textOf(page)).some(({ language }) => language === 'console')))(
  'docs/%s',
  (page) => {
    test('shows the actual output of its commands', async () => {
      for (const { command, shown, printed } of await followPage(textOf(page)))
        if (shown !== '') expect(printed.trim(), `$ ${command}`).toMatch(outputPattern(shown))
    }, 240_000)
  },
)

test.each([...pages, ...recipes])('docs/%s links only to files and headings that exist', (page) => {
  const broken = [...textOf(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].filter(
    ([, path, anchor]) => {
      const target = path === '' || path === undefined ? page : join(dirname(page), path)
      if (!existsSync(join(DOCS, target))) return true
      return anchor !== undefined && !headingsOf(textOf(target)).includes(anchor)
    },
  )
  expect(broken.map(([link]) => link)).toEqual([])
})

test('the README links to every page', () => {
  const readme = textOf('../README.md')
  expect(pages.filter((page) => !readme.includes(`](docs/${page})`))).toEqual([])
})

test('the cookbook links to every recipe', () => {
  const index = textOf('cookbook.md')
  expect(recipes.filter((page) => !index.includes(`](${page})`))).toEqual([])
})

/** Returns the anchors that GitHub generates for the headings on a page. */
function headingsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
