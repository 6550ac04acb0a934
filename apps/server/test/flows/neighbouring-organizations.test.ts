import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '#model/must.ts'
import { ownerSettings } from '#test/http-caller.ts'
import { freePort, type Installation, installation } from '#test/server-process.ts'

// A real browser that is signed in, on pages of other sites and of another organization of the server.

let tagma: Installation
let own: string
let neighbour: string
const elsewhere = 'http://evil.test'

beforeAll(async () => {
  const port = await freePort()
  own = `http://chat.test:${port}`
  neighbour = `http://neighbour.chat.test:${port}`
  tagma = await installation({ ...ownerSettings, TAGMA_PORT: String(port), TAGMA_PUBLIC_URL: own })
  // The first start makes the owner and her organization.
  await tagma.start()
  await tagma.stop('SIGTERM')
  const { code } = await tagma.run('create-organization', '--name', 'Neighbour', '--subdomain', 'neighbour')
  if (code !== 0) throw new Error('No second organization was made')
  await tagma.start()
})
afterAll(() => tagma?.remove())

/** Browsers say by Sec-Fetch-Site where a request comes from, if they trust the connection. */
const browsers = {
  'that trusts the connection': () => [`--unsafely-treat-insecure-origin-as-secure=${own},${neighbour}`],
  'over plain HTTP': () => [],
} as const

let browser: Browser | undefined
afterAll(() => browser?.close())

async function launch(name: keyof typeof browsers): Promise<Browser> {
  await browser?.close()
  const rules = '--host-resolver-rules=MAP *.test 127.0.0.1'
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  // Otherwise Chromium asks its person first, because the server is on this machine.
  const unasked = '--disable-features=LocalNetworkAccessChecks'
  const args = ['--no-sandbox', rules, unasked, ...browsers[name]()]
  browser = await chromium.launch({ executablePath, args })
  return browser
}

/** A browser in which the owner is signed in, on a page that an attacker has written at an address of theirs. */
async function attacked(name: keyof typeof browsers, at: string): Promise<Page> {
  const context = await (await launch(name)).newContext()
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  const { TAGMA_OWNER_EMAIL: email, TAGMA_OWNER_PASSWORD: password } = ownerSettings
  await page.goto(`${own}/login/`)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(() => meOf(page)).toMatchObject({ result: 'success' })
  await page.route(`${at}/evil`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Cats!' }))
  await page.goto(`${at}/evil`)
  return page
}

/** Asks who is signed in, as the address bar does. */
async function meOf(page: Page): Promise<{ readonly result: string; readonly user_id?: number }> {
  const other = await page.context().newPage()
  try {
    await other.goto(`${own}/json/users/me`)
    return JSON.parse(await other.locator('body').innerText()) as { readonly result: string }
  } finally {
    await other.close()
  }
}

/** Waits until the server has answered what the attacker's page does. Returns the status; 0 where the browser hides it. */
async function answered(page: Page, path: string, script: string): Promise<number> {
  const isMeant = (url: string) => url.startsWith(`${own}${path}`)
  const [status] = await Promise.all([
    Promise.any([
      page.waitForResponse((one) => isMeant(one.url())).then((one) => one.status()),
      page.waitForEvent('requestfailed', (one) => isMeant(one.url())).then(() => 0),
    ]),
    page.evaluate(script),
  ])
  return status
}

const form = (path: string, fields: Readonly<Record<string, string>>) => `(() => {
  document.body.appendChild(Object.assign(document.createElement('iframe'), { name: '${path}' }))
  const form = document.body.appendChild(document.createElement('form'))
  Object.assign(form, { method: 'post', action: ${JSON.stringify(own + path)}, target: '${path}' })
  for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
    const input = form.appendChild(document.createElement('input'))
    Object.assign(input, { name, value })
  }
  form.submit()
})()`

const status = '/json/users/me/status'
const fetched = (path: string, init: object) =>
  `fetch(${JSON.stringify(own + path)}, ${JSON.stringify({ mode: 'no-cors', credentials: 'include', ...init })}).catch(() => {})`
const element = (name: string, path: string) =>
  `void document.body.appendChild(Object.assign(document.createElement('${name}'), { src: '${own}${path}' }))`
const changing = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  method: 'POST',
  body: 'status_text=forged',
}

const attacks: readonly (readonly [name: string, path: string, script: () => string])[] = [
  ['a form', status, () => form(status, { status_text: 'forged' })],
  ['a form that signs out', '/accounts/logout/', () => form('/accounts/logout/', {})],
  ['a fetch that changes something', status, () => fetched(status, changing)],
  ['a fetch that would read the answer', status, () => fetched(status, { ...changing, mode: 'cors' })],
  ['a fetch that reads', '/json/users/me', () => fetched('/json/users/me', {})],
  ['a picture', '/json/users/me', () => element('img', '/json/users/me')],
  ['a script', '/json/users/me', () => element('script', '/json/users/me')],
]

const names = Object.keys(browsers) as (keyof typeof browsers)[]
const attackers = ['another site', 'a neighbouring organization'] as const

test.each(names.flatMap((name) => attackers.map((from) => [name, from] as const)))(
  'in a browser %s, pages of %s act in nobody’s name',
  async (name, from) => {
    const page = await attacked(name, from === 'another site' ? elsewhere : neighbour)
    for (const [attack, path, script] of attacks) {
      const got = await answered(page, path, script()).catch((error: unknown) => attack + String(error))
      // Over plain HTTP, a page of the same site may have things loaded that it cannot read.
      const isHidden = path === '/json/users/me' && name === 'over plain HTTP'
      const harmless = isHidden ? [0, 200, 401, 403] : [0, 401, 403]
      expect([attack, harmless.includes(got as number) ? 'refused' : got]).toEqual([attack, 'refused'])
    }
    const read = `fetch('${own}/json/users/me', { credentials: 'include' }).then((one) => one.text(), () => 'blocked')`
    expect(await page.evaluate(read)).toBe('blocked')
    // No page of the server is shown inside of another one, so nobody clicks into it unseen.
    await page.evaluate(element('iframe', '/login/'))
    await expect.poll(() => page.frames().at(-1)?.url()).not.toBe('about:blank')
    const frame = must(page.frames().at(-1), 'there is a frame')
    expect(await frame.locator('input').count()).toBe(0)

    // Nothing has happened: she is signed in, and her own page does what theirs could not.
    const me = await meOf(page)
    expect(me).toMatchObject({ result: 'success' })
    await page.route(`${own}/own`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Own' }))
    await page.goto(`${own}/own`)
    const statusText = () =>
      page.evaluate(
        `fetch('/json/users/${me.user_id}/status').then((one) => one.json()).then((all) => all.status.status_text ?? '')`,
      )
    expect(await statusText()).toBe('')
    expect(
      await page.evaluate(`fetch('${status}', ${JSON.stringify(changing)}).then((one) => one.status)`),
    ).toBe(200)
    expect(await statusText()).toBe('forged')
    await page.evaluate(`fetch('${status}', ${JSON.stringify({ ...changing, body: 'status_text=' })})`)
  },
)
