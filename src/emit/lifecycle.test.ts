import { expect, test } from 'vitest'
import { lifecycleHeaders } from './lifecycle.js'

test.each([
  [{}, undefined],
  [{ deprecated: true }, { deprecation: '@0' }],
  [{ deprecated: true, deprecatedAt: '2025-01-01' }, { deprecation: '@1735689600' }],
  [{ deprecatedAt: '2030-06-30' }, { deprecation: '@1909008000' }],
  [{ sunset: '2027-01-01' }, { sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' }],
] as const)('the headers of %o are %o', (versioned, headers) => {
  expect(lifecycleHeaders(versioned)).toEqual(headers)
})
