import { describe, expect, it } from 'vitest'
import { Collector } from './collector.js'

describe('a run with many problems', () => {
  const collector = new Collector()
  let sought = 0
  const help = () => {
    sought += 1
    return 'Did you mean "title"?'
  }
  for (let index = 0; index < 12_000; index += 1) {
    collector.report('SVC2005', { message: `Unknown key "${index}"`, at: null, help })
  }
  collector.report('SVC2003', { message: 'The file is empty', at: null })

  it('has suggestions only for the first few hundred', () => {
    const helped = collector.sorted().filter((diagnostic) => diagnostic.help !== null)
    expect(helped).toHaveLength(sought)
    expect(sought).toBeGreaterThan(100)
    expect(sought).toBeLessThan(1000)
  })

  it('records at most ten thousand problems with the same code', () => {
    const codes = collector.sorted().map(({ code }) => code)
    expect(codes.filter((code) => code === 'SVC2005')).toHaveLength(10_000)
    expect(codes).toContain('SVC2003')
  })
})
