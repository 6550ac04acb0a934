import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { must } from '#model/must.ts'
import type { TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import {
  codeOf,
  enter,
  organization,
  otherServer,
  ownName,
  person,
  withTwoServices,
} from '#test/identity-services.ts'

withTwoServices()

const enterLinked = async (t: TestApp, claims: Readonly<Record<string, unknown>>) => {
  const browser = new TestBrowser(t)
  return { browser, to: (await enter(browser, person(claims))).headers.location }
}

/** Sets a new password by the link in a mail, which shows that the mailbox is theirs. */
async function confirmMailbox(t: TestApp, email: string): Promise<void> {
  const browser = new TestBrowser(t)
  await browser.request('POST', '/accounts/password/reset', { email })
  await sendMailJob.run(t.app.services, t.organizationId)
  const mail = must(
    t.mails.findLast(({ to }) => to === email),
    'a mail was sent',
  )
  const path = must(/\/accounts\/password\/reset\/\w+/.exec(mail.text)?.[0], 'it has a link')
  expect((await browser.request('POST', path, { password: 'a rather long one 7' })).status).toBe(303)
}

test('where the settings trust a verified address, an account whose mailbox was confirmed is linked at once', async () => {
  const t = await organization({ LINK: 'verified-email' })
  const { iris, leo } = await t.given.members('iris', 'leo')
  for (const { email } of [iris, leo]) await confirmMailbox(t, email)
  expect((await enterLinked(t, { email: iris.email, email_verified: false })).to).toBe(
    '/accounts/login/link/',
  )
  const { browser, to } = await enterLinked(t, { email: iris.email.toUpperCase() })
  expect([to, await ownName(browser)]).toEqual(['/', 'iris'])
  await sendMailJob.run(t.app.services, t.organizationId)
  expect(t.mails.filter((mail) => mail.to === iris.email).at(-1)?.subject).toContain('Corp was connected')
  // The password of an account that is linked goes on.
  const again = new TestBrowser(t)
  await again.request('POST', '/login/', { username: iris.email, password: 'a rather long one 7' })
  expect(await ownName(again)).toBe('iris')
  // Another person of the service with the same address, and the default.
  const namesake = new TestBrowser(t)
  expect(codeOf((await enter(namesake, person({ email: iris.email }))).body)).toBe('S-5-other')
  const strict = await organization()
  const { nina } = await strict.given.members('nina')
  await confirmMailbox(strict, nina.email)
  expect((await enterLinked(strict, { email: nina.email })).to).toBe('/accounts/login/link/')
})

test('an account with a foreign address goes to whoever has the address, and its maker loses everything', async () => {
  const t = await organization({ LINK: 'verified-email' })
  const { iris } = await t.given.members('iris')
  const maker = await new TestBrowser(t).enter(iris)
  const atOther = '/accounts/login/social/oidc/other'
  const foreign = person({ email: iris.email }, otherServer())
  const linking = new TestBrowser(t)
  await enter(linking, foreign, atOther)
  await linking.request('POST', '/accounts/login/link/', { password: 'password of iris' })
  expect((await enter(new TestBrowser(t), foreign, atOther)).headers.location).toBe('/')
  const { browser, to } = await enterLinked(t, { email: iris.email })
  expect([to, await ownName(browser)]).toEqual(['/', 'iris'])
  expect((await maker.call('GET', '/users/me')).status).toBe(401)
  expect((await t.as(iris).refusal(getOwnUser, {})).code).toBe('INVALID_API_KEY')
  const again = new TestBrowser(t)
  await again.request('POST', '/login/', { username: iris.email, password: 'password of iris' })
  expect(again.cookie).toBeUndefined()
  expect((await enter(new TestBrowser(t), foreign, atOther)).headers.location).toBe('/accounts/login/link/')
})

test.each(['owner', 'administrator', 'moderator'] as const)(
  'the account of an unconfirmed %s is never linked without a proof',
  async (role) => {
    const t = await organization({ LINK: 'verified-email' })
    const user = await t.given.user('mona', { role })
    expect((await enterLinked(t, { email: user.email })).to).toBe('/accounts/login/link/')
  },
)
