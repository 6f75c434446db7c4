import { describe, expect, it } from 'vitest'
import { Conflict } from '../errors.js'
import { makeDefault } from './default-functions.js'
import { OperationRegistry } from './operation-registry.js'
import { NotRegistered, Registry } from './registry.js'

type Functions = Record<string, (...args: unknown[]) => unknown>

function registryOf(functions: Functions): Registry<Functions> {
  const registry = new Registry<Functions>({
    tidy_title: { kind: 'handler', file: 'src/handlers/tidy-title.ts' },
    make_slug: { kind: 'default', file: 'src/defaults/make-slug.ts' },
    send_mail: { kind: 'handler', file: 'src/handlers/send-mail.ts' },
    trim: { kind: 'processor', file: 'src/processors/trim.ts' },
  })
  for (const [name, run] of Object.entries(functions)) registry.add(name, run)
  return registry
}

const nothing = (): undefined => undefined
const whole = { tidy_title: nothing, make_slug: nothing, send_mail: nothing, trim: nothing }

describe('a registry', () => {
  it('reports all errors that prevent the service from starting, with the file to edit or a similar name', () => {
    const registry = registryOf({
      make_slug: nothing,
      send_mail: nothing,
      trim: nothing,
      tidy_titel: nothing,
    })
    registry.add('make_slug', nothing)
    expect(() => registry.start(1)).toThrow(NotRegistered)
    expect(registry.problems()).toEqual([
      `the handler "tidy_title" is not registered: src/handlers/tidy-title.ts should call registry.add('tidy_title', …)`,
      '"make_slug" is registered twice; register it only once, in src/defaults/make-slug.ts',
      '"tidy_titel" is registered, but no schema or ACL names it (did you mean "tidy_title"?)',
    ])
  })

  it('treats names of built-in object properties like any other name', () => {
    const registry = registryOf({ ...whole, constructor: nothing, toString: nothing })
    expect(registry.problems()).toEqual([
      '"constructor" is registered, but no schema or ACL names it',
      '"toString" is registered, but no schema or ACL names it',
    ])
  })

  it('returns a function for a test, or reports which file to import', () => {
    const registry = registryOf({ tidy_title: () => 'tidy' })
    expect(registry.get('tidy_title')()).toBe('tidy')
    expect(() => registry.get('send_mail')).toThrow('src/handlers/send-mail.ts')
  })

  it('skips handlers and processors while it is paused, but not defaults', async () => {
    const registry = registryOf({
      ...whole,
      tidy_title: () => 'tidy',
      make_slug: () => 'slug',
      trim: () => 'trimmed',
    })
    registry.pause()
    const calls = registry.start(1)
    expect(await calls.call('tidy_title', {})).toBe(undefined)
    expect(await calls.call('trim', ' a ')).toBe(' a ')
    expect(await calls.call('make_slug')).toBe('slug')
  })

  it('adds the function and its file to an error that a default throws', () => {
    const registry = registryOf({
      ...whole,
      make_slug: () => {
        throw new Error('no slug')
      },
    })
    const error = { message: 'no slug', handler: 'make_slug', handlerFile: 'src/defaults/make-slug.ts' }
    expect(() => makeDefault(registry, 'make_slug')).toThrow(expect.objectContaining(error))
    expect(makeDefault(registryOf(whole), 'make_slug')).toBe(null)
  })
})

describe('a call', () => {
  const where = { handler: 'tidy_title', handlerFile: 'src/handlers/tidy-title.ts' }
  const thrownBy = async (thrown: unknown): Promise<unknown> => {
    const run = async (): Promise<never> => Promise.reject(thrown)
    return registryOf({ ...whole, tidy_title: run })
      .start(1)
      .call('tidy_title')
      .catch((error: unknown) => error)
  }

  it('passes its arguments to the function, and returns the result', async () => {
    const calls = registryOf({ ...whole, tidy_title: async (...args) => args.length }).start(1)
    expect(await calls.call('tidy_title', 1, 2)).toBe(2)
  })

  it('keeps the class of an error, converts other thrown values to errors, and adds the function and its file', async () => {
    const conflict = new Conflict('taken')
    expect(await thrownBy(conflict)).toBe(conflict)
    expect(conflict).toMatchObject(where)
    expect(await thrownBy('a text')).toMatchObject({ message: "threw 'a text'", ...where })
    expect(await thrownBy(undefined)).toMatchObject({ message: 'threw undefined', ...where })
    const frozen = Object.freeze(new Error('cold'))
    expect(await thrownBy(frozen)).toMatchObject({ cause: frozen, ...where })
  })

  it('fails if the function does not finish in time', async () => {
    const calls = registryOf({ ...whole, tidy_title: () => new Promise(() => undefined) }).start(0.01)
    await expect(calls.call('tidy_title')).rejects.toMatchObject({
      message: 'tidy_title did not finish within 0.01 s (handler_timeout)',
      ...where,
    })
  })
})

describe('the options of an action', () => {
  const actions = new OperationRegistry<Functions, Record<string, () => unknown>>({
    'action send': { kind: 'action', file: 'src/actions/send.ts' },
  })

  it.each([
    [{ bodyLimits: 5 }, 'unknown option "bodyLimits" (did you mean "bodyLimit"?)'],
    [{ bodyLimit: 0.5 }, 'bodyLimit must be a positive integer, in bytes'],
    [{ transaction: 'no' }, 'transaction must be true or false'],
    [{ timeout: '60' }, 'timeout must be a number from 0 to 86400, in seconds'],
  ])('are rejected if they are %o', (options, message) => {
    expect(() => actions.action('send', Object(options), nothing)).toThrow(
      `registry.action('send', …): ${message}`,
    )
  })

  it('replace the settings', async () => {
    actions.action('send', { bodyLimit: 5, timeout: 0.01 }, () => new Promise(() => undefined))
    const calls = actions.start(10)
    expect(actions.optionsOf('send').bodyLimit).toBe(5)
    await expect(calls.call('action send')).rejects.toMatchObject({
      message: 'send did not finish within 0.01 s (the timeout of the action)',
    })
  })
})
