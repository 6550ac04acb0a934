import type { Answer } from '@tagma/contract/define.ts'
import type { getSignInServices } from '@tagma/contract/endpoints/sign-in/get-sign-in-services.ts'
import { expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import {
  codeOf,
  corpServer,
  enter,
  followed,
  organization,
  ownerOf,
  person,
  visit,
  withTwoServices,
} from '#test/identity-services.ts'

withTwoServices()

const tryPage = '/accounts/login/try/corp'
/** A browser in which the owner is signed in. */
async function ownerIn(t: TestApp) {
  return new TestBrowser(t).enter({ ...ownerOf(t), name: 'olive' })
}
const serviceOf = async (browser: TestBrowser) =>
  (await browser.call('GET', '/tagma/sign_in_services')).json.services as Answer<
    typeof getSignInServices
  >['services']

test('an owner tries a service out: it says what came and what would happen, and nothing changes', async () => {
  const { t, sub } = await followed()
  const browser = await ownerIn(t)
  const cookie = browser.cookie
  const tryAs = async (claims: Readonly<Record<string, unknown>>) => {
    corpServer().person({
      sub,
      email: `${sub}@corp.example`,
      email_verified: true,
      name: 'Wera <b>',
      ...claims,
    })
    const { status, body } = await enter(browser, sub, tryPage)
    expect(status).toBe(200)
    return body
  }
  const made = await tryAs({ groups: ['eng', 'helpers'] })
  expect(made).toContain(`Makes an account for Wera &lt;b with the address ${sub}@corp.example.`)
  expect(made).toContain('Role: becomes moderator.')
  expect(made).toContain('Joins: Engineering.')
  expect(made).toContain('<dt><code>name</code></dt><dd dir="auto">Wera &lt;b&gt;</dd>')
  const { iris } = await t.given.members('iris')
  expect(await tryAs({ email: iris.email })).toContain('Asks for a proof of the account of iris')
  expect(await tryAs({ email_verified: false })).toContain('Refused (S-6-unverified)')
  expect(await tryAs({ groups: undefined })).toContain('there is no list in the claim “groups”')
  await browser.call('PATCH', '/settings', { default_language: 'de' })
  const german = await tryAs({ groups: ['eng', 'helpers'] })
  expect(german).toContain('<html lang="de">')
  expect(german).toContain(`Legt ein Konto für Wera &lt;b mit der Adresse ${sub}@corp.example an.`)
  expect(german).toContain('Rolle: wird Moderator.')
  expect(browser.cookie).toBe(cookie)
  expect(t.directory.userByEmail(`${sub}@corp.example`)).toBeUndefined()
  expect((await serviceOf(browser))[0]).toMatchObject({ name: 'corp', accounts: 0, trouble: null })
})

test('only an owner who began it sees what a service says', async () => {
  const t = await organization()
  const member = await new TestBrowser(t).enter(await t.given.user('mia'))
  for (const browser of [new TestBrowser(t), member])
    expect((await browser.request('GET', tryPage)).headers.location).toBe('/login/')
  const browser = await ownerIn(t)
  const answer = await visit(browser, person(), tryPage)
  await browser.request('POST', '/accounts/logout/')
  expect(codeOf((await browser.request('GET', answer)).body)).toBe('S-1-browser')
})

test('owners see each service with its addresses, its last sign-in and its last trouble', async () => {
  const t = await organization({ CREATE: 'off', LABEL: 'Corp' })
  const browser = await ownerIn(t)
  const address = `http://${t.host}`
  expect(await serviceOf(browser)).toMatchObject([
    {
      name: 'corp',
      kind: 'oidc',
      label: 'Corp',
      issuer: corpServer().issuer,
      answer_url: `${address}/complete/corp/`,
      metadata_url: null,
      sign_out_url: `${address}/backchannel-logout/corp`,
      try_url: `${address}/accounts/login/try/corp`,
      accounts: 0,
      used_at: null,
      trouble: null,
    },
    { name: 'other', trouble: null },
  ])
  await enter(new TestBrowser(t), person())
  expect((await serviceOf(browser))[0]?.trouble).toEqual({
    code: 'S-6-closed',
    text: expect.stringContaining('You have no account here, and Corp makes none.'),
    detail: '',
    timestamp: expect.any(Number),
  })
  await browser.call('PATCH', '/settings', { default_language: 'de' })
  const { text } = (await serviceOf(browser))[0]?.trouble ?? {}
  expect(text).toContain('Du hast hier kein Konto, und über Corp entsteht keines.')
  const answer = new URL(await visit(new TestBrowser(t), person()), 'http://host.invalid')
  await new TestBrowser(t).request('GET', answer.pathname + answer.search)
  // A browser that did not begin the sign-in is no trouble of the service.
  expect((await serviceOf(browser))[0]?.trouble).toMatchObject({ code: 'S-6-closed' })
  const wrong = new TestBrowser(t)
  const altered = new URL(await visit(wrong, person()), 'http://host.invalid')
  altered.searchParams.set('code', 'another')
  await wrong.request('GET', altered.pathname + altered.search)
  expect((await serviceOf(browser))[0]?.trouble).toMatchObject({
    code: 'S-0-invalid',
    detail: expect.stringContaining('invalid_grant'),
  })
  const open = await organization()
  await enter(new TestBrowser(open), person())
  await enter(new TestBrowser(open), person())
  expect((await serviceOf(await ownerIn(open)))[0]).toMatchObject({
    accounts: 2,
    used_at: Math.floor(open.clock.now() / 1000),
  })
  const member = await new TestBrowser(t).enter(await t.given.user('mia'))
  expect((await member.call('GET', '/tagma/sign_in_services')).json.code).toBe('UNAUTHORIZED_PRINCIPAL')
})
