import { expect, it } from 'vitest'
import type { Service } from '../ir/index.js'
import { publishedService } from '../testing/published-service.js'
import { TEST_OUTPUTS } from './test-outputs.js'
import { Sameness, trace } from './traced.js'

/** The files of tests, with what each was made of. */
async function madeOf(service: Service): Promise<Map<string, readonly string[]>> {
  const renderings = TEST_OUTPUTS.filter(({ owner }) => owner === 'generator').flatMap(({ files }) =>
    files(service),
  )
  const entries = renderings.map(async ({ path, view }) => {
    const traced = trace(service)
    await view(traced.service)
    return [path, [...traced.facts]] as const
  })
  return new Map(await Promise.all(entries))
}

it('a changed model asks again for the tests of its model, and of what belongs to it', async () => {
  const before = publishedService()
  const after = {
    ...before,
    models: before.models.map((model) =>
      model.id === 'Profile' ? { ...model, title: 'What one tells' } : model,
    ),
  }
  const files = await madeOf(before)
  const sameness = new Sameness(before, after)
  const again = [...files].filter(([, facts]) => !sameness.of(facts)).map(([path]) => path)
  expect([...files.keys()]).toContain('test/generated/routes/stories.ts')
  expect(again.sort()).toEqual([
    'test/generated/make.ts',
    'test/generated/routes/users.ts',
    'test/generated/samples.ts',
  ])
})
