import { expect, test } from 'vitest'
import { emptyService } from '../../testing/fake-stages.js'
import { field, model } from '../../testing/sample-service.js'
import { render } from '../templates.js'
import { eventsView, exportsView } from './all-models.js'

test('a model with the same name as another export of index.ts is exported under a different name', () => {
  const service = emptyService('Exports')
  const index = render('generated/index.ts', exportsView(service))
  const events = render('generated/events.ts', eventsView(service))
  const names = [
    ...[...index.matchAll(/^export (?:type )?\{ (.+) \}/gm)].flatMap(([, list = '']) => list.split(', ')),
    ...[...events.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name = '']) => name),
  ].map((name) => name.replace('type ', ''))
  expect(names).toEqual(expect.arrayContaining(['Caller', 'HttpError', 'OpenModels', 'Repositories']))
  const types = names.filter((name) => /^[A-Z]/.test(name))
  const models = types.map((name) => model(name, [field('title')]))
  const exported = exportsView({ ...service, models }).models.map((each) => each.exported)
  expect(exported).toEqual(types.map((name) => `${name} as ${name}Item`))
})
