import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { blocksOf } from './testing/doc-page.js'
import { tsc } from './testing/compile-project.js'
import { temporaryFolder } from './testing/temporary-folder.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const page = blocksOf(readFileSync(join(ROOT, 'docs/clients.md'), 'utf8'))
const textsIn = (wanted: string): readonly string[] =>
  page.flatMap(({ language, text }) => (language === wanted ? [text] : []))

const UNREACHABLE = 'not tested: client generators, because the npm registry is not reachable'

const TSCONFIG = {
  compilerOptions: { noEmit: true, strict: true, skipLibCheck: true, target: 'es2022', module: 'preserve' },
  include: ['src'],
}

test('docs/clients.md: the client generators run, and the clients compile', async (context) => {
  const ping = ['ping', '--fetch-retries=0', '--fetch-timeout=5000']
  const { exitCode } = await execa('npm', ping, { reject: false })
  if (exitCode !== 0) {
    console.log(UNREACHABLE)
    context.skip(UNREACHABLE)
  }
  const folder = temporaryFolder()
  const client = join(folder, 'client')
  mkdirSync(join(client, 'src'), { recursive: true })
  const svcgen = (...args: string[]) => execa('node', [join(ROOT, 'bin/svcgen.js'), ...args], { cwd: folder })
  await svcgen('init', 'shop')
  await svcgen('generate', 'shop/api.raml', '-o', 'service', '--quiet')
  copyFileSync(join(folder, 'service/openapi.json'), join(client, 'openapi.json'))
  writeFileSync(join(client, 'package.json'), '{ "private": true, "type": "module" }')
  writeFileSync(join(client, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  for (const commands of textsIn('sh')) await execa('bash', ['-euc', commands], { cwd: client })
  const examples = textsIn('typescript')
  for (const [index, text] of examples.entries()) writeFileSync(join(client, `src/example-${index}.ts`), text)
  const { stdout } = await tsc(client)
  expect([examples.length, stdout]).toEqual([2, ''])
}, 120_000)
