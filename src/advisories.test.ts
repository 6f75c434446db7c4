import { expect, test } from 'vitest'
import { ADVISORIES } from './advisories.js'
import { packagesOf } from './emit/packages.js'
import { startOf } from './output/compare/package-json.js'
import { sampleService } from './testing/sample-service.js'
import { compareVersions } from './version.js'

test.each(Object.keys(ADVISORIES))(
  'new projects use a version of %s without known vulnerabilities',
  (name) => {
    const { dependencies, devDependencies } = packagesOf(sampleService())
    const range = [...dependencies, ...devDependencies].find((each) => each.name === name)?.range
    const start = startOf(range)?.version ?? '0.0.0'
    const open = Object.entries(ADVISORIES[name] ?? {}).filter(
      ([, fixedIn]) => compareVersions(start, fixedIn) < 0,
    )
    expect(open).toEqual([])
  },
)
