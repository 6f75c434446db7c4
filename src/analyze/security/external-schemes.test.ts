import { describe, expect, it } from 'vitest'
import { ALLOW_AUTHENTICATED, ALLOW_EVERYONE } from '../../ir/index.js'
import { servicePage } from '../../cli/print/page/service-page.js'
import { serviceTables } from '../../cli/print/service-tables.js'
import { openapiDocument } from '../../emit/openapi/index.js'
import { securitySchemes } from '../../emit/openapi/security.js'
import { authRoutes } from '../../access/auth-routes.js'
import { apiChanges } from '../../plan/api-changes.js'
import { functionChanges } from '../../plan/function-changes.js'
import { analyzeFiles, collection, id, schemaOf, stored } from '../../testing/analyze-files.js'

const note = schemaOf({ id, name: stored('string') })
const NOTES = collection('/notes', 'n.json')

function service(schemes: string, securedBy: string, notes = NOTES) {
  const raml = `title: T\nsecuritySchemes:\n${schemes}securedBy: ${securedBy}\n${notes}`
  return analyzeFiles(raml, { 'n.json': note }).service
}

const OAUTH = '  - oauth: { type: OAuth 2.0 }\n'
const BASIC = '  - basic: { type: Basic Authentication }\n'
const ACL = '  - users: { type: x-ACL, settings: { collection: allow authenticated all } }\n'
const TICKET = '  - ticket: { type: x-Ticket, settings: { secret: auth_tkt_secret } }\n'

describe('an external scheme', () => {
  it('closes routes, turns authentication on and adds users', () => {
    const { auth, models, routes } = service(OAUTH, '[oauth]')
    expect(auth?.enabledByDefault).toBe(true)
    expect(auth?.schemes?.map(({ name, kind, file }) => [name, kind, file])).toEqual([
      ['oauth', 'bearer', 'src/schemes/oauth.ts'],
    ])
    expect(models.map((model) => model.id)).toEqual(['Note', 'User'])
    expect(routes.map(({ acl, accepts }) => [acl, accepts])).toEqual(
      routes.map(() => [ALLOW_AUTHENTICATED, ['scheme:oauth']]),
    )
  })

  it.each(['  securedBy: [oauth]\n  get:\n', '  get:\n    securedBy: [oauth]\n'])(
    'turns authentication on if only a resource or a method names it',
    (secured) => {
      const notes = NOTES.replace('  get:\n', secured)
      const raml = `title: T\nsecuritySchemes:\n${OAUTH}${notes}`
      expect(analyzeFiles(raml, { 'n.json': note }).service.auth?.enabledByDefault).toBe(true)
    },
  )

  it('needs no password in the auth model, unless people log in to the service', () => {
    const users = schemaOf({ id: stored('string', { primary_key: true }) }, { _auth_model: true })
    const found = (schemes: string, securedBy: string) => {
      const raml = `title: T\nsecuritySchemes:\n${schemes}securedBy: ${securedBy}\n${NOTES}`
      return analyzeFiles(raml, { 'n.json': users })
    }
    for (const [schemes, securedBy] of [
      [OAUTH, '[oauth]'],
      [OAUTH + ACL, '[oauth, users]'],
    ] as const) {
      const { fields, writeRules } = found(schemes, securedBy).model('Note')
      expect(fields.map(({ name }) => name)).toEqual(['id', 'password'])
      // The tokens of a user with a local password are rejected.
      expect(writeRules).toContainEqual(expect.objectContaining({ name: 'password', readOnly: true }))
    }
    expect(found(OAUTH + TICKET, '[oauth, ticket]').codes).toContain('SVC5012')
  })

  it('has no effect if no "securedBy" names it', () => {
    const { auth, routes } = service(OAUTH + TICKET, '[ticket]')
    expect(auth?.schemes).toBeUndefined()
    expect(routes.map(({ accepts }) => accepts)).toEqual(routes.map(() => ['ticket']))
    expect(service(OAUTH, '[null]').auth).toBeNull()
  })

  it('makes authentication optional if it is listed with null, unlike a ticket', () => {
    const [route] = service(OAUTH, '[null, oauth]').routes
    expect([route?.acl, route?.authenticated, route?.accepts]).toEqual([
      ALLOW_EVERYONE,
      false,
      ['scheme:oauth'],
    ])
    expect(service(TICKET, '[null, ticket]').routes[0]?.acl).toBe(ALLOW_AUTHENTICATED)
  })

  it('has the scopes of the nearest "securedBy", and those of all its mentions', () => {
    const notes = NOTES.replace(
      'get:',
      'get:\n    securedBy: [oauth: {scopes: [a, b]}, oauth: {scopes: [b, c]}]',
    )
    const { routes } = service(OAUTH, '[oauth: { scopes: [d] }]', notes)
    expect(routes.map(({ method, scopes }) => [method, scopes?.['oauth']])).toEqual([
      ['GET', ['a', 'b', 'c']],
      ['POST', ['d']],
    ])
  })

  it('can have the name of an inherited property', () => {
    const built = service(
      '  - constructor: { type: OAuth 2.0 }\n' + OAUTH,
      '[oauth: { scopes: [a] }, constructor]',
    )
    expect(built.routes[0]?.scopes).toEqual({ oauth: ['a'] })
    expect(
      serviceTables(built)
        .at(-1)
        ?.rows.map(([name]) => name),
    ).toEqual(['constructor', 'oauth'])
    expect(Object.keys(openapiDocument(built))).toContain('components')
  })

  it('adds no routes for passwords if the service issues no credentials', () => {
    expect(authRoutes(service(BASIC, '[basic]')).map((route) => route.id)).toEqual(['GET /users/self'])
    expect(authRoutes(service(BASIC + TICKET, '[ticket, basic]')).map((route) => route.id)).toContain(
      'POST /auth/login',
    )
  })

  it('has the flows of its grants in openapi.json', () => {
    const flows = (settings: string): unknown =>
      securitySchemes(service(`  - oauth: { type: OAuth 2.0, settings: { ${settings} } }\n`, '[oauth]'))[
        'oauth'
      ]
    const uris = 'authorizationUri: https://a.example.com, accessTokenUri: https://b.example.com'
    const [authorizationUrl, tokenUrl] = ['https://a.example.com', 'https://b.example.com']
    const scopes = { read: '' }
    expect(flows(`${uris}, authorizationGrants: [token, owner, credentials], scopes: [read]`)).toEqual({
      type: 'oauth2',
      flows: {
        implicit: { authorizationUrl, scopes },
        password: { tokenUrl, scopes },
        clientCredentials: { tokenUrl, scopes },
      },
    })
    expect(flows(uris)).toEqual({
      type: 'oauth2',
      flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes: {} } },
    })
  })

  it('is named in the tables of inspect', () => {
    const tables = serviceTables(service(OAUTH + TICKET, '[ticket, oauth: { scopes: [a] }]'))
    const rowsOf = (title: string): unknown => tables.find((table) => table.title === title)?.rows
    expect(rowsOf('Schemes')).toEqual([
      ['ticket', 'x-Ticket', 'the cookie auth_tkt', 'the service', ''],
      ['oauth', 'OAuth 2.0', 'Authorization: Bearer <token>', 'src/schemes/oauth.ts', 'oauth.issuer'],
    ])
    expect(rowsOf('Schemes of routes')).toEqual([
      ['GET /notes', 'ticket, oauth (a)'],
      ['POST /notes', 'ticket, oauth (a)'],
    ])
    expect(servicePage(service(OAUTH, '[oauth]'))).toContain('src/schemes/oauth.ts')
    expect(rowsOf('Functions')).toEqual([
      ['oauth', 'scheme', 'src/schemes/oauth.ts', 'operations that use it'],
    ])
  })
})

describe('a plan', () => {
  const changes = (before: string, after: string): readonly unknown[] => {
    const all = OAUTH + BASIC + TICKET
    return apiChanges(service(all, before), service(all, after))
      .filter(({ where }) => where === 'GET /notes')
      .map(({ change, breaking }) => [change, breaking])
  }

  it('reports changes of schemes and scopes as changes of access', () => {
    expect(changes('[ticket]', '[oauth]')).toEqual([['access changed from "ticket" to "oauth"', true]])
    expect(changes('[oauth]', '[oauth, basic]')).toEqual([
      ['access changed from "oauth" to "oauth, basic"', false],
    ])
    expect(changes('[oauth]', '[oauth: { scopes: [a] }]')).toEqual([
      ['access changed from "oauth" to "oauth (a)"', true],
    ])
    expect(changes('[oauth: { scopes: [a] }]', '[oauth]')).toEqual([
      ['access changed from "oauth (a)" to "oauth"', false],
    ])
    expect(changes('[oauth]', '[null]')).toEqual([['access widened for everyone', false]])
    expect(changes('[null, oauth]', '[oauth]')).toEqual([['access narrowed for everyone', true]])
    expect(changes('[oauth]', '[oauth]')).toEqual([])
  })

  it('reports functions of schemes that are no longer used', () => {
    const [before, after] = [service(OAUTH + BASIC, '[oauth, basic]'), service(OAUTH, '[oauth]')]
    expect(functionChanges(before, after)).toEqual([
      {
        name: 'basic',
        file: 'src/schemes/basic.ts',
        change: 'is no longer called, because no operation uses this scheme',
        word: null,
      },
    ])
  })
})
