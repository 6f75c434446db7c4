import { describe, expect, it } from 'vitest'
import { looseMatch } from './loose-match.js'
import { modelNameOf, nameModels } from './model-names.js'
import { packageName } from './package-name.js'
import { parameterNames } from './parameter.js'
import { columnNames, tableName } from './stored-name.js'
import { camelCase, kebabCase, pascalCase, snakeCase } from './words.js'

describe('the name', () => {
  it.each([
    ['userProfile', 'UserProfile', 'userProfile', 'user-profile', 'user_profile'],
    ['user-profile', 'UserProfile', 'userProfile', 'user-profile', 'user_profile'],
    ['HTTPServer', 'HTTPServer', 'httpServer', 'http-server', 'http_server'],
    ['send_mail2', 'SendMail2', 'sendMail2', 'send-mail2', 'send_mail2'],
    ['utils.lower_case', 'UtilsLowerCase', 'utilsLowerCase', 'utils-lower-case', 'utils_lower_case'],
  ])('%s is converted to each naming style', (name, pascal, camel, kebab, snake) => {
    expect([pascalCase(name), camelCase(name), kebabCase(name), snakeCase(name)]).toEqual([
      pascal,
      camel,
      kebab,
      snake,
    ])
  })
})

describe('the name of a model', () => {
  it.each([
    ['stories', 'Story'],
    ['people', 'Person'],
    ['user-profiles', 'UserProfile'],
    ['accesses', 'Access'],
    ['access', 'Access'],
    ['cookies', 'Cookie'],
    ['auth-cookies', 'AuthCookie'],
    ['caches', 'Cache'],
    ['os', 'Os'],
    ['axis', 'Axis'],
    ['analyses', 'Analysis'],
    ['databases', 'Database'],
    ['statuses', 'Status'],
    ['canvas', 'Canvas'],
    ['series', 'Series'],
  ])('for the collection "%s" is %s', (segment, model) => {
    expect(modelNameOf(segment)).toBe(model)
  })

  it('never collides with another name', () => {
    const names = nameModels(['News', 'NewsList', 'Story'])
    const all = [...names.values()].flatMap(({ var: one, plural }) => [one, plural])
    expect(new Set(all).size).toBe(6)
  })
})

describe('types and files of models', () => {
  it('do not collide with types derived from other models', () => {
    const names = nameModels(['User', 'UserEvent', 'UserWhere'])
    expect([...names.values()].map(({ type }) => type)).toEqual(['User', 'UserEvent2', 'UserWhere2'])
  })

  it('keep names of the emitted code, which gives way', () => {
    const names = nameModels(['Index', 'Session', 'TextFilter'])
    expect([...names.values()].map(({ file, type, var: one }) => [file, type, one])).toEqual([
      ['index2', 'Index', 'index'],
      ['session', 'Session', 'session'],
      ['text-filter', 'TextFilter', 'textFilter'],
    ])
  })
})

describe('columns', () => {
  it('fit the limits of PostgreSQL and remain unique', () => {
    const fields = ['a', 'b'].map((end) => `${'x'.repeat(70)}${end}`)
    const columns = [...columnNames(fields).values()]
    expect(columns.every((column) => Buffer.byteLength(column) <= 63)).toBe(true)
    expect(new Set(columns).size).toBe(2)
  })
})

describe('tables', () => {
  it.each(['sqlite_sequence', 'svc_session'])('do not use the reserved name %s', (name) => {
    expect(tableName(name)).toBe(`model_${name}`)
  })
})

describe('parameters of a path', () => {
  it('are unique identifiers', () => {
    const rename = parameterNames()
    expect(['id', 'event-id', 'id', '2nd', '__proto__', 'constructor', 'valueOf'].map(rename)).toEqual([
      'id',
      'eventId',
      'id2',
      'param2nd',
      'protoParam',
      'constructorParam',
      'valueOfParam',
    ])
  })
})

describe('an inexact name', () => {
  it.each(['LifeEntry', 'life_entry', 'life-entry', 'LIFEENTRY'])('is resolved: %s', (name) => {
    expect(looseMatch(name, ['Day', 'LifeEntry'])?.name).toBe('LifeEntry')
  })

  it('is not resolved if several names match', () => {
    expect(looseMatch('ab', ['a_b', 'A-B'])).toBeNull()
  })
})

describe('the name of a service', () => {
  it.each([
    ['Example REST API', 'example-rest-api'],
    ['Café & Bar', 'cafe-bar'],
    ['Musée', 'musee'],
    ['日本', 'service'],
  ])('for the title %j is %s', (title, name) => {
    expect(packageName(title)).toBe(name)
  })
})
