import { addPasskey } from '@tagma/contract/endpoints/sign-in/add-passkey.ts'
import { beginPasskey } from '@tagma/contract/endpoints/sign-in/begin-passkey.ts'
import { createAccessToken } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { testApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { PasskeyDevice } from '#test/passkey-device.ts'

// Somebody with many addresses guesses a password for hours, under the limits that a server has by itself.

const guesses = 10_000
const addresses = 500
/** Guesses at the same time. */
const together = 20

test('ten thousand wrong guesses from five hundred addresses lock nobody out of their account', async () => {
  // Everything but the limits of guesses, which stay as they are.
  const t = await testApp({ TAGMA_RATE_LIMITS: 'all=100000/1,anonymous=100000/1,page=100000/1' })
  const iris = await t.given.user('iris')
  const password = 'password of iris'
  const fields = { username: iris.email, password }
  const { token } = await t.as(iris).call(createAccessToken, { name: 'report', password, scopes: ['full'] })
  const open = await new TestBrowser(t).enter(iris)
  const known = new TestBrowser(t)
  await known.request('GET', '/login/')
  await known.request('POST', '/login/', fields)
  await known.request('POST', '/accounts/logout/', {})

  const enter = async (address: string, tried: string) => {
    const response = await t.app.http.inject({
      method: 'POST',
      url: '/api/v1/fetch_api_key',
      remoteAddress: address,
      headers: { host: t.host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(new URLSearchParams({ username: iris.email, password: tried })),
    })
    return response.json<{ readonly code?: string; readonly msg: string }>()
  }
  const addressOf = (index: number) => `198.${18 + (index & 1)}.${index >> 1}.7`
  const heard = { wrong: 0, limited: 0 }
  for (let first = 0; first < guesses; first += together) {
    const some = Array.from({ length: together }, (_, index) => first + index)
    const answers = await Promise.all(
      some.map((guess) => enter(addressOf(guess % addresses), `guess ${guess}`)),
    )
    for (const { code } of answers) heard[code === 'RATE_LIMIT_HIT' ? 'limited' : 'wrong']++
    t.clock.advance({ seconds: together })
  }
  // Fifty an hour are heard, and one more at the turn of each hour at most.
  expect(heard.wrong).toBeLessThanOrEqual(Math.ceil(guesses / 3600) * 50 + 50)
  expect(heard.wrong + heard.limited).toBe(guesses)
  const unknown = await enter('203.0.113.9', password)
  expect(unknown).toMatchObject({
    code: 'RATE_LIMIT_HIT',
    msg: expect.stringContaining('/accounts/password/reset'),
  })

  const device = new PasskeyDevice(`http://${t.host}`)
  const { options } = await t.as(iris).call(beginPasskey, { password })
  await t.as(iris).call(addPasskey, { name: 'Laptop', passkey: device.create(options) })
  // Guesses from her own network, too: only her browser is known now.
  for (let guess = 0; guess < 60; guess++) await enter('127.0.0.1', `guess at home ${guess}`)
  expect((await new TestBrowser(t).request('POST', '/login/', fields)).body).toContain('Too many')

  expect((await open.call('GET', '/users/me')).status).toBe(200)
  expect((await known.request('POST', '/login/', fields)).status).toBe(303)
  expect((await t.as(iris).call(getOwnUser, {})).user_id).toBe(iris.id)
  expect((await t.as({ ...iris, apiKey: token }).call(getOwnUser, {})).user_id).toBe(iris.id)
  await sendMailJob.run(t.app.services, t.organizationId)
  const mails = t.mails.filter(({ to, subject }) => to === iris.email && subject.includes('guesses'))
  expect(mails).toHaveLength(1)

  const stranger = new TestBrowser(t)
  const { json: question } = await stranger.request('POST', '/login/passkey/options')
  const passkey = JSON.stringify(device.get(question))
  await stranger.request('POST', '/login/passkey/', { passkey })
  expect((await stranger.call('GET', '/users/me')).json).toMatchObject({ user_id: iris.id })
}, 600_000)
