import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { addFactor, wrongCode } from '#test/authenticator.ts'
import { TestBrowser } from '#test/browser.ts'

const password = 'password of iris'

/** A call that hands out a key that lasts. */
const newKey = (browser: TestBrowser, given = {}) =>
  browser.call('POST', '/users/me/api_key/regenerate', given)

test('a proof counts for a quarter of an hour, and the sign-in is one', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const browser = await new TestBrowser(t).enter(iris)
  expect((await newKey(browser)).status).toBe(200)
  t.clock.advance({ minutes: 16 })
  const asked = await newKey(browser)
  expect([asked.status, asked.json.code, asked.json.ways]).toEqual([403, 'STEP_UP_REQUIRED', ['password']])
  const wrong = await browser.call('POST', '/tagma/step_up', { password: 'wrong' })
  expect([wrong.status, wrong.json.code]).toEqual([401, 'AUTHENTICATION_FAILED'])
  expect((await newKey(browser)).status).toBe(403)
  expect((await browser.call('POST', '/tagma/step_up', { password })).status).toBe(200)
  expect((await newKey(browser)).status).toBe(200)
})

test('with a second factor, the password is no proof, and browsers of before have to prove it first', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const before = await new TestBrowser(t).enter(iris)
  const { phone, recoveryCodes } = await addFactor(t, iris)
  for (const given of [{}, { password }, { code: ' ' }]) {
    const asked = await newKey(before, given)
    expect([asked.status, asked.json.ways]).toEqual([403, ['code', 'recovery']])
  }
  const wrong = await newKey(before, { code: wrongCode(phone) })
  expect([wrong.status, wrong.json.code]).toEqual([401, 'AUTHENTICATION_FAILED'])
  expect((await before.call('POST', '/tagma/step_up', { code: phone.next() })).status).toBe(200)
  expect((await newKey(before)).status).toBe(200)
  const { json } = await before.call('GET', '/tagma/sessions')
  expect(json.sessions).toContainEqual(
    expect.objectContaining({ is_current: true, methods: ['password', 'code'] }),
  )
  t.clock.advance({ minutes: 16 })
  expect((await newKey(before)).status).toBe(403)
  expect((await newKey(before, { code: recoveryCodes[0] })).status).toBe(200)
})

test('a wrong password is refused although the session is fresh', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const browser = await new TestBrowser(t).enter(iris)
  expect((await newKey(browser, { password: 'wrong' })).json.code).toBe('AUTHENTICATION_FAILED')
})
