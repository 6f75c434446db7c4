import { expect, test } from 'vitest'
import { emptyService } from '../../testing/fake-stages.js'
import { field, model } from '../../testing/sample-service.js'
import { render } from '../templates.js'
import { eventsView, exportsView } from './all-models.js'

test('exports a model under its name, and gives other exports with this name a different one', () => {
  const service = emptyService('Exports')
  const names = (models: ReturnType<typeof model>[]): string[] => {
    const named = { ...service, models }
    const index = render('src/generated/index.ts', named, (imports) => exportsView(named, imports)).text
    const events = render('src/generated/events.ts', named, (imports) => eventsView(named, imports)).text
    return [
      ...[...index.matchAll(/^export (?:type )?\{ (.+) \}/gm)].flatMap(([, list = '']) => list.split(', ')),
      ...[...events.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name = '']) => name),
    ].map((name) => name.replace(/^type /, '').replace(/^\w+ as /, ''))
  }
  const own = names([])
  expect(own).toEqual(expect.arrayContaining(['Caller', 'HttpError', 'OpenModels', 'Repositories']))
  const types = own.filter((name) => /^[A-Z]/.test(name))
  const exported = names(types.map((name) => model(name, [field('title')])))
  expect(exported).toEqual(expect.arrayContaining([...types, ...types.map((name) => `Svc${name}`)]))
  expect(new Set(exported).size).toBe(exported.length)
})
