import { expect, it } from 'vitest'
import { emptyService } from '../../../testing/fake-stages.js'
import { field, model } from '../../../testing/sample-service.js'
import { Imports } from '../../imports.js'
import { specOf } from './model-spec.js'

it('the values in a row are in the order of the listed fields, even if field names are numbers', () => {
  const numbered = model('Thing', [field('10'), field('2'), field('a')])
  const service = { ...emptyService('Numbers'), models: [numbered] }
  const { fields, fromColumns } = Object(
    specOf(service, numbered, new Imports('models/numbered.ts', service)),
  )
  expect(Object.keys(fields)).toEqual(['2', '10', 'a'])
  expect(fromColumns.text).toBe("(column) => ({ '2': column(0), '10': column(1), a: column(2) })")
})
