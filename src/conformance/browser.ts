import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Returns the path of the browser for tests: `TEST_CHROMIUM` if set, otherwise an installed browser. If there is no
 * browser, prints a message and returns undefined.
 */
export function browserPath(): string | undefined {
  const path = [process.env['TEST_CHROMIUM'] ?? '', ...USUAL_PLACES].find(existsSync)
  if (path === undefined)
    console.log('not tested in a browser: TEST_CHROMIUM is not set, and Chromium is not installed')
  return path
}

/** Starts the browser without its sandbox, which does not work for root or in most containers. */
export function openBrowser(path: string): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: ['--no-sandbox'] })
}

/** The errors on the pages in a context, and the pages' requests to other origins. */
export interface Watch {
  /** Script errors, violations of the content security policy, and failed requests. */
  readonly faults: readonly string[]
  /** URLs outside `home`, which are blocked. */
  readonly elsewhere: readonly string[]
}

/**
 * Blocks all requests from the pages in a context except those to `home`, and records the blocked requests and any
 * errors.
 */
export async function watch(context: BrowserContext, home: string): Promise<Watch> {
  const [faults, elsewhere]: [string[], string[]] = [[], []]
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  context.on('weberror', (error) => faults.push(error.error().message))
  await context.route(
    (url) => !url.href.startsWith(home) && url.protocol !== 'data:',
    (route) => {
      elsewhere.push(route.request().url())
      return route.abort()
    },
  )
  return { faults, elsewhere }
}
