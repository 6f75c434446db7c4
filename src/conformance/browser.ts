import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of the browser to test with: what `TEST_CHROMIUM` names, else one that is installed. */
export function browserPath(): string | undefined {
  const path = [process.env['TEST_CHROMIUM'] ?? '', ...USUAL_PLACES].find(existsSync)
  if (path === undefined)
    console.log('not tested in a browser: TEST_CHROMIUM is not set, and no chromium is installed')
  return path
}

/** Starts the browser; its sandbox cannot be had by root, nor in most containers. */
export function openBrowser(path: string): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: ['--no-sandbox'] })
}

/** What went wrong on the pages of a context, and what they asked for elsewhere. */
export interface Watch {
  /** Errors of scripts, breaches of the content security policy, failed requests. */
  readonly faults: readonly string[]
  /** Addresses outside `home`; they are not loaded. */
  readonly elsewhere: readonly string[]
}

/** Lets the pages of a context load from `home` alone, and takes note of what they do. */
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
