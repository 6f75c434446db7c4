import { describe, expect, it } from 'vitest'
import { readPattern } from './pattern.js'

describe('a pattern', () => {
  it.each(['(?!foo)(a+)+$', '^(a)(\\1+)+$', '^(.*(?=,),)*$', '(\\w+(?!x)\\s?)*$', '^a*(?!b)c+$'])(
    '%s is rejected, because no engine matches it in linear time',
    (pattern) => {
      expect(readPattern(pattern)).toEqual({ fault: 'slow' })
    },
  )

  it.each([
    '^(a+)+$',
    '(a|a)*$',
    '(x+x+)+y',
    '^("[^"]*"|[^,])*$',
    '(a?){30}a{30}',
    '(?<=a)b+',
    '(?<=x)(a|a)*$',
    '^[\\s\\S]*;$',
    '^[0-9]{4}-(0?[0-9]|1[0-2])-(0?[0-9]|[1-2][0-9]|3[01])$',
    '^([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$',
    '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$',
    '^[a-z]+(-[a-z]+)*$',
    '^((\\d{1,3})\\.){3}\\d{1,3}$',
    '^(?=.*[A-Z])(?=.*\\d).{8,}$',
    '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$',
    '^(?<year>\\d{4})-\\p{L}+$',
  ])('%s is not changed', (pattern) => {
    expect(readPattern(pattern)).toEqual({ pattern })
  })

  it.each(['(', '[a-z', '*', '(?i)a'])('%s is rejected, because it is not a valid pattern', (pattern) => {
    expect(readPattern(pattern)).toEqual({ fault: 'invalid' })
  })

  it.each([
    ['^\\@\\-\\_$', '^@-_$'],
    ['[\\w\\-\\@]', '[\\w\\-@]'],
    ['a{b', 'a\\{b'],
  ])('%s in legacy syntax is replaced with %s', (pattern, meant) => {
    expect(readPattern(pattern)).toEqual({ pattern: meant })
  })
})
