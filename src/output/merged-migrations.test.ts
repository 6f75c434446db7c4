import { expect, test } from 'vitest'
import { Collector } from '../diagnostics/collector.js'
import { StandingFile } from '../emit/standing-file.js'
import { openFolder } from './folder.js'
import type { EmittedFile } from './file.js'
import { withMergedMigrations } from './merged-migrations.js'

test('where a migration of the other side is taken over, files that stand on disk keep their texts', () => {
  const text = '-- create table tale\n'
  const found = { kind: 'file', hash: '', text, bytes: Buffer.from(text) } as const
  const file = { path: 'src/generated/models/story.ts', owner: 'generator', source: 'model Story' } as const
  const madeOf = { given: 'null', facts: [], view: null }
  const standing = new StandingFile(file, madeOf, {
    madeOf,
    parts: [],
    found: { ...found, text: 'export interface Story {}\n' },
  })
  const made: EmittedFile = { path: 'migrations/0002_tale.sqlite.sql', owner: 'migration', source: '', text }
  const { emitted, isThere } = withMergedMigrations(
    new Map([standing, made].map((each) => [each.path, each])),
    ['migrations/0002_add-tale.sqlite.sql'],
    { folder: { ...openFolder('/out'), look: () => found }, ledger: new Map() },
    new Collector(),
  )
  expect(isThere).toBe(true)
  expect([...emitted.values()].map((each) => [each.path, each.text])).toEqual([
    [file.path, 'export interface Story {}\n'],
    ['migrations/0002_add-tale.sqlite.sql', text],
  ])
})
