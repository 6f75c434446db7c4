import { expect, test } from 'vitest'
import { matchesPattern } from './pattern.js'
import { processorTime } from '../testing/processor-time.js'

test('matching takes linear time, also where JavaScript itself takes exponential time', () => {
  const url = '^(https?:\\/\\/)?([\\da-z\\.-]+)\\.([a-z\\.]{2,6})([\\/\\w \\.-]*)*\\/?$'
  const started = processorTime()
  expect(matchesPattern(url, `https://www.example.com/${'a'.repeat(60)}?`)).toBe(false)
  expect(matchesPattern(url, `https://www.example.com/${'a'.repeat(60)}`)).toBe(true)
  expect(processorTime() - started).toBeLessThan(1000)
})

test('texts match patterns that no engine matches in linear time', () => {
  expect(matchesPattern('^(a)\\1$', 'b')).toBe(true)
})
