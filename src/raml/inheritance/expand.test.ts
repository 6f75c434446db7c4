import { describe, expect, test } from 'vitest'
import { readText, type TextRead } from '../../testing/read-text.js'
import { textRangeOf } from '../../diagnostics/text-range.js'
import type { Method, Resource } from '../../api/api.js'

function readAll(text: string, files?: Readonly<Record<string, string>>): TextRead {
  return readText(`#%RAML 0.8\ntitle: Stories\nmediaType: application/json\n${text}`, files)
}

/** Returns the first resource in RAML text. Throws if there are problems. */
function read(text: string, files?: Readonly<Record<string, string>>): Resource {
  const { api, problems } = readAll(text, files)
  expect(problems).toEqual([])
  const [first] = api?.resources ?? []
  if (first === undefined) throw new Error('no resource')
  return first
}

function problemsOf(text: string): readonly string[] {
  return readAll(text).problems.map((problem) =>
    problem.replace(/ (\d+):/, (_all, line: string) => ` ${Number(line) - 3}:`),
  )
}

function method(of: Resource, verb: string): Method {
  const found = of.methods.find((one) => one.verb === verb)
  if (found === undefined) throw new Error(`no ${verb}`)
  return found
}

const verbs = ({ methods }: Resource): readonly string[] => methods.map(({ verb }) => verb)

describe('resource types', () => {
  test('add methods and missing parts of methods; the resource takes precedence', () => {
    const text = `
resourceTypes:
  - collection:
      description: of the type
      usage: not inherited
      displayName: not inherited
      get: {description: of the type, headers: {X-A: , X-B: {type: integer}}}
      post:
/a:
  type: collection
  get: {description: of the resource, headers: {X-B: {type: number}}}
  delete:`
    const a = read(text)
    expect(a).toMatchObject({ description: 'of the type', displayName: null })
    expect(verbs(a)).toEqual(['get', 'delete', 'post'])
    expect(method(a, 'get')).toMatchObject({
      description: 'of the resource',
      headers: [{ name: 'X-B', schema: { type: 'number' } }, { name: 'X-A' }],
    })
  })

  test('are not applied to nested resources', () => {
    const a = read('resourceTypes:\n  - t: {get: }\n/a:\n  type: t\n  /b: {}')
    expect(a.resources[0]?.methods).toEqual([])
  })

  test('can have a type and pass parameters to it; the nearest type takes precedence', () => {
    const text = `
resourceTypes:
  - base:
      description: <<d>>
      get: {description: base}
      delete:
  - collection:
      type: {base: {d: <<more>> things}}
      get: {description: collection}
/a:
  type: {collection: {more: many}}`
    const a = read(text)
    expect(a.description).toBe('many things')
    expect(verbs(a)).toEqual(['get', 'delete'])
    expect(method(a, 'get').description).toBe('collection')
  })

  test('merge optional parts only if the target has these parts', () => {
    const text = `
resourceTypes:
  - t:
      get?: {description: of the type, headers?: {X-A: }}
      post?:
      put: {headers: {X-B?: }}
/a:
  type: t
  get:`
    const a = read(text)
    expect(verbs(a)).toEqual(['get', 'put'])
    expect(method(a, 'get')).toMatchObject({ description: 'of the type', headers: [] })
    expect(method(a, 'put').headers).toEqual([])
  })

  test('replace parameters in keys, values and parts of strings', () => {
    const text = `
schemas:
  - story: "{}"
resourceTypes:
  - t:
      <<verb>>:
        description: "<<verb>> one <<resourcePathName | !singularize | !uppercase>> of <<resourcePath>>"
        queryParameters:
          <<name>>: {type: integer, maximum: <<max>>}
        body: {schema: <<resourcePathName | !singularize>>}
/stories{mediaTypeExtension}:
  type: {t: {verb: post, name: size, max: 7}}`
    expect(method(read(text), 'post')).toMatchObject({
      description: 'post one STORY of /stories',
      queryParameters: [{ name: 'size', schema: { maximum: 7 } }],
      bodies: [{ mediaType: 'application/json', schema: { name: 'story', source: { isJson: true } } }],
    })
  })

  test.each([
    ['/people/{id}/user-groups/{gid}', 'user-groups'],
    ['/', ''],
    ['/{id}', ''],
  ])('resourcePathName of %s is "%s"', (path, name) => {
    expect(
      read(`resourceTypes:\n  - t: {description: "<<resourcePathName>>!"}\n${path}: {type: t}`).description,
    ).toBe(`${name}!`)
  })

  test('merge bodies with and without a media type', () => {
    const text = `
resourceTypes:
  - t: {post: {body: {example: x}}}
/a:
  type: t
  post: {body: {application/json: {schema: "{}"}}}`
    expect(method(read(text), 'post').bodies).toMatchObject([
      { mediaType: 'application/json', schema: { source: { isJson: true } }, example: { value: 'x' } },
    ])
  })
})

describe('traits', () => {
  test('apply to inherited methods; the nearest trait takes precedence', () => {
    const text = `
traits:
  - one: {description: one, headers: {X-One: }}
  - two: {description: two, headers: {X-Two: }}
  - three: {description: three <<methodName>>, headers: {X-Three: }}
resourceTypes:
  - t: {is: [three], get: }
/a:
  type: t
  is: [two]
  get: {is: [one]}
  post:`
    const a = read(text)
    expect(method(a, 'get')).toMatchObject({
      description: 'one',
      headers: [{ name: 'X-One' }, { name: 'X-Two' }, { name: 'X-Three' }],
    })
    expect(method(a, 'post').description).toBe('two')
  })

  test('receive the names of the method and the resource', () => {
    const text = 'traits:\n  - t: {description: <<methodName>> <<resourcePath>>}\n/a: {is: [t], get: , put: }'
    expect(read(text).methods.map(({ description }) => description)).toEqual(['get /a', 'put /a'])
  })

  test('accept a list as an argument if the parameter is the whole value', () => {
    const text = `
traits:
  - t: {queryParameters: {sort: {enum: <<values>>}}}
/a: {get: {is: [t: {values: [a, b]}]}}`
    expect(method(read(text), 'get').queryParameters[0]?.schema['enum']).toEqual(['a', 'b'])
  })

  test('can be included, as can the value of a parameter', () => {
    const files = { 'traits.raml': '- t: {description: <<d>>}', 'd.md': 'from a file\nof lines' }
    const a = read('traits: !include traits.raml\n/a: {get: {is: [t: {d: !include d.md}]}}', files)
    expect(method(a, 'get').description).toBe('from a file\nof lines')
  })
})

describe('problems', () => {
  test.each([
    ['traits:\n  - t: {}\n/a: {is: [u]}', 'SVC2050 3:11'],
    ['traits:\n  - t: {}\n/a: {is: [null]}', 'SVC2052 3:11'],
    ['traits:\n  - t: {}\n/a: {is: t}', 'SVC2006 3:10'],
    ['traits:\n  - t: {is: [u]}', 'SVC2005 2:9'],
    ['traits:\n  - t: {description?: x}', 'SVC2007 2:9'],
    ['traits:\n  - t:', 'SVC2006 2:7'],
    ['traits:\n  - t: {/a: }', 'SVC2016 2:9'],
    ['traits:\n  - t: {body: , body?: }', 'SVC1012 2:17'],
    ['traits:\n  - t: {description: <<a | !nope>>}', 'SVC2058 2:22'],
    ['traits:\n  - t: {description: a << >>}', 'SVC2052 2:24'],
    ['resourceTypes:\n  - t: {<< >>: }\n/a: {type: t}', 'SVC2052 2:9'],
    ['resourceTypes:\n  - t: {type: u}', 'SVC2051 2:15'],
    ['resourceTypes:\n  - t: {get: {is: [u]}}', 'SVC2050 2:20'],
    ['resourceTypes:\n  - t: {/a: }', 'SVC2055 2:9'],
    ['resourceTypes:\n  - t: {get: {usage: x}}', 'SVC2005 2:15'],
    ['resourceTypes:\n  - t: {}\n/a: {type: [t]}', 'SVC2006 3:12'],
    ['resourceTypes:\n  - t: {}\n  - u: {}\n/a: {type: {t: , u: }}', 'SVC2054 4:18'],
    ['resourceTypes:\n  - t: {type: u}\n  - u: {type: v}\n  - v: {type: t}\n/a: {type: t}', 'SVC2053 4:5'],
    ['resourceTypes:\n  - t: {type: t}', 'SVC2053 2:5'],
    ['resourceTypes:\n  - t: {description: <<d>>}\n/a: {type: t}', 'SVC2056 3:12'],
    ['resourceTypes:\n  - t: {}\n/a: {type: {t: {d: x}}}', 'SVC2059 3:17'],
    ['resourceTypes:\n  - t: {}\n/a: {type: {t: {resourcePath: x}}}', 'SVC2057 3:17'],
    ['resourceTypes:\n  - t: {description: a <<d>>}\n/a: {type: {t: {d: [x]}}}', 'SVC2060 3:20'],
  ])('are reported once for %j', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem])
  })

  test('include only the first few missing parameters if there are thousands', () => {
    const text = `traits:\n  - t: {description: "${Array.from({ length: 5000 }, (_, n) => `<<p${n}>>`).join('')}"}\n/a: {get: {is: [t]}}`
    const problems = readAll(text).diagnostics
    expect(problems.length).toBeLessThan(100)
    expect(problems.map(({ message }) => message)).toContain('Missing parameter "p0" for the trait "t"')
  })

  test('in an inherited method are reported at its declaration, along with the location where it is used', () => {
    const { diagnostics } = readAll(
      'resourceTypes:\n  - t: {get: {queryParameters: {p: {type: <<type>>}}}}\n/a:\n  type: {t: {type: int}}',
    )
    expect(
      diagnostics.map(({ at, related }) =>
        [at, related[0]?.at].map((span) => span && textRangeOf(span).line),
      ),
    ).toEqual([[5, 7]])
  })

  test.each([
    [
      'doubles its text',
      `resourceTypes:\n${Array.from({ length: 40 }, (_, n) => `  - t${n}: {type: {t${n + 1}: {p: <<p>><<p>>}}}\n`).join('')}  - t40: {description: <<p>>}\n/a: {type: {t0: {p: xx}}}`,
    ],
    [
      'has thousands of parts in hundreds of resources',
      `resourceTypes:\n  - t: {get: {headers: {${Array.from({ length: 2000 }, (_, n) => `h${n}: `).join(', ')}}}}\n${Array.from({ length: 500 }, (_, n) => `/a${n}: {type: t}`).join('\n')}`,
    ],
    [
      'has a long string with parameters in hundreds of resources',
      `resourceTypes:\n  - t: {description: "${'<<resourcePathName>> '.repeat(10_000)}"}\n${Array.from({ length: 500 }, (_, n) => `/a${n}: {type: t}`).join('\n')}`,
    ],
  ])('are reported once for a resource type that %s', (_name, text) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching('SVC2061')])
  })
})
