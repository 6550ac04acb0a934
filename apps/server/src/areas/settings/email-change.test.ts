import { createDrafts } from '@tagma/contract/endpoints/drafts/create-drafts.ts'
import { getDrafts } from '@tagma/contract/endpoints/drafts/get-drafts.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { expect, test } from 'vitest'
import { takeDue } from '#store/notifying/outbox.ts'
import { updateOrganization } from '#store/organization/organizations.ts'
import { updateUser as setUser } from '#store/people/users.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

/** Mails in the outbox, each once. */
const waitingMails = (t: TestApp) =>
  t.app.services.data.transact(t.organizationId, (tx) =>
    takeDue(tx, 'outgoing_mail', t.app.services.time.processId, 50, 600),
  )

/** Path of the link in the newest mail to an address. */
function linkIn(mails: Awaited<ReturnType<typeof waitingMails>>, address: string): string {
  const { text = '' } = mails.findLast((mail) => mail.recipient === address) ?? {}
  return /https?:\/\/[^/\s]+(\/\S+)/.exec(text)?.[1] ?? ''
}

/** Path of the link in the mail that waits for an address. */
const linkTo = async (t: TestApp, address: string) => linkIn(await waitingMails(t), address)

const open = (t: TestApp, url: string, method: 'GET' | 'POST', password = 'password of iris') =>
  t.app.http.inject({
    method,
    url,
    headers: { host: t.host, 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' ? { payload: String(new URLSearchParams({ password })) } : {}),
  })

test('a new email address takes effect when the link in the mail is confirmed, once', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.as(iris).call(updateSettings, { email: 'new@example.com' })
  expect((await t.as(iris).call(getOwnUser, {})).delivery_email).toBe(iris.email)
  const link = await linkTo(t, 'new@example.com')
  const page = await open(t, link, 'GET')
  expect([page.statusCode, page.body.includes('new@example.com')]).toEqual([200, true])
  expect((await t.as(iris).call(getOwnUser, {})).delivery_email).toBe(iris.email)
  await converge(t, [otto], () => open(t, link, 'POST'))
  const renamed = { ...iris, email: 'new@example.com' }
  expect(await t.as(renamed).call(getOwnUser, {})).toMatchObject({
    email: 'new@example.com',
    delivery_email: 'new@example.com',
  })
  expect((await open(t, link, 'POST')).statusCode).toBe(404)
})

test('a key without the password cannot change the address, and the current address is told', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  await t.as(iris).call(updateSettings, { email: 'thief@example.com' })
  const mails = await waitingMails(t)
  const link = linkIn(mails, 'thief@example.com')
  expect(mails.find(({ recipient }) => recipient === iris.email)?.text).toMatch(
    /thief@example\.com[\s\S]*\/accounts\/password\/reset/,
  )
  for (const password of ['', 'wrong'])
    expect(await open(t, link, 'POST', password)).toMatchObject({
      statusCode: 400,
      body: expect.stringContaining('This is not your password.'),
    })
  expect((await t.as(iris).call(getOwnUser, {})).delivery_email).toBe(iris.email)
  await t.as(iris).call(regenerateApiKey, {})
  expect((await open(t, link, 'POST')).statusCode, 'a new key ends the link').toBe(404)
})

test('the former address is told of the new one, even if an administrator changes it, and its links end', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const owner = await t.given.user('owner', { role: 'owner' })
  await t.given.mayChangeEmails(owner)
  await t.as(iris).call(updateSettings, { email: 'new@example.com' })
  await open(t, linkIn(await waitingMails(t), 'new@example.com'), 'POST')
  await t.page('/accounts/password/reset', { email: otto.email })
  const reset = linkIn(await waitingMails(t), otto.email)
  expect((await t.page(reset)).status).toBe(200)
  await t.as(owner).call(updateUser, { user_id: otto.id, new_email: 'fresh@example.com' })
  expect((await t.page(reset)).status).toBe(410)
  const told = await waitingMails(t)
  const subject = `Your email address at ${t.directory.organization.name} was changed`
  expect(told).toMatchObject([
    { recipient: otto.email, subject, text: expect.stringContaining('fresh@example.com') },
  ])
})

test('a key cannot fill mailboxes with requests for another address', async () => {
  const t = await testApp({ TAGMA_RATE_LIMITS: 'send_mail=2/3600' })
  const { iris } = await t.given.members('iris')
  for (const name of ['one', 'two']) await t.as(iris).call(updateSettings, { email: `${name}@example.com` })
  expect(await t.as(iris).refusal(updateSettings, { email: 'three@example.com' })).toMatchObject({
    code: 'RATE_LIMIT_HIT',
  })
  expect(await waitingMails(t)).toHaveLength(4)
  // The current address sends no mail.
  await t.as(iris).call(updateSettings, { email: iris.email })
})

test('an account without a password must set one before it gets another address', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  await t.app.services.data.transact(t.organizationId, (tx) => setUser(tx, iris.id, { password_hash: null }))
  await t.as(iris).call(updateSettings, { email: 'new@example.com' })
  const link = linkIn(await waitingMails(t), 'new@example.com')
  for (const method of ['GET', 'POST'] as const)
    expect(await open(t, link, method)).toMatchObject({
      statusCode: 409,
      body: expect.stringContaining('/accounts/password/reset'),
    })
})

test('a link works for an hour, and an address taken meanwhile is not given twice', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  await t.as(iris).call(updateSettings, { email: 'late@example.com' })
  const late = await linkTo(t, 'late@example.com')
  t.clock.advance({ minutes: 59 })
  expect((await open(t, late, 'GET')).statusCode).toBe(200)
  t.clock.advance({ minutes: 1, seconds: 1 })
  expect((await open(t, late, 'GET')).statusCode).toBe(404)
  await t.as(iris).call(updateSettings, { email: 'mia@example.com' })
  const taken = await linkTo(t, 'mia@example.com')
  await t.given.user('mia')
  const answer = await open(t, taken, 'POST')
  expect([answer.statusCode, answer.body.includes('already in use')]).toEqual([400, true])
  expect((await t.as(iris).call(getOwnUser, {})).delivery_email).toBe(iris.email)
})

test('taken, invalid and fixed addresses are refused', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const refusal = (email: string) => t.as(iris).refusal(updateSettings, { email })
  expect(await refusal(otto.email.toUpperCase())).toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('already in use'),
  })
  expect(await refusal('nonsense')).toMatchObject({ message: 'Enter a valid email address.' })
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateOrganization(tx, { settings: JSON.stringify({ email_changes_disabled: true }) }),
  )
  expect(await refusal('new@example.com')).toMatchObject({
    message: 'Email address changes are disabled in this organization.',
  })
})

test('switching off the synchronization of drafts deletes one’s own', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const draft = { type: '' as const, to: [], topic: '', content: 'Later' }
  for (const user of [iris, otto]) await t.as(user).call(createDrafts, { drafts: [draft] })
  await converge(t, [iris, otto], () =>
    t.as(iris).call(updateSettings, { enable_drafts_synchronization: false }),
  )
  expect((await t.as(iris).call(getDrafts, {})).count).toBe(0)
  expect((await t.as(otto).call(getDrafts, {})).count).toBe(1)
})
