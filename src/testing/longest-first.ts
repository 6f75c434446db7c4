import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They take minutes, though their texts are short, and vitest takes large files first until it has seen how long each takes. */
const LONGEST = ['src/corpus.test.ts', 'src/fixtures.test.ts']

/** Begins with the files that take longest, so that none of them is still running when all others have ended. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some((path) => moduleId.endsWith(`/${path}`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
