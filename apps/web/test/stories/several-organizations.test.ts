import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { uploadRealmIcon } from '@tagma/contract/endpoints/organization/upload-realm-icon.ts'
import { type Installation, installation } from '@tagma/server/test/server-process.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessibilityProblems, type OpenOptions, schemes, sizes, stage } from '#test/story.ts'
import { worldSettings } from '#test/world.ts'

// Other organizations: a server of their own, and one whose answers the stories choose.

const story = stage()
let other: Installation
/** Its address: another host than that of the story, so that no cookie is shared. */
let address: string

/** The answer of the chosen server. Undefined: it hangs up. */
let answer: { readonly status: number; readonly body: unknown } | undefined
let asked: { readonly url: string | undefined; readonly cookie: unknown; readonly referer: unknown }[] = []
let chosen: Server
let chosenAddress: string

beforeAll(async () => {
  other = await installation({ ...worldSettings, TAGMA_ORGANIZATION_NAME: 'Difference Engine' })
  await other.start()
  address = `http://difference.localhost:${new URL(other.url).port}`
  chosen = createServer((request, response) => {
    asked.push({ url: request.url, cookie: request.headers.cookie, referer: request.headers.referer })
    if (!answer) return void request.socket.destroy()
    response.writeHead(answer.status, {
      'access-control-allow-origin': '*',
      'content-type': 'application/json',
    })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => void chosen.listen(0, '127.0.0.1', resolve))
  chosenAddress = `http://chosen.localhost:${(chosen.address() as AddressInfo).port}`
})
afterAll(async () => {
  await other?.remove()
  chosen?.closeAllConnections()
  chosen?.close()
})
beforeEach(() => {
  asked = []
  answer = { status: 200, body: { result: 'success', realm_name: 'Chosen Few', realm_url: chosenAddress } }
})

/** Opens a browser that may ask others, and whose console may tell that they did not answer. */
async function open(
  options: OpenOptions = {},
  name: 'iris' | 'otto' | 'mia' | 'gus' = 'iris',
): Promise<Page> {
  story.expectComplaint(/^asked http:/)
  story.expectComplaint(/Failed to load resource|ERR_/)
  return story.open(name, { path: '/#places', ...options })
}

async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Analytical Engine' }).click()
  const menu = page.getByRole('menu', { name: 'Analytical Engine' })
  await menu.waitFor()
  return menu
}

async function openDialog(page: Page): Promise<Locator> {
  await (await openMenu(page)).getByRole('menuitem', { name: /^Add .*organization/ }).click()
  return page.getByRole('dialog', { name: 'Other organizations' })
}

/** Adds the organization at an address, and closes the dialog. */
async function add(page: Page, typed: string): Promise<void> {
  const dialog = await openDialog(page)
  await dialog.getByRole('textbox', { name: 'Address of an organization' }).fill(typed)
  await page.keyboard.press('Enter')
  await dialog.getByRole('status').getByText('is in the list.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('tagma organizations'))

test.each(sizes)(
  '%s, an organization is added by its address, stands in the menu, and opens',
  async (_, size) => {
    const page = await open(size)
    expect(await kept(page)).toBeNull()
    const dialog = await openDialog(page)
    const field = dialog.getByRole('textbox', { name: 'Address of an organization' })
    await field.fill(`difference.localhost:${new URL(address).port}/#narrow/channel/1-general`)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByRole('status').getByText('Difference Engine is in the list.').waitFor()
    expect(await field.inputValue()).toBe('')
    await dialog.getByRole('link', { name: 'Difference Engine' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // After a reload, and without asking anybody first.
    await page.reload()
    const link = (await openMenu(page)).getByRole('menuitem', { name: 'Difference Engine' })
    expect(await link.getAttribute('href')).toBe(address)
    expect(await accessibilityProblems(page)).toEqual([])
    await link.click()
    await page.waitForURL((url) => url.origin === address)
  },
)

test('the icon comes from the organization, and is shown from the browser', async () => {
  const page = await open({}, 'otto')
  const olive = { email: 'olive@example.com', password: 'correct horse battery' }
  const { api_key: key } = (await (
    await fetch(`${other.url}/api/v1/fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams({ username: olive.email, password: olive.password }),
    })
  ).json()) as { api_key: string }
  const form = new FormData()
  const pixels = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 200 })
    const context = canvas.getContext('2d')!
    context.fillStyle = '#00f'
    context.fillRect(0, 0, 200, 200)
    return canvas.toDataURL()
  })
  form.set('filename', new Blob([Buffer.from(pixels.split(',')[1]!, 'base64')]), 'icon.png')
  const uploaded = await fetch(`${other.url}/api/v1${uploadRealmIcon.path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${olive.email}:${key}`)}` },
    body: form,
  })
  expect(uploaded.status).toBe(200)
  // Its own address is that of its settings.
  await add(page, other.url.replace('localhost', '127.0.0.1'))
  const picture = (await openMenu(page)).getByRole('menuitem', { name: 'Difference Engine' }).locator('img')
  // The address that was typed is another one than that of the icon: only its own address is asked for it.
  expect(await picture.count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.evaluate(() => localStorage.removeItem('tagma organizations'))
  await page.reload()
  await add(page, other.url)
  const own = (await openMenu(page)).getByRole('menuitem', { name: 'Difference Engine' }).locator('img')
  await own.waitFor()
  expect(await own.getAttribute('src')).toMatch(/^data:image\/png;base64,/)
  const colour = await own.evaluate(async (image) => {
    await (image as HTMLImageElement).decode()
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')!
    context.drawImage(image as HTMLImageElement, 0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  })
  expect(colour).toEqual([0, 0, 255, 255])
})

test('what is no organization is refused with its reason, and the text stays', async () => {
  const page = await open({}, 'otto')
  const dialog = await openDialog(page)
  const field = dialog.getByRole('textbox', { name: 'Address of an organization' })
  const refused = async (typed: string, reason: string | RegExp) => {
    await field.fill(typed)
    await field.press('Enter')
    await dialog.getByRole('alert').getByText(reason).waitFor()
    expect(await field.inputValue()).toBe(typed)
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  }
  await refused('', 'Write the address')
  await refused('two words', '“two words” is no address.')
  await refused('http://chat.example.com', 'Without https')
  await refused(`${story.server.url}/#inbox`, 'You are in this organization now.')
  // Its other host answers with the address of the story.
  await refused(
    story.server.url.replace('localhost', 'chosen.localhost'),
    'You are in this organization now.',
  )
  answer = { status: 200, body: { result: 'success' } }
  await refused(chosenAddress, 'no organization of Tagma or Zulip')
  answer = { status: 401, body: { result: 'error', code: 'REALM_DEACTIVATED', msg: '' } }
  await refused(chosenAddress, 'is closed')
  // Asked without cookies, and without telling who asks.
  expect(asked[0]).toEqual({ url: '/api/v1/server_settings', cookie: undefined, referer: undefined })
  expect(await kept(page)).toBeNull()
})

test('an organization that does not answer is grey with the reason, opens all the same, and comes back', async () => {
  const page = await open({}, 'mia')
  await add(page, chosenAddress)
  answer = undefined
  await page.reload()
  const row = (await openMenu(page)).getByRole('menuitem', { name: /Chosen Few/ })
  await row.getByText('Does not answer').waitFor()
  expect(await row.getAttribute('href')).toBe(chosenAddress)
  expect(await accessibilityProblems(page)).toEqual([])
  const colourOf = (of: Locator) => of.evaluate((element) => getComputedStyle(element).color)
  expect(await colourOf(row)).not.toBe(
    await colourOf(page.getByRole('menuitem', { name: 'Settings' }).first()),
  )
  await page.keyboard.press('Escape')
  answer = { status: 200, body: { result: 'success', realm_name: 'Chosen Many' } }
  const renamed = (await openMenu(page)).getByRole('menuitem', { name: 'Chosen Many' })
  await renamed.waitFor()
  expect(await renamed.textContent()).not.toContain('Does not answer')
})

test('one that does not answer now is added all the same, and takes its name when it does', async () => {
  const page = await open({}, 'gus')
  answer = undefined
  const dialog = await openDialog(page)
  await dialog.getByRole('textbox', { name: 'Address of an organization' }).fill(chosenAddress)
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('does not answer').waitFor()
  await dialog.getByRole('button', { name: 'Add it all the same' }).click()
  await dialog.getByRole('link', { name: new URL(chosenAddress).host }).waitFor()
  // It is known now.
  await dialog.getByRole('textbox').fill(chosenAddress)
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('in the list already').waitFor()
  await page.keyboard.press('Escape')
  answer = { status: 200, body: { result: 'success', realm_name: 'Chosen Few' } }
  const row = (await openMenu(page)).getByRole('menuitem', { name: 'Chosen Few' })
  await row.waitFor()
  expect(await row.getAttribute('href')).toBe(chosenAddress)
})

test('by keys alone: added, found by name in the palette, opened here or in a tab, and removed', async () => {
  const page = await open({ path: '/#inbox' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const palette = async (text: string, option: RegExp, key: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    await page.keyboard.type(text)
    await page.getByRole('option', { name: option, selected: true }).waitFor()
    await page.keyboard.press(key)
  }
  await palette('add or remove org', /^Add or remove organizations/, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Other organizations' })
  await dialog.waitFor()
  for (const each of [address, chosenAddress]) {
    await page.keyboard.type(each)
    await page.keyboard.press('Enter')
    await dialog.getByRole('link', { name: new URL(each).host }).waitFor()
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const tab = page.context().waitForEvent('page')
  await palette('chosen f', /^.?Chosen Few/, 'Control+Enter')
  const opened = await tab
  await opened.waitForURL(`${chosenAddress}/`)
  expect(await opened.evaluate(() => window.opener)).toBeNull()
  await opened.close()
  // In the menu, by Space.
  await page.keyboard.press('Escape')
  await palette('add or remove org', /^Add or remove organizations/, 'Enter')
  await dialog.getByRole('button', { name: 'Remove Chosen Few' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.getByRole('link').count()).toBe(1)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Remove Difference Engine',
  )
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.getByRole('link').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  expect(await kept(page)).toBe('[]')
  await page.keyboard.type(address)
  await page.keyboard.press('Enter')
  await dialog.getByRole('link').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Analytical Engine' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Difference Engine' }).focus()
  await page.keyboard.press('Space')
  await page.waitForURL((url) => url.origin === address)
})

test('the page itself may ask nobody else, and signing out erases the list', async () => {
  const page = await open({}, 'otto')
  await add(page, chosenAddress)
  story.expectComplaint(/Content Security Policy/)
  const isRefused = await page.evaluate(
    (url) =>
      fetch(url).then(
        () => false,
        () => true,
      ),
    `${chosenAddress}/api/v1/server_settings`,
  )
  expect([isRefused, asked.filter(({ url }) => url === '/api/v1/server_settings').length]).toEqual([true, 1])
  await (await openMenu(page)).getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login\//)
  expect(await kept(page)).toBeNull()
})

test.each(schemes)('in %s, menu and dialog have no fault that axe finds', async (scheme) => {
  const page = await open({ colorScheme: scheme })
  await add(page, chosenAddress)
  answer = undefined
  await page.reload()
  const menu = await openMenu(page)
  await menu.getByText('Does not answer').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await menu.getByRole('menuitem', { name: 'Add or remove organizations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Other organizations' })
  await dialog.getByRole('textbox').fill('two words')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('is no address').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
})
