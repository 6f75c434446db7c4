// Generates a service from fixtures/quickstart, imports sample items, starts it on SQLite, and shows requests and
// responses.
import { execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = fileURLToPath(new URL('../.cache/demo', import.meta.url))
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
const run = (/** @type {string[]} */ args, cwd = root) =>
  execFileSync(process.execPath, args, { cwd, stdio: 'inherit' })

rmSync(out, { recursive: true, force: true })
console.log('$ npx svcgen generate fixtures/quickstart/api.raml -o .cache/demo --features data')
run(['bin/svcgen.js', 'generate', 'fixtures/quickstart/api.raml', '-o', '.cache/demo', '--features', 'data'])
// The demo uses this repository's packages. Your own project needs `npm install` first.
run([tsc, '-b'], out)
console.log('$ npm run data -- import ../../fixtures/quickstart/seed')
run(['dist/src/generated/data.js', 'import', '../../fixtures/quickstart/seed'], out)
console.log('$ npm start')
const service = spawn(process.execPath, ['dist/src/main.js'], {
  cwd: out,
  env: { ...process.env, PORT: '0', SVC_LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const address = await new Promise((resolve, reject) => {
    service.once('exit', () => reject(new Error('the service did not start')))
    createInterface({ input: service.stdout }).on('line', (line) => {
      const [url] = /http:\S+/.exec(line) ?? []
      console.log(url === undefined ? line : 'listening')
      if (url !== undefined) resolve(url)
    })
  })
  await show(`${address}/v1/stories`, { title: 'A first story', owner: 'ada' })
  await show(`${address}/v1/users/ada`)
} finally {
  service.kill()
}

/**
 * Sends a POST if there is a body, otherwise a GET. Prints the request and the response without the host, because the
 * port varies.
 */
async function show(/** @type {string} */ url, /** @type {object | undefined} */ body) {
  const response = await (body === undefined
    ? fetch(url)
    : fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }))
  const option = body === undefined ? '' : ` --json '${JSON.stringify(body)}'`
  console.log(`\n$ curl localhost${new URL(url).pathname}${option}`)
  console.log(`${response.status} ${response.statusText}`)
  console.log(JSON.stringify(await response.json(), null, 2).replaceAll(new URL(url).origin, ''))
}
