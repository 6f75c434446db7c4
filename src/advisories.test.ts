import { expect, test } from 'vitest'
import { ADVISORIES } from './advisories.js'
import { packagesOf } from './emit/packages.js'
import { startOf } from './output/compare/package-json.js'
import { sampleService } from './testing/sample-service.js'
import { compareVersions } from './version.js'

test.each(Object.entries(ADVISORIES))(
  'new projects use a version of %s without known vulnerabilities',
  (name, { fixedIn }) => {
    const { dependencies, devDependencies } = packagesOf(sampleService())
    const range = [...dependencies, ...devDependencies].find((each) => each.name === name)?.range
    expect(compareVersions(startOf(range)?.version ?? '0.0.0', fixedIn)).toBeGreaterThanOrEqual(0)
  },
)
