import { expect, it } from 'vitest'
import { modelNamed } from '../model.js'
import { storyModels } from '../testing/story-models.js'
import { ActionEvent, makeTestEvent } from './event.js'

it('changes made to an event by handlers do not affect the request body', () => {
  const body = { name: 'A', settings: { colors: ['red'] } }
  const event = (): ActionEvent => {
    const request = Object({ query: {} })
    const context = {
      request,
      models: () => ({}),
      user: undefined,
      search: async () => [],
      afterCommit: () => undefined,
    }
    return new ActionEvent('update', Object(storyModels['Story']), context, { data: body })
  }
  const first = event()
  first.setFieldValue('name', 'B')
  Object(first.data['settings']).colors.push('blue')
  expect(event().data).toEqual({ name: 'A', settings: { colors: ['red'] } })
})

it('a test event for an after handler contains a document that the handler can change', () => {
  const event = makeTestEvent(storyModels, 'Story', 'after_show', { response: { name: 'A' } })
  Object(event).setFieldValue('name', 'B')
  expect(event.response).toEqual({ _type: 'Story', name: 'B' })
})

it('the item of an event has no password hash', () => {
  const story = modelNamed(storyModels, 'Story')
  const model = {
    ...story,
    fields: {
      ...story.fields,
      password: { type: 'string', column: 'password', hash: async (plain: string) => plain },
    },
  } as const
  const instance = { name: 'A', password: '$argon2id$' }
  const event = makeTestEvent({ Story: model }, 'Story', 'before_update', { instance })
  expect(Object(event).instance).toEqual({ name: 'A' })
})

it('only events in which a condition has an effect have restrict', () => {
  const tags = [
    'before_index',
    'before_delete_many',
    'before_update',
    'before_show',
    'before_delete',
  ] as const
  const has = tags.map((tag) => typeof makeTestEvent(storyModels, 'Story', tag, {}).restrict)
  expect(has).toEqual(['function', 'function', 'undefined', 'undefined', 'undefined'])
  const after = makeTestEvent(storyModels, 'Story', 'after_index', { response: { data: [] } })
  expect(after.restrict).toBeUndefined()
})
