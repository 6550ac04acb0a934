import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Theme } from './terminal.ts'

interface Sitter {
  /** The server's address. */
  readonly url: string
  readonly email: string
  readonly password: string
}

const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
const phone: BrowserContextOptions = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }

/** Photographs the web client as a person sees it: a conversation on a desk, and the list on a phone. */
export async function photographChat(
  browser: Browser,
  sitter: Sitter,
  theme: Theme,
  keep: (name: string, png: Buffer) => Promise<void>,
): Promise<void> {
  const photograph = async (
    name: string,
    options: BrowserContextOptions,
    open: (page: Page) => Promise<void>,
  ) => {
    const page = await signedIn(browser, sitter, { ...options, colorScheme: theme })
    await open(page)
    // Letters are drawn once their font is there.
    await page.evaluate(() => document.fonts.ready)
    await wait(500)
    await keep(`${name}-${theme}`, await page.screenshot())
    await page.context().close()
  }
  await photograph('chat', desk, async (page) => {
    await openTopic(page, 'release 0.2')
    await page.getByRole('article').last().scrollIntoViewIfNeeded()
  })
  await photograph('reading', desk, async (page) => {
    await openTopic(page, 'card reader')
    await page.goto(`${sitter.url}/#inbox`)
    await page.getByRole('link', { name: /lunch/ }).waitFor()
  })
  await photograph('writing', desk, async (page) => {
    await openTopic(page, 'card reader')
    await page.getByRole('textbox').last().pressSequentially('Thank you! @')
    await page.getByRole('option').first().waitFor()
  })
  await photograph('finding', desk, async (page) => {
    await openTopic(page, 'release 0.2')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').pressSequentially('re')
    await page.getByRole('option').first().waitFor()
  })
  await photograph('told', desk, (page) => openPage(page, '#settings/notifications'))
  await photograph('organization', desk, (page) => openPage(page, '#organization/users/active'))
  await photograph('inbox-phone', phone, async (page) => {
    await page.goto(`${sitter.url}/#recent`)
    await page.getByRole('link', { name: /release 0.2/ }).waitFor()
  })

  async function openPage(page: Page, address: string): Promise<void> {
    await page.goto(`${sitter.url}/${address}`)
    await page.locator('.settings-inner').waitFor()
  }

  async function openTopic(page: Page, topic: string): Promise<void> {
    await page.goto(`${sitter.url}/#recent`)
    await page.getByRole('link', { name: new RegExp(topic) }).click()
    await page.getByRole('heading', { level: 1, name: topic }).waitFor()
    await page.getByRole('article').last().waitFor()
  }
}

async function signedIn(
  browser: Browser,
  { url, email, password }: Sitter,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ deviceScaleFactor: 2, reducedMotion: 'reduce', ...options })
  const answer = await context.request.post(`${url}/login/`, {
    form: { username: email, password },
    headers: { origin: url },
    maxRedirects: 0,
  })
  if (answer.status() !== 303) throw new Error(`${email} cannot sign in: ${await answer.text()}`)
  return context.newPage()
}
