import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { createAccessToken } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { resetSecondFactor } from '@tagma/contract/endpoints/sign-in/reset-second-factor.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { testApp } from '#test/app.ts'
import { addFactor } from '#test/authenticator.ts'
import { TestBrowser } from '#test/browser.ts'

test('an administrator lets somebody in who has lost everything, and all that was signed in as them ends', async () => {
  const t = await testApp()
  const amy = await t.given.user('amy', { role: 'administrator' })
  const iris = await t.given.user('iris')
  const browser = await new TestBrowser(t).enter(iris)
  const { phone } = await addFactor(t, iris)
  const { token } = await t
    .as(iris)
    .call(createAccessToken, { name: 'Report', scopes: ['full'], code: phone.next() })
  const already = t.mails.length
  expect(await t.as(amy).call(resetSecondFactor, { user_id: iris.id })).toEqual({})

  expect((await browser.call('GET', '/users/me')).status).toBe(401)
  expect(await t.as(iris).refusal(getOwnUser, {})).toMatchObject({ code: 'INVALID_API_KEY' })
  expect(await t.as({ ...iris, apiKey: token }).refusal(getOwnUser, {})).toMatchObject({
    code: 'INVALID_API_KEY',
  })
  const { api_key } = await t.as().call(fetchApiKey, { username: iris.email, password: 'password of iris' })
  expect(api_key).not.toBe(iris.apiKey)

  await sendMailJob.run(t.app.services, t.organizationId)
  const mail = t.mails.slice(already).find(({ subject }) => subject.includes('was reset'))
  expect(mail?.to).toBe(iris.email)
  expect(mail?.text).toContain('amy, an administrator of the organization, has removed')
  expect(t.securityLines).toContainEqual(
    expect.objectContaining({ event: 'factor.reset', actor: amy.id, target: iris.id }),
  )
  expect(await t.as(amy).refusal(resetSecondFactor, { user_id: iris.id })).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'This user has no second factor.',
  })
})

test('members reset nothing, administrators no owner, nobody their own, and strangers do not exist', async () => {
  const t = await testApp()
  const olive = await t.given.user('olive', { role: 'owner' })
  const otto = await t.given.user('otto', { role: 'owner' })
  const amy = await t.given.user('amy', { role: 'administrator' })
  const iris = await t.given.user('iris')
  await addFactor(t, olive)
  await addFactor(t, iris)
  const refusal = async (by: typeof amy, user_id: number) =>
    (await t.as(by).refusal(resetSecondFactor, { user_id })).code
  expect(await refusal(iris, olive.id)).toBe('UNAUTHORIZED_PRINCIPAL')
  expect(await refusal(amy, olive.id)).toBe('UNAUTHORIZED_PRINCIPAL')
  expect(await refusal(amy, amy.id)).toBe('BAD_REQUEST')
  expect(await refusal(amy, 999_999)).toBe('BAD_REQUEST')
  // With a second factor of their own, they show it first.
  const { phone } = await addFactor(t, amy)
  expect(await refusal(amy, iris.id)).toBe('STEP_UP_REQUIRED')
  await t.as(amy).call(resetSecondFactor, { user_id: iris.id, code: phone.next() })
  await t.as(otto).call(resetSecondFactor, { user_id: olive.id })
})
