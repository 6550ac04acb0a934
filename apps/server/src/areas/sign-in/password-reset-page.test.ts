import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { registerClientDevice } from '@tagma/contract/endpoints/push/register-client-device.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { countRows } from '#test/count-rows.ts'

const page = '/accounts/password/reset'

/** Texts of the mails in the outbox. */
async function mailedTexts(t: TestApp): Promise<string[]> {
  const already = t.mails.length
  await sendMailJob.run(t.app.services, t.organizationId)
  return t.mails.slice(already).map(({ text }) => text)
}

/** Links in the mails in the outbox. */
const mailedLinks = async (t: TestApp): Promise<string[]> =>
  (await mailedTexts(t)).map((text) => /http:\S+reset\/\w+/.exec(text)?.[0] ?? '')

test('a forgotten password is replaced by mail, once', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect((await t.page(page)).status).toBe(200)
  await t.page(page, { email: 'IRIS@example.com' })
  const [link = ''] = await mailedLinks(t)
  expect(link).toMatch(new RegExp(`^http://${t.host}/`))
  const form = await t.page(link)
  expect(form.body).toContain(iris.email)
  const short = await t.page(link, { password: 'short' })
  expect(short).toMatchObject({ status: 400, body: expect.stringContaining('at least 12 characters') })
  const browser = new TestBrowser(t)
  const set = await browser.request('POST', new URL(link).pathname, { password: 'a brand new one' })
  expect([set.status, set.headers.location]).toEqual([303, '/'])
  expect((await browser.call('GET', '/users/me')).json).toMatchObject({ user_id: iris.id })
  const { user_id } = await t.as().call(fetchApiKey, { username: iris.email, password: 'a brand new one' })
  expect(user_id).toBe(iris.id)
  const old = await t.as().refusal(fetchApiKey, { username: iris.email, password: 'password of iris' })
  expect(old.code).toBe('AUTHENTICATION_FAILED')
  for (const fields of [undefined, { password: 'another one' }])
    expect((await t.page(link, fields)).status).toBe(410)
})

test('a reset ends everything that gave access: key, queues, parked polls, phones, other links', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  await t.as(iris).call(registerClientDevice, {})
  await t.as(iris).call(updateSettings, { email: 'thief@example.com' })
  const change = (await mailedTexts(t)).find((text) => text.includes('confirm_new_email')) ?? ''
  const stolen = await t.as(iris).call(registerQueue, { event_types: ['message'] })
  const queue = { queue_id: stolen.queue_id ?? '', last_event_id: stolen.last_event_id }
  const before = t.app.services.live.events.load.parked
  const parked = t.as(iris).refusal(getEvents, queue)
  while (t.app.services.live.events.load.parked === before) await new Promise(setImmediate)
  await t.page(page, { email: iris.email })
  const [link = ''] = await mailedLinks(t)
  await t.page(link, { password: 'a brand new one' })
  expect(await parked).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  expect(await t.as(iris).refusal(getOwnUser, {})).toMatchObject({ code: 'INVALID_API_KEY' })
  expect((await t.page(/http:\S+/.exec(change)?.[0] ?? '')).status).toBe(404)
  const { api_key } = await t.as().call(fetchApiKey, { username: iris.email, password: 'a brand new one' })
  const renewed = { ...iris, apiKey: api_key }
  expect(await t.as(renewed).refusal(getEvents, queue)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  expect((await t.as(renewed).call(registerQueue, {})).devices).toEqual({})
  const told = (await mailedTexts(t)).filter((text) => text.includes('a new password has just been set'))
  expect(told).toHaveLength(1)
})

test('a link ends after an hour, by a newer one, and does not work in other organizations', async () => {
  const t = await testApp()
  await t.given.members('iris')
  const ask = async () => {
    await t.page(page, { email: 'iris@example.com' })
    return (await mailedLinks(t))[0] ?? ''
  }
  const first = await ask()
  const second = await ask()
  expect((await t.page(first)).status).toBe(410)
  expect((await (await testApp()).page(second)).status).toBe(410)
  expect((await t.page(second)).status).toBe(200)
  t.clock.advance({ minutes: 59 })
  expect((await t.page(second)).status).toBe(200)
  t.clock.advance({ minutes: 1 })
  expect((await t.page(second)).status).toBe(410)
})

test('nobody learns which addresses have an account', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const bot = await t.given.bot('robot', iris)
  const known = await t.page(page, { email: iris.email })
  const unknown = await t.page(page, { email: 'nobody@example.com' })
  const ofBot = await t.page(page, { email: bot.email })
  expect(unknown.body.replace('nobody@', 'iris@')).toBe(known.body)
  expect(ofBot.status).toBe(200)
  expect(await mailedLinks(t)).toHaveLength(1)
  expect(await t.page(page, { email: 'nonsense' })).toMatchObject({
    status: 400,
    body: expect.stringContaining('Enter a valid email address.'),
  })
})

test('the time of an answer does not tell who has an account, and no mail is kept for unknown addresses', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const writes = vi.spyOn(t.app.services.data, 'transact')
  onTestFinished(() => writes.mockRestore())
  const before = await countRows(t.app.services.data.db)
  await t.page(page, { email: 'nobody@example.com' })
  const forNobody = writes.mock.calls.length
  expect(await countRows(t.app.services.data.db)).toEqual(before)
  await t.page(page, { email: iris.email })
  expect([forNobody, writes.mock.calls.length]).toEqual([1, 2])
})

test('a mailbox gets a limited number of mails', async () => {
  const t = await testApp({ TAGMA_RATE_LIMITS: 'send_mail=2/3600' })
  await t.given.members('iris')
  const statuses = []
  for (let count = 0; count < 3; count++)
    statuses.push((await t.page(page, { email: 'iris@example.com' })).status)
  expect(statuses).toEqual([200, 200, 429])
})
