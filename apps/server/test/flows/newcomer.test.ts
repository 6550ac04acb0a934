import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Answer, signInOwner, ownerSettings, succeed } from '#test/http-caller.ts'
import { installation } from '#test/server-process.ts'

// The client replaces the global FormData and fetch with its own. They are put back for other tests.
const { FormData: ownFormData, fetch: ownFetch } = globalThis
const { default: zulip } = await import('zulip-js')
Object.assign(globalThis, { FormData: ownFormData, fetch: ownFetch })

interface Client {
  readonly queues: { register(parameters: object): Promise<Answer> }
  readonly events: { retrieve(parameters: object): Promise<Answer> }
  readonly messages: { send(parameters: object): Promise<Answer> }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Browser
beforeAll(async () => {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})
afterAll(() => browser.close())

async function start() {
  const tagma = await installation({ ...ownerSettings, TAGMA_OWNER_NAME: 'Ada' })
  onTestFinished(() => tagma.remove())
  await tagma.start()
  const owner = await signInOwner(tagma.url)
  const asOwner = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, parameters = {}) =>
    succeed(tagma.url, owner, method, path, parameters)
  return { url: tagma.url, asOwner }
}

/** Opens a page in a browser without JavaScript. */
async function plainPage(): Promise<Page> {
  const page = await browser.newPage({ javaScriptEnabled: false })
  onTestFinished(() => page.close())
  return page
}

async function fillIn(page: Page, email: string, name = 'Iris Müller'): Promise<void> {
  await page.getByLabel('Your email address').fill(email)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Join' }).click()
}

test('from an invitation link in a browser without JavaScript to a message in an unmodified client', async () => {
  const { url, asOwner } = await start()
  const { invite_link } = await asOwner('POST', '/invites/multiuse', {
    include_realm_default_subscriptions: 'true',
  })
  const page = await plainPage()
  await page.goto(String(invite_link))
  // The browser accepts this address and the server does not: the page says so, and keeps the fields.
  await fillIn(page, 'iris@example.com', '{constructor}@')
  expect(await page.getByRole('alert').textContent()).toContain('Enter a name without')
  expect(await page.getByLabel('Your email address').inputValue()).toBe('iris@example.com')
  await fillIn(page, 'iris@example.com')
  await page.waitForURL(`${url}/`)
  const me = await page.request.get(`${url}/json/users/me`)
  expect(await me.json()).toMatchObject({ result: 'success', full_name: 'Iris Müller' })

  const client = (await zulip({
    username: 'iris@example.com',
    password: 'correct horse',
    realm: url,
  })) as Client
  const { queue_id, ...registered } = await client.queues.register({ event_types: ['message'] })
  const sent = await client.messages.send({
    type: 'stream',
    to: 'general',
    topic: 'hello',
    content: 'Here I am',
  })
  expect(sent).toMatchObject({ result: 'success' })
  const { events } = await client.events.retrieve({ queue_id, last_event_id: registered.last_event_id })
  expect(events).toMatchObject([
    { message: { id: sent.id, content: 'Here I am', sender_full_name: 'Iris Müller', subject: 'hello' } },
  ])
  const { messages } = await asOwner('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  expect(messages).toMatchObject([{ id: sent.id, sender_email: 'iris@example.com' }])
})

test('a person who may not join reads why', async () => {
  const { asOwner } = await start()
  const { invite_link } = await asOwner('POST', '/invites/multiuse')
  await asOwner('PATCH', '/realm', { emails_restricted_to_domains: 'true' })
  await asOwner('POST', '/realm/domains', { domain: 'weavers.example', allow_subdomains: 'false' })
  const page = await plainPage()
  await page.goto(String(invite_link))
  await fillIn(page, 'iris@elsewhere.example')
  expect(await page.getByRole('alert').textContent()).toContain('elsewhere.example')
  const { invites } = await asOwner('GET', '/invites')
  const [{ id }] = invites as [{ id: number }]
  await asOwner('DELETE', `/invites/multiuse/${id}`)
  await page.goto(String(invite_link))
  await page.getByRole('heading', { name: 'This invitation was revoked' }).waitFor()
})

test('the sign-up pages are readable for everybody, in both color schemes and on a phone', async () => {
  const { asOwner, url } = await start()
  const { invite_link } = await asOwner('POST', '/invites/multiuse')
  for (const colorScheme of ['light', 'dark'] as const) {
    const viewport = { width: 390, height: 800 }
    const page = await browser.newPage({ viewport, colorScheme, bypassCSP: true })
    onTestFinished(() => page.close())
    const check = async (name: string) => {
      const shown = `${name}-${colorScheme}`
      const folder = process.env.SCREENSHOTS
      if (folder !== undefined) await page.screenshot({ path: `${folder}/${shown}.png` })
      await page.evaluate(axe)
      const problems = await page.evaluate('axe.run().then(({ violations }) => violations)')
      const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      expect({ shown, problems, isTooWide }).toEqual({ shown, problems: [], isTooWide: false })
    }
    const email = `${colorScheme}@example.com`
    await page.goto(String(invite_link))
    await check('sign-up')
    await fillIn(page, email, 'x@y')
    await check('sign-up-problem')
    await page.goto(`${url}/join/nothing`)
    await check('unknown')
    await page.goto(`${url}/login/`)
    await check('sign-in')
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('no account')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await check('sign-in-problem')
  }
})
