import { expect, test } from 'vitest'
import type { FieldType, Model } from '../../../ir/index.js'
import { emptyService } from '../../../testing/fake-stages.js'
import { field, model } from '../../../testing/sample-service.js'
import { relation } from '../../../testing/stored-service.js'
import { Imports } from '../../imports.js'
import { modelView } from './model.js'
import { choiceNames } from '../../../naming/emitted/choices.js'

test.each<[FieldType, string, RegExp]>([
  ['integer', 'number', /owner: number$/m],
  ['string', 'string', /owner: string$/m],
  ['big_integer', 'number | string', /owner: number \| string$/m],
])(
  'a key of type %s has the TypeScript type %s, in its model and in references to the model',
  async (type, keyType, held) => {
    const owner = {
      name: 'owner',
      relation: 'User.stories',
      side: 'holder',
      target: 'User',
      many: false,
    } as const
    const user = model('User', [field('number', type)])
    const story = model('Story', [field('title'), field('owner_id', 'foreign_key')], { relations: [owner] })
    const service = {
      ...emptyService('Keys'),
      models: [user, story],
      relations: [
        {
          ...relation(['User', 'stories'], ['Story', 'owner']),
          required: true,
          foreignKey: { field: 'owner_id', column: 'owner_id', type },
        },
      ],
    }
    const viewOf = (shown: Model) => modelView(service, shown, new Imports('models/shown.ts', service))
    expect(viewOf(user).keyType).toBe(keyType)
    const { row, where, relations } = viewOf(story)
    // The key is required, so the included item is not nullable.
    expect(relations).toEqual([{ name: 'owner', type: 'UserTypes' }])
    expect(row).toMatch(held)
    expect(where.find(({ name }) => name === 'owner')?.type).toBe(`ToOneFilter<UserWhere, ${keyType}>`)
  },
)

test('a filter type with the same name as a model is not imported from the runtime', async () => {
  const filter = model('ColorFilter', [field('name'), field('kind', 'choice')])
  const service = { ...emptyService('Filters'), models: [filter] }
  const imports = new Imports('models/color-filter.ts', service)
  modelView(service, filter, imports)
  expect(imports.text()).toContain(
    "import type { AnyFilter, TextFilter } from '../runtime/repository/types.js'",
  )
})

test("the names for a field's choices differ from those of other fields, models and types", () => {
  const choices = { constraints: { ...field('a').constraints, choices: ['x', 'y'] } }
  const named = ['status', 'statuses', 'Status', 'where', '1.5', '数'].map((name) => ({
    ...field(name, 'choice'),
    ...choices,
  }))
  const service = {
    ...emptyService('Choices'),
    models: [model('Story', named), model('StoryStatus', [field('name')])],
  }
  const names = named.map((each) => choiceNames(service, each))
  expect(names.map((each) => each?.type)).toEqual([
    'StoryStatus2',
    'StoryStatus3',
    'StoryStatus4',
    'StoryWhere2',
    'Story15',
    'StoryChoice',
  ])
  expect(new Set(names.map((each) => each?.list)).size).toBe(named.length)
})
