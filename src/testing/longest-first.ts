import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Small test files that take minutes. If vitest does not know how long the tests take, it starts with the largest
 * files.
 */
const LONGEST = ['src/corpus.test.ts', 'src/fixtures.test.ts']

/** Starts the longest tests first, so that none of them runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some((path) => moduleId.endsWith(`/${path}`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
