import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Service } from '../ir/index.js'
import { authRoutes } from '../access/auth-routes.js'
import { acl, customAction, rule, sampleService, stagesOf } from '../testing/sample-service.js'
import { makeSandbox, type Sandbox } from '../testing/sandbox.js'

let box: Sandbox
let service: Service
beforeEach(() => {
  const isOwner = rule('allow', { kind: 'callable', name: 'is_owner' }, 'update', 'view')
  const admins = rule('allow', { kind: 'group', name: 'admin' }, 'update', 'view')
  const sample = sampleService()
  service = {
    ...sample,
    acls: [...sample.acls, acl('publish_acl', [admins], [isOwner])],
    actions: [customAction('POST', '/stories/{id}/publish', { acl: 'publish_acl' })],
  }
  box = makeSandbox(stagesOf(() => service))
})
afterEach(() => box.end())

const ask = async (...argv: string[]) =>
  JSON.parse((await box.runArgv(['inspect', './api.raml', '--json', ...argv])).out)

describe('inspect', () => {
  test('--json prints the IR', async () => {
    const { exit, out } = await box.run('inspect ./api.raml --json')
    expect(exit).toBe(0)
    expect(JSON.parse(out)).toEqual(service)
  })

  test('shows models, relations, routes, access and functions', async () => {
    const { out } = await box.run('inspect ./api.raml')
    expect(out).toContain('Model Story (primary key id)\n')
    expect(out).toContain('User.stories  one-to-many  Story.owner')
    expect(out).toMatch(/GET +\/stories +index/)
    expect(out).toMatch(/POST +\/stories\/\{id\}\/publish +custom action +Story +view, update/)
    expect(out).toMatch(/POST +\/auth\/login +login +User +everyone/)
    expect(out).toMatch(
      /DELETE \/stories\/\{id\} +delete +\{\{is_owner\}\}, else no +\{\{is_owner\}\}, else no +\{\{is_owner\}\}, else yes/,
    )
    expect(out).toMatch(/tidy_title +handler +src\/handlers\/tidy-title\.ts +Story before_set/)
    expect(out).toMatch(/post_stories_id_publish +action +src\/actions\/post-stories-id-publish\.ts/)
  })

  test('escapes names from the input in Markdown and HTML', async () => {
    service = sampleService({ title: 'a | <script>alert(1)</script>' })
    expect((await box.run('inspect ./api.raml --format markdown')).out).toContain('# a \\| \\<script\\>')
    const { out } = await box.run('inspect ./api.raml --format html')
    expect(out).toMatch(/^<!doctype html>/)
    expect(out).not.toContain('<script>')
  })

  test('--format html draws the models and colors the access matrix', async () => {
    const { out } = await box.run('inspect ./api.raml --format html')
    expect(out).toContain('aria-label="Entity-relationship diagram"')
    expect(out).toContain('<title>User.stories: one-to-many, Story.owner</title>')
    expect(out).toContain('<span class="depends">{{is_owner}}, else no</span>')
    expect(out).not.toMatch(/(src|href)="(?!#)/)
    const asked = await box.runArgv(['inspect', './api.raml', '--format', 'html', '--as', 'everyone'])
    expect(asked.out).toContain('<span class="no">no</span>')
  })

  test('shows the effects of a deletion, and that a required foreign key restricts it', async () => {
    const effects = async (): Promise<string> => (await box.run('inspect ./api.raml')).out
    expect(await effects()).toMatch(/User\.stories .* Story\.owner +owner_id +nullify +none\n/)
    service = { ...service, relations: service.relations.map((each) => ({ ...each, required: true })) }
    expect(await effects()).toMatch(/User\.stories .* Story\.owner \(required\) +owner_id +restrict +none\n/)
    const page = (await box.run('inspect ./api.raml --format html')).out
    expect(page).toContain('<div>restrict</div>')
    expect(page).not.toContain('nullify')
  })

  test('draws a diagram', async () => {
    const { out } = await box.run('inspect ./api.raml --format mermaid')
    expect(out).toContain('erDiagram\n  Story {\n    id_field id PK\n')
    expect(out).toContain('  User |o--o{ Story : stories\n')
  })

  test('--who-can and --as evaluate the ACLs', async () => {
    expect(await ask('--who-can', 'delete /v1/stories/{key}', '--as', 'g:admin')).toEqual([
      {
        route: 'DELETE /stories/{id}',
        permission: 'delete',
        caller: 'g:admin',
        access: 'depends',
        on: ['is_owner'],
        otherwise: 'allow',
      },
    ])
    expect(await ask('--who-can', 'view /users')).toMatchObject([
      { caller: 'everyone', access: 'deny' },
      { caller: 'authenticated', access: 'allow' },
      { caller: 'g:admin', access: 'allow' },
    ])
    expect(await ask('--who-can', 'post /stories/{id}/publish')).toMatchObject([
      { permission: 'view, update', caller: 'everyone', access: 'depends', otherwise: 'deny' },
      { caller: 'authenticated', access: 'depends', otherwise: 'deny' },
      { caller: 'g:admin', access: 'depends', otherwise: 'allow' },
    ])
    expect(await ask('--who-can', 'post /auth/login')).toMatchObject([
      { access: 'allow' },
      { access: 'allow' },
      { access: 'allow' },
    ])
    const all = [...service.routes, ...service.actions, ...authRoutes(service)]
    expect(await ask('--as', 'everyone')).toHaveLength(all.length)
  })

  test('shows the functions for each permission that an action requires, in every format', async () => {
    const isReader = rule('allow', { kind: 'callable', name: 'is_reader' }, 'view')
    const isEditor = rule('allow', { kind: 'callable', name: 'is_editor' }, 'update')
    service = { ...service, acls: [...sampleService().acls, acl('publish_acl', [], [isReader, isEditor])] }
    const cell = 'view: {{is_reader}}, else no; update: {{is_editor}}, else no'
    const question = ['--who-can', 'post /stories/{id}/publish', '--as', 'everyone']
    expect((await box.runArgv(['inspect', './api.raml', ...question])).out).toContain(cell)
    expect((await box.run('inspect ./api.raml')).out).toContain(cell)
    expect((await box.run('inspect ./api.raml --format html')).out).toContain(cell)
    const asked = await box.runArgv(['inspect', './api.raml', ...question, '--format', 'html'])
    expect(asked.out).toContain(`<span class="depends">${cell}</span>`)
  })

  test('--who-can also accepts the path of an item', async () => {
    const asked = await ask('--who-can', 'DELETE /v1/stories/5')
    expect(asked).toEqual(await ask('--who-can', 'delete /stories/{id}'))
  })

  test('rejects a question that matches no route', async () => {
    const { exit, err } = await box.runArgv(['inspect', './api.raml', '--who-can', 'create /stories/{id}'])
    expect(exit).toBe(3)
    expect(err).toContain('Use one of the routes at this path: GET /stories/{id}, DELETE /stories/{id}')
  })

  test.each([
    ['delete /storys/{id}', 'Did you mean "delete /stories/{id}"?'],
    ['GET /v1/storie', 'Did you mean "GET /stories"?'],
    ['GET /quite/another', 'Use a question such as "delete /stories/{id}"'],
  ])('suggests a question instead of %s', async (question, hint) => {
    const { exit, err } = await box.runArgv(['inspect', './api.raml', '--who-can', question])
    expect(exit).toBe(3)
    expect(err).toContain(hint)
  })

  test.each(['', ' ', 'g:'])('rejects an empty --as (%j)', async (nobody) => {
    const { exit, err } = await box.runArgv(['inspect', './api.raml', '--as', nobody])
    expect(exit).toBe(3)
    expect(err).toContain('is not a caller')
  })

  test.each([
    ['inspect', './api.raml', '--include-root', './nowhere'],
    ['inspect', './api.raml', '--include-root', ''],
    ['inspect', './api.raml', '--include-root', './api.raml'],
    ['generate', './api.raml', '-o', './out', '--include-root', './nowhere'],
    ['plan', './api.raml', '-o', './out', '--include-root', './nowhere'],
  ])('like other commands, rejects an --include-root that is not a folder: %s', async (...argv) => {
    const { exit, err } = await box.runArgv(argv)
    expect(exit).toBe(3)
    expect(err).toMatch(/--include-root '.*' is not a folder/)
    expect(box.has('out')).toBe(false)
  })
})

describe('plan', () => {
  test('prints what would change, and writes nothing', async () => {
    await box.run('generate ./api.raml -o ./out')
    service = { ...service, routes: service.routes.slice(1) }
    const { exit, out } = await box.run('plan ./api.raml -o ./out --json')
    expect(exit).toBe(0)
    expect(JSON.parse(out)).toEqual({
      files: { created: [], updated: [], removed: [], kept: [] },
      api: [
        {
          change: 'removed',
          breaking: true,
          where: 'GET /stories',
          rule: 'api-removed-without-deprecation',
        },
      ],
      database: [],
      stubs: [],
    })
  })

  test('prints text and Markdown', async () => {
    expect((await box.run('plan ./api.raml -o ./out')).out).toMatch(/no +GET \/stories +added/)
    expect((await box.run('plan ./api.raml -o ./out')).out).toMatch(
      /no +POST \/stories\/\{id\}\/publish +added/,
    )
    expect((await box.run('plan ./api.raml -o ./out --format markdown')).out).toContain(
      '| no | GET /stories | added |',
    )
    expect(box.has('out')).toBe(false)
  })
})
