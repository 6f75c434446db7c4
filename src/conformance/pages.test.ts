import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servicePage } from '../cli/print/page/service-page.js'
import { analyzePath } from '../testing/analyze-files.js'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { browserPath, openBrowser, watch } from './browser.js'
import { type ServiceProcess, startProcess } from './process.js'
import { PASSWORD } from './callers.js'
import { buildFixture, removeProject } from './service.js'
import { userCode } from './user-code.js'

const path = browserPath()

describe.skipIf(path === undefined)('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser(path ?? '')
  })
  afterAll(() => browser.close())

  describe('the interactive documentation', () => {
    let folder: string
    let service: ServiceProcess
    beforeAll(async () => {
      folder = await buildFixture('quickstart', 'svc_sqla')
      service = await startProcess(folder)
    })
    afterAll(async () => {
      await service.stop()
      removeProject(folder)
    })

    it('sends a request and shows its response, without loading anything from other origins', async () => {
      const context = await browser.newContext()
      const { faults, elsewhere } = await watch(context, service.address)
      const page = await context.newPage()
      await page.goto(`${service.address}/v1/docs`)
      const operation = page.locator('#operations-User-postUsers')
      await operation.locator('.opblock-summary-control').click()
      expect(await page.title()).toBe('Quickstart')
      await operation.getByRole('button', { name: 'Try it out' }).click()
      await operation.getByRole('button', { name: 'Execute' }).click()
      const response = operation.locator('.live-responses-table')
      await response.waitFor()
      expect(await response.locator('.response-col_status').last().innerText()).toContain('201')
      expect(await response.innerText()).toContain('"_type": "User"')
      const users = await fetch(`${service.address}/v1/users`)
      expect(await users.json()).toMatchObject({ total: 1 })
      expect({ faults, elsewhere }).toEqual({ faults: [], elsewhere: [] })
      await context.close()
    })
  })

  it('the interactive documentation shows until when deprecated operations are available', async () => {
    const folder = await buildFixture('versions', 'svc_sqla')
    const service = await startProcess(folder)
    const context = await browser.newContext()
    const { faults } = await watch(context, service.address)
    const page = await context.newPage()
    await page.goto(`${service.address}/v1/docs`)
    const operation = page.locator('.opblock-deprecated', { hasText: '/payments' })
    await operation.locator('.opblock-summary-control').click()
    await operation.getByText('Available until 2027-01-01.').waitFor()
    expect(await page.getByText('/v2/payments').count()).toBeGreaterThan(0)
    expect(faults).toEqual([])
    await context.close()
    await service.stop()
    removeProject(folder)
  })

  it('the interactive documentation logs in with tokens and passwords', async () => {
    const folder = await buildFixture('schemes', 'svc_sqla', userCode('schemes'))
    const service = await startProcess(folder, {
      SVC_AUTH: 'true',
      SVC_SYSTEM_USER: 'amy',
      SVC_SYSTEM_PASSWORD: PASSWORD,
      SVC_SYSTEM_EMAIL: 'amy@example.com',
      SVC_SYSTEM_NAME: 'Amy',
    })
    const context = await browser.newContext()
    const { faults, elsewhere } = await watch(context, service.address)
    const page = await context.newPage()
    await page.goto(`${service.address}/v1/docs`)
    await page.locator('.auth-wrapper').getByRole('button', { name: 'Authorize' }).click()
    const dialog = page.locator('.modal-ux')
    const authorize = async (title: string, ...values: readonly string[]): Promise<void> => {
      const container = dialog.locator('.auth-container', { hasText: title })
      for (const [index, value] of values.entries()) await container.locator('input').nth(index).fill(value)
      await container.getByRole('button', { name: 'Apply credentials' }).click()
    }
    await authorize('basic', 'amy', "amy's secret")
    await authorize('partner', 'allows-reports')
    await dialog.locator('.close-modal').click()
    const execute = async (id: string): Promise<string> => {
      const operation = page.locator(`[id$="-${id}"]`)
      await operation.locator('.opblock-summary-control').click()
      await operation.getByRole('button', { name: 'Try it out' }).click()
      await operation.getByRole('button', { name: 'Execute' }).click()
      await operation.locator('.live-responses-table').waitFor()
      return operation.locator('.live-responses-table .response-col_status').last().innerText()
    }
    expect(await execute('getMemos')).toContain('200')
    expect(await execute('getReports')).toContain('200')
    expect({ faults, elsewhere }).toEqual({ faults: [], elsewhere: [] })
    await context.close()
    await service.stop()
    removeProject(folder)
  })

  it('the HTML page written by inspect fits a narrow screen, and loads nothing from other origins', async () => {
    const { analysis } = analyzePath(
      fileURLToPath(new URL('../../fixtures/library/api.raml', import.meta.url)),
    )
    if (analysis === null) throw new Error('the fixture cannot be read')
    const folder = temporaryFolder()
    const file = join(folder, 'inspect.html')
    writeFileSync(file, servicePage(analysis.service))
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } })
    const home = pathToFileURL(file).href
    const { faults, elsewhere } = await watch(context, home)
    const page = await context.newPage()
    await page.goto(home)
    expect(await page.locator('h2').allInnerTexts()).toEqual(['Diagram', 'Models', 'Routes'])
    await page.getByRole('navigation').getByRole('link', { name: 'Book', exact: true }).click()
    expect(await page.locator('h3:target').innerText()).toBe('Book')
    const [contents, screen] = [page.locator('html'), page.viewportSize()]
    expect(await contents.evaluate((html) => html.scrollWidth)).toBe(screen?.width)
    expect({ faults, elsewhere }).toEqual({ faults: [], elsewhere: [] })
    await context.close()
  })
})
