import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { beginSecondFactor } from '@tagma/contract/endpoints/sign-in/begin-second-factor.ts'
import { confirmSecondFactor } from '@tagma/contract/endpoints/sign-in/confirm-second-factor.ts'
import { getSecondFactor } from '@tagma/contract/endpoints/sign-in/get-second-factor.ts'
import { removeSecondFactor } from '@tagma/contract/endpoints/sign-in/remove-second-factor.ts'
import { renewRecoveryCodes } from '@tagma/contract/endpoints/sign-in/renew-recovery-codes.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { must } from '#model/must.ts'
import { readAuditRows } from '#store/log/audit-log.ts'
import { updateUser } from '#store/people/users.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { addFactor, Authenticator, wrongCode } from '#test/authenticator.ts'
import { TestBrowser } from '#test/browser.ts'
import { readTables } from '#test/read-tables.ts'

const password = 'password of iris'
const login = { username: 'iris@example.com', password }

/** Subjects of the mails since the last look. */
async function mailed(t: TestApp): Promise<string[]> {
  const already = t.mails.length
  await sendMailJob.run(t.app.services, t.organizationId)
  return t.mails.slice(already).map(({ subject }) => subject)
}

const actionsOf = async (t: TestApp) =>
  (await readAuditRows(t.app.services.data.db, t.organizationId, { after: 0, limit: 1000 }))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('factor.'))

test('a factor counts from its first code on, and brings ten recovery codes', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect(await t.as(iris).call(getSecondFactor, {})).toMatchObject({
    is_on: false,
    added_at: null,
    recovery_codes_left: 0,
  })
  const begun = await t.as(iris).call(beginSecondFactor, { password })
  expect(begun.secret).toMatch(/^(?:[a-z2-7]{4}-){7}[a-z2-7]{4}$/)
  expect(new URL(begun.uri).searchParams.get('secret')).toBe(begun.secret.replaceAll('-', '').toUpperCase())
  const svg = Buffer.from(begun.picture.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
  expect(svg).toMatch(/^<svg .*<\/svg>/s)
  // Begun is not set up.
  expect((await t.as(iris).call(getSecondFactor, {})).is_on).toBe(false)
  await t.as().call(fetchApiKey, login)

  const phone = new Authenticator(t.clock, begun.secret)
  const wrong = await t.as(iris).refusal(confirmSecondFactor, { code: wrongCode(phone) })
  expect(wrong).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  const { recovery_codes } = await t.as(iris).call(confirmSecondFactor, { code: phone.shown() })
  expect(new Set(recovery_codes).size).toBe(10)
  expect(await t.as(iris).call(getSecondFactor, {})).toMatchObject({ is_on: true, recovery_codes_left: 10 })
  expect(await mailed(t)).toContain(`A second step was set up at ${t.directory.organization.name}`)
  const again = await t.as(iris).refusal(confirmSecondFactor, { code: phone.next() })
  expect(again).toMatchObject({ code: 'BAD_REQUEST' })
})

test('a code works once, and so do those before it', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { phone } = await addFactor(t, iris)
  const enter = (code: string) => t.as().call(fetchApiKey, { ...login, code })
  const refused = (code: string) => t.as().refusal(fetchApiKey, { ...login, code })
  // The one that confirmed the factor.
  expect(await refused(phone.shown())).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  const first = phone.next()
  await enter(` ${first.slice(0, 3)} ${first.slice(3)}`)
  expect(await refused(first)).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  await enter(phone.shown(1))
  expect(await refused(phone.shown())).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
})

test('a recovery code works once, in any spelling, and its person is told', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { recoveryCodes } = await addFactor(t, iris)
  const [code = '', ...others] = recoveryCodes
  await mailed(t)
  await t.as().call(fetchApiKey, { ...login, code: code.toUpperCase().replaceAll('-', ' ') })
  expect(await t.as().refusal(fetchApiKey, { ...login, code })).toMatchObject({
    code: 'AUTHENTICATION_FAILED',
  })
  expect((await t.as(iris).call(getSecondFactor, {})).recovery_codes_left).toBe(9)
  for (const one of others.slice(0, 6)) await t.as().call(fetchApiKey, { ...login, code: one })
  const subject = `A recovery code was used at ${t.directory.organization.name}`
  expect((await mailed(t)).filter((one) => one === subject)).toHaveLength(7)
  const texts = t.mails.filter((mail) => mail.subject === subject).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('Make new ones in your settings.'))).toHaveLength(1)
})

test('removing it and making new codes take a code', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { phone, recoveryCodes } = await addFactor(t, iris)
  for (const endpoint of [removeSecondFactor, renewRecoveryCodes])
    expect(await t.as(iris).refusal(endpoint, { code: wrongCode(phone) })).toMatchObject({
      code: 'AUTHENTICATION_FAILED',
    })
  const { recovery_codes } = await t.as(iris).call(renewRecoveryCodes, { code: phone.next() })
  const [old = ''] = recoveryCodes
  const [fresh = ''] = recovery_codes
  expect(await t.as(iris).refusal(removeSecondFactor, { code: old })).toMatchObject({
    code: 'AUTHENTICATION_FAILED',
  })
  await mailed(t)
  await t.as(iris).call(removeSecondFactor, { code: fresh })
  expect(await t.as(iris).call(getSecondFactor, {})).toMatchObject({ is_on: false, recovery_codes_left: 0 })
  expect(await mailed(t)).toContain(`Your second step at ${t.directory.organization.name} was removed`)
  await t.as().call(fetchApiKey, login)
  expect(await t.as(iris).refusal(removeSecondFactor, { code: phone.next() })).toMatchObject({
    code: 'BAD_REQUEST',
  })
  expect(await actionsOf(t)).toEqual([
    'factor.added',
    'factor.refused',
    'factor.refused',
    'factor.codes_renewed',
    'factor.refused',
    'factor.recovery_used',
    'factor.removed',
  ])
})

test('moving to another phone takes a code of the first one, which counts until the move is done', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { phone } = await addFactor(t, iris)
  expect(await t.as(iris).refusal(beginSecondFactor, { password })).toMatchObject({
    code: 'STEP_UP_REQUIRED',
  })
  const { secret } = await t.as(iris).call(beginSecondFactor, { code: phone.next() })
  const next = new Authenticator(t.clock, secret)
  expect(await t.as().refusal(fetchApiKey, { ...login, code: next.next() })).toBeDefined()
  await t.as().call(fetchApiKey, { ...login, code: phone.shown() })
  await t.as(iris).call(confirmSecondFactor, { code: next.shown() })
  expect(await t.as().refusal(fetchApiKey, { ...login, code: phone.next() })).toBeDefined()
  await t.as().call(fetchApiKey, { ...login, code: next.shown() })
})

test('a secret waits fifteen minutes for its first code', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { secret } = await t.as(iris).call(beginSecondFactor, { password })
  t.clock.advance({ minutes: 16 })
  const code = new Authenticator(t.clock, secret).shown()
  expect(await t.as(iris).refusal(confirmSecondFactor, { code })).toMatchObject({ code: 'BAD_REQUEST' })
})

test('who has no password is believed for a quarter of an hour after signing in', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const browser = await new TestBrowser(t).enter(iris)
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateUser(tx, iris.id, { password_hash: null }),
  )
  expect((await browser.call('POST', '/tagma/second_factor')).status).toBe(200)
  t.clock.advance({ minutes: 16 })
  const late = await browser.call('POST', '/tagma/second_factor')
  expect([late.status, late.json.code]).toEqual([403, 'STEP_UP_REQUIRED'])
  expect(late.json.ways).toEqual(['sign_in'])
})

test('wrong codes are limited with wrong passwords, and those of a day by themselves', async () => {
  const off = 'all=100000/1,anonymous=100000/1,password_guess_address=1000/1,password_guess_account=1000/1'
  const t = await testApp({ TAGMA_RATE_LIMITS: `${off},password_guess=2/60` })
  const { iris } = await t.given.members('iris')
  const { phone } = await addFactor(t, iris)
  const wrong = wrongCode(phone)
  await t.as().refusal(fetchApiKey, { ...login, password: 'wrong' })
  await t.as().refusal(fetchApiKey, { ...login, code: wrong })
  const third = await t.as().refusal(fetchApiKey, { ...login, code: phone.next() })
  expect(third).toMatchObject({ code: 'RATE_LIMIT_HIT' })
  expect(t.securityLines).toContainEqual(
    expect.objectContaining({ event: 'factor.wrong', organization: t.organizationId, target: iris.id }),
  )

  const u = await testApp({ TAGMA_RATE_LIMITS: `${off},password_guess=1000/1,code_guess=2/86400` })
  const { iris: other } = await u.given.members('iris')
  const { phone: own, recoveryCodes } = await addFactor(u, other)
  for (const _ of [1, 2]) await u.as().refusal(fetchApiKey, { ...login, code: wrongCode(own) })
  const refused = await u.as().refusal(fetchApiKey, { ...login, code: own.next() })
  expect(refused).toMatchObject({ code: 'RATE_LIMIT_HIT' })
  expect(refused.message).toContain('use a recovery code')
  expect(u.securityLines).toContainEqual(
    expect.objectContaining({ event: 'factor.limited', organization: u.organizationId }),
  )
  await u.as().call(fetchApiKey, { ...login, code: must(recoveryCodes[0], 'there are codes') })
})

test('the database holds neither the secret nor a recovery code, and the logs no code', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { secret } = await t.as(iris).call(beginSecondFactor, { password })
  const phone = new Authenticator(t.clock, secret)
  const { recovery_codes } = await t.as(iris).call(confirmSecondFactor, { code: phone.shown() })
  const typed = phone.next()
  await t.as().call(fetchApiKey, { ...login, code: typed })
  const plain = secret.replaceAll('-', '')
  const kept = JSON.stringify([await readTables(t.app.engine.reader), t.securityLines]).toLowerCase()
  for (const hidden of [
    plain,
    secret,
    ...recovery_codes,
    ...recovery_codes.map((one) => one.replaceAll('-', '')),
  ])
    expect(kept).not.toContain(hidden)
  expect(JSON.stringify(t.securityLines)).not.toContain(typed)
})
