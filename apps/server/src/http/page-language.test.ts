import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'

const page = '/accounts/password/reset'

/** The language of a page, as its element says it. */
const languageIn = (body: string) => /<html lang="([^"]+)"/.exec(body)?.[1]

/** Asks for a page as a browser whose person reads these languages; without them, as one that says nothing. */
async function asked(browser: TestBrowser, accept?: string) {
  const headers: Record<string, string> = accept === undefined ? {} : { 'accept-language': accept }
  return languageIn((await browser.request('GET', page, {}, headers)).body)
}

test('a stranger gets the language that their browser likes best among those spoken here', async () => {
  const t = await testApp()
  const browser = new TestBrowser(t)
  expect(await asked(browser)).toBe('en')
  expect(await asked(browser, 'de')).toBe('de')
  expect(await asked(browser, 'de-AT, en;q=0.9')).toBe('de')
  expect(await asked(browser, 'fr, de;q=0.4, en;q=0.9')).toBe('en')
  expect(await asked(browser, 'de;q=0, *')).toBe('en')
})

test('a browser that asks for no language spoken here gets that of the organization', async () => {
  const t = await testApp()
  await t.given.settings({ default_language: 'de-ch' })
  expect(await asked(new TestBrowser(t))).toBe('de')
  expect(await asked(new TestBrowser(t), 'fr, pl;q=0.5')).toBe('de')
  expect(await asked(new TestBrowser(t), 'en')).toBe('en')
})

test('whoever is signed in gets their own language, whatever the browser asks for', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  await t.as(iris).call(updateSettings, { default_language: 'de' })
  expect(await asked(await new TestBrowser(t).enter(iris), 'en')).toBe('de')
})

test('an error is in the language of its reader too; the API still answers in English', async () => {
  const t = await testApp()
  const url = '/complete/nowhere/'
  const headers = { host: t.host, 'accept-language': 'de' }
  const get = (accept: string) => t.app.http.inject({ url, headers: { ...headers, accept } })
  const shown = await get('text/html')
  expect([shown.statusCode, languageIn(shown.body)]).toEqual([404, 'de'])
  expect(shown.body).toContain('Das ging nicht')
  expect(shown.body).toContain('Über einen Dienst dieses Namens meldet sich hier niemand an.')
  expect((await get('application/json')).json()).toMatchObject({
    msg: 'Nobody signs in here by a service of this name.',
  })
})

test('a host without an organization is told so in the language of the browser', async () => {
  const t = await testApp()
  const { body } = await t.app.http.inject({
    url: '/login/',
    headers: { host: 'nobody.localhost', accept: 'text/html', 'accept-language': 'de' },
  })
  expect(languageIn(body)).toBe('de')
  expect(body).toContain('Unter nobody.localhost antwortet keine Organisation.')
})

test('a used-up limit is told in the language of the browser', async () => {
  const t = await testApp({ TAGMA_RATE_LIMITS: 'page=1/60' })
  const get = () => t.app.http.inject({ url: page, headers: { host: t.host, 'accept-language': 'de' } })
  await get()
  const { statusCode, body } = await get()
  expect(statusCode).toBe(429)
  expect(body).toContain('Bitte versuch es in einer Minute noch einmal.')
})
