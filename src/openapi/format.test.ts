import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { isOpenApi } from './format.js'

const folder = temporaryFolder()

test('the content of a file determines its format', () => {
  const isOpenApiText = (text: string): boolean => {
    const path = join(folder, 'api')
    writeFileSync(path, text)
    return isOpenApi(path)
  }
  expect(
    ['\ufeffopenapi: 3.1.0', '{ "openapi": "3.1.0" }', 'info: {}\n"swagger" : 2'].map(isOpenApiText),
  ).toEqual([true, true, true])
  expect(['#%RAML 0.8\nopenapi: 1', 'title: A'].map(isOpenApiText)).toEqual([false, false])
})

test('devices, to which a link in a repository can lead, are not read', () => {
  const path = join(folder, 'link.yaml')
  symlinkSync('/dev/zero', path)
  expect(isOpenApi(path)).toBe(false)
  expect(isOpenApi(folder)).toBe(false)
  expect(isOpenApi(join(folder, 'none'))).toBe(false)
})
