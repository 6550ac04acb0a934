import type { Endpoint } from '@tagma/contract/define.ts'
import { expect, test } from 'vitest'
import { allEndpoints, testApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'

// A cookie goes along whoever makes a browser send a request. So it counts only below /json, and only from own pages.

/** The path of an endpoint with something in the place of each part that has a name. */
const pathOf = ({ path }: Endpoint): string => path.replaceAll(/\{\w+\}/g, '1')

const answerOf = async (sent: Promise<{ readonly status: number; readonly body: string }>) => {
  const { status, body } = await sent
  const { code } = JSON.parse(body) as { readonly code?: string }
  return `${status} ${code}`
}

test('no endpoint below /json hears a session when another site or a neighbour has made the browser call', async () => {
  const t = await testApp()
  const browser = await new TestBrowser(t).enter(await t.given.user('olive', { role: 'owner' }))
  const heard: string[] = []
  const bySession = allEndpoints.filter(({ keyInAddress }) => !keyInAddress)
  for (const endpoint of bySession)
    for (const site of ['cross-site', 'same-site', 'none', 'other']) {
      // People open addresses for reading themselves.
      if (endpoint.method === 'GET' && site === 'none') continue
      for (const mode of ['navigate', 'cors', 'no-cors']) {
        const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode }
        // One that is heard by mistake does not wait for events.
        const fields = { dont_block: 'true' }
        const got = await answerOf(browser.call(endpoint.method, pathOf(endpoint), fields, headers))
        if (got !== '403 CSRF_FAILED') heard.push(`${endpoint.id} from ${site} by ${mode}: ${got}`)
      }
    }
  expect(bySession.length).toBeGreaterThan(200)
  expect(heard).toEqual([])
  expect((await browser.call('GET', '/users/me')).status).toBe(200)
})

test('no endpoint below /api/v1 hears a session', async () => {
  const t = await testApp()
  const browser = await new TestBrowser(t).enter(await t.given.user('olive', { role: 'owner' }))
  const heard: string[] = []
  const asked = allEndpoints.filter(
    ({ session, role, keyInAddress }) => !session && !keyInAddress && role !== 'anyone',
  )
  for (const endpoint of asked) {
    const got = await answerOf(browser.request(endpoint.method, `/api/v1${pathOf(endpoint)}`))
    if (got !== '401 UNAUTHORIZED') heard.push(`${endpoint.id}: ${got}`)
  }
  expect(asked.length).toBeGreaterThan(150)
  expect(heard).toEqual([])
})
