import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemRandom } from '#ports/random.ts'
import { updateUser } from '#store/people/users.ts'
import { testApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { oidcServer, type OidcServer } from '#test/oidc-server.ts'

// Who owns an address that looks like another person’s address, and has it verified, gets no part of their account.

let corp: OidcServer
beforeAll(async () => {
  corp = await oidcServer()
})
afterAll(() => corp.close())

/** Signs in somebody whose address is verified, beside kim with a confirmed mailbox. Returns how it ends. */
async function endOf(email: string): Promise<string> {
  const t = await testApp(corp.settings('CORP', { LINK: 'verified-email' }))
  await t.given.user('olive', { role: 'owner' })
  await t.given.settings({ invite_required: false })
  const kim = await t.given.user('kim')
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateUser(tx, kim.id, { email_confirmed_at: tx.now }),
  )
  const sub = systemRandom.uuid()
  corp.person({ sub, email, email_verified: true, name: 'Mallory' })
  const browser = new TestBrowser(t)
  const { headers } = await browser.request('GET', '/accounts/login/social/oidc/corp')
  const { pathname, search } = await corp.signIn(String(headers.location), sub)
  const answer = await browser.request('GET', pathname + search)
  const { status, json } = await browser.call('GET', '/users/me')
  if (status !== 200) return /Code (S-[\w-]+)/.exec(answer.body)?.[1] ?? String(answer.headers.location)
  return json.user_id === kim.id ? 'kim' : 'somebody else'
}

test.each([
  // The same mailbox everywhere: letters of the alphabet in capitals.
  ['kim@example.com', 'kim'],
  ['KIM@Example.COM', 'kim'],
  [' kim@example.com ', 'kim'],
  ['kim+chat@example.com', 'somebody else'],
  ['k.im@example.com', 'somebody else'],
  ['kim@mail.example.com', 'somebody else'],
])('who has the address %j verified is %s', async (email, end) => {
  expect(await endOf(email)).toBe(end)
})

test.each([
  ['the sign for Kelvin, whose small letter is a k', '\u212Aim@example.com'],
  ['an i without its dot', 'k\u0131m@example.com'],
  ['a capital I with a dot', 'K\u0130M@example.com'],
  ['a Cyrillic letter', 'kim@ex\u0430mple.com'],
  ['wide letters', '\uFF4Bim@example.com'],
  ['a space of no width', 'kim\u200B@example.com'],
  ['a dot at the end', 'kim@example.com.'],
  ['a second address', 'kim@example.com,mallory@evil.example'],
  ['a comment', 'kim(mallory)@example.com'],
  ['a null byte', 'kim@example.com\u0000'],
])('an address with %s is not kim’s', async (_, email) => {
  expect(await endOf(email)).toMatch(/^(?:somebody else|S-6-address)$/)
})
