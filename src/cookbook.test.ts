import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execa } from 'execa'
import { browserPath, openBrowser } from './conformance/browser.js'
import { searchUrl, testSearch } from './conformance/engines.js'
import {
  type Block,
  blocksOf,
  detailsOf,
  type Form,
  FORMS,
  inForm,
  outputPattern,
  type ShownCommand,
} from './testing/doc-page.js'
import { type MailBox, startMailBox } from './testing/mail-box.js'
import { startObjectStore } from './testing/object-store.js'
import { startClient } from './testing/recipe-client.js'
import { followMigrations } from './testing/recipe-migrations.js'
import {
  buildCookbook,
  cookbookFolder,
  postgresDatabase,
  type RecipeDatabase,
  sqliteDatabase,
  startCookbook,
} from './testing/recipes.js'

const PAGES = fileURLToPath(new URL('../docs/cookbook', import.meta.url))

/** Recipes with an API of their own, in the order in which they change its database. */
const MIGRATIONS = ['existing-database.md', 'split-field.md']

/** The recipe of a client, which is a project of its own. */
const CLIENT = 'react.md'

/** The recipe that needs the programs of the database. */
const BACKUPS = 'backups.md'

/** Recipes that declare nothing. */
const WITHOUT_DECLARATIONS = [BACKUPS, 'plugins.md', CLIENT]

/** Other recipes that are extended by those after them. */
const ORDER = ['tenants.md', 'booking.md', 'idempotency.md']
const pages = readdirSync(PAGES)
  .filter((name) => ![...MIGRATIONS, CLIENT].includes(name))
  .toSorted((a, b) => rank(a) - rank(b))
const textOf = (name: string): string => readFileSync(join(PAGES, name), 'utf8')
const blocksIn = (name: string, form: Form): readonly Block[] => blocksOf(inForm(form, textOf(name)))
const recipesIn = (form: Form) => pages.map((name) => ({ name, blocks: blocksIn(name, form) }))

/** Code that replaces other code of the same recipe. */
const ALTERNATIVES = ['service/src/files/folder.ts']

/** The title of the commands that make the users of all recipes. */
const PEOPLE = 'people'

/** The title of the commands that need a search engine. */
const ENGINE = 'engine'

const blocksWith = (title: string): readonly Block[] =>
  recipesIn('RAML').flatMap(({ blocks }) => blocks.filter((block) => block.title === title))

const server = process.env['TEST_POSTGRES_URL']
if (server === undefined) console.log('recipes are not tested on PostgreSQL: TEST_POSTGRES_URL is not set')

/** The folders in which the projects of both forms are. */
const homes: Record<Form, string> = { RAML: cookbookFolder(), OpenAPI: cookbookFolder() }
const projects: Record<Form, string> = { RAML: '', OpenAPI: '' }
beforeAll(async () => {
  for (const form of FORMS)
    projects[form] = await buildCookbook(
      homes[form],
      form,
      recipesIn(form).flatMap(({ blocks }) => blocks),
    )
}, 120_000)
afterAll(() => {
  process.chdir(PAGES)
  for (const home of Object.values(homes)) rmSync(home, { recursive: true, force: true })
})

/** OpenAPI is not tested on PostgreSQL, because only the declarations differ. */
const CASES: readonly (readonly [Form, 'SQLite' | 'PostgreSQL'])[] = [
  ['RAML', 'SQLite'],
  ...(server === undefined ? [] : [['RAML', 'PostgreSQL'] as const]),
  ['OpenAPI', 'SQLite'],
]

describe.each(CASES)('in %s on %s', (form, name) => {
  const home = homes[form]
  /** A database with the people of the recipes. */
  let populated: RecipeDatabase
  let project = ''
  let mails: MailBox | undefined

  beforeAll(async () => {
    project = projects[form]
    mails = await startMailBox(join(project, 'mails.txt'))
    process.env['SMTP_URL'] = mails.url
    populated =
      name === 'SQLite' || server === undefined ? sqliteDatabase(home) : await postgresDatabase(server)
    const service = await startCookbook(project, populated)
    expectShown(await service.follow(blocksWith(PEOPLE)))
    await service.close()
  })
  afterAll(async () => {
    mails?.close()
    await populated.drop()
  })

  const follow = async (blocks: readonly Block[]): Promise<void> => {
    const database = await populated.copy()
    const service = await startCookbook(project, database)
    try {
      expectShown(await service.follow(blocks))
    } finally {
      await service.close()
      await database.drop()
    }
  }

  test.for(recipesIn(form))('the recipe $name shows the actual responses', async (recipe, context) => {
    if (recipe.name === BACKUPS && name === 'PostgreSQL' && !(await hasCommand('pg_dump'))) {
      console.log('backups are not tested on PostgreSQL: pg_dump is not installed')
      return context.skip()
    }
    await follow(recipe.blocks.filter(({ title }) => title !== PEOPLE && title !== ENGINE))
  })

  test('the recipe files.md works with an S3-compatible store', async () => {
    const store = await startObjectStore()
    Object.assign(process.env, store.env)
    try {
      await follow(blocksWith('files'))
      expect([...store.objects.values()].map(({ length }) => length)).toEqual([3_000_000])
    } finally {
      for (const variable of Object.keys(store.env)) delete process.env[variable]
      store.close()
    }
  })
})

test('the recipe full-text.md ranks with a search engine', async (context) => {
  const engine = searchUrl()
  if (engine === undefined) return context.skip()
  const search = testSearch(engine, 'declared')
  const database = sqliteDatabase(homes.RAML)
  const service = await startCookbook(projects.RAML, database, search.settings)
  try {
    expectShown(await service.follow([...blocksWith(PEOPLE), ...blocksWith(ENGINE)]))
  } finally {
    await service.close()
    await search.drop()
    await database.drop()
  }
})

test.for(FORMS)('the recipes that change databases show the actual output, in %s', async (form) => {
  const blocks = MIGRATIONS.flatMap((name) => blocksIn(name, form))
  expectShown(await followMigrations(blocks, form === 'RAML' ? server : undefined))
})

test('the recipe react.md works in a browser', async (context) => {
  const path = browserPath()
  const { exitCode } = await execa('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=5000'], {
    reject: false,
  })
  if (exitCode !== 0)
    console.log('not tested: the client in React, because the npm registry is not reachable')
  if (path === undefined || exitCode !== 0) return context.skip()
  const database = sqliteDatabase(homes.RAML)
  const service = await startCookbook(projects.RAML, database)
  await service.follow(blocksWith(PEOPLE))
  const client = await startClient(blocksIn(CLIENT, 'RAML'), homes.RAML, service.address)
  const browser = await openBrowser(path)
  try {
    const page = await browser.newPage()
    await page.goto(client.address)
    await page.fill('[name=login]', 'dora')
    await page.fill('[name=password]', 'wrong')
    await page.click('text=Log in')
    await page.waitForSelector('[role=alert]:has-text("password")')
    await page.fill('[name=password]', 'doctor one')
    await page.click('text=Log in')
    for (const name of ['Tom', 'Pia']) {
      await page.fill('[name=name]', name)
      await page.click('text=Add')
      await page.waitForSelector(`li:text-is("${name}")`)
    }
    await page.reload()
    await page.waitForSelector('li')
    expect(await page.locator('li').allTextContents()).toEqual(['Pia', 'Tom'])
    const types = `npx openapi-typescript ${join(projects.OpenAPI, 'openapi.json')} -o src/api.d.ts`
    await execa('bash', ['-c', `${types} && npx tsc`], { cwd: join(homes.RAML, 'client') })
  } finally {
    await browser.close()
    client.stop()
    await service.close()
    await database.drop()
  }
}, 120_000)

test.each([...pages, ...MIGRATIONS, CLIENT])('the recipe %s has its declarations in both forms', (name) => {
  const text = textOf(name)
  const found = [...text.matchAll(/^<summary>(.*)<\/summary>$/gm)].map(([, form]) => form)
  expect(found).toEqual(Array.from({ length: found.length / FORMS.length }, () => FORMS).flat())
  expect(found.length > 0).toBe(!WITHOUT_DECLARATIONS.includes(name))
  const common = FORMS.reduce((rest, form) => rest.replaceAll(detailsOf(form), ''), text)
  const declaring = blocksOf(common).filter(({ title }) => /^(?:clinic|shop)\//.test(title ?? ''))
  expect(declaring).toEqual([])
})

test.each([...pages, ...MIGRATIONS, CLIENT])('the recipe %s has at most 60 lines of code', (name) => {
  const visible = textOf(name).replaceAll(/^<!--\n[^]*?^-->$/gm, '')
  const lines = blocksOf(visible)
    .filter(
      ({ language, title }) =>
        (language === 'ts' || language === 'tsx') && title !== null && !ALTERNATIVES.includes(title),
    )
    .flatMap(({ text }) => text.split('\n').filter((line) => line.trim() !== ''))
  expect(lines.length).toBeLessThanOrEqual(60)
})

async function hasCommand(command: string): Promise<boolean> {
  const { failed } = await execa(command, ['--version'], { reject: false })
  return !failed
}

function expectShown(commands: readonly ShownCommand[]): void {
  for (const { command, shown, printed } of commands)
    if (shown !== '') expect(printed.trim(), `$ ${command}`).toMatch(outputPattern(shown))
}

function rank(name: string): number {
  const place = ORDER.indexOf(name)
  return place === -1 ? ORDER.length : place
}
