import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'

const off = 'all=100000/1,anonymous=100000/1,send_mail=1000/1,sign_up=1000/1'
/** Switches off all limits of guesses except for the given ones. */
const only = (limits: string) =>
  testApp({
    TAGMA_RATE_LIMITS: `${off},password_guess=100000/1,password_guess_address=100000/1,password_guess_account=100000/1,${limits}`,
  })

/** Tries to sign in from an address; returns the code, or `in`. */
async function tryFrom(t: TestApp, address: string, username: string, password = 'wrong'): Promise<string> {
  const response = await t.app.http.inject({
    method: 'POST',
    url: '/api/v1/fetch_api_key',
    remoteAddress: address,
    headers: { host: t.host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams({ username, password })),
  })
  const answer: { result: string; code?: string } = response.json()
  return answer.result === 'success' ? 'in' : (answer.code ?? '')
}

const wrong = 'AUTHENTICATION_FAILED'
const limited = 'RATE_LIMIT_HIT'

test('a name in another spelling is the same account', async () => {
  const t = await only('password_guess_account=3/3600')
  await t.given.members('iris')
  const spellings = ['iris@example.com', '  iris@example.com', 'IRIS@Example.com\t', 'iris@example.com ']
  const answers = []
  for (const [index, name] of spellings.entries()) answers.push(await tryFrom(t, `198.51.${index}.1`, name))
  expect(answers).toEqual([wrong, wrong, wrong, limited])
})

test('an unknown account is limited like a known one, however it is spelled', async () => {
  const t = await only('password_guess_account=3/3600')
  const name = `nobody@${t.host}`
  const answers = []
  for (const [index, spelling] of [name, ` ${name}`, name.toUpperCase(), `no\u00adbody@${t.host}`].entries())
    answers.push(await tryFrom(t, `198.51.${index}.1`, spelling))
  expect(answers).toEqual([wrong, wrong, wrong, limited])
})

test('the addresses of one IPv6 customer count as one', async () => {
  const t = await only('password_guess_address=2/600')
  const from = (address: string, name: string) => tryFrom(t, address, `${name}@example.com`)
  expect(await from('2001:db8:7:1::1', 'a')).toBe(wrong)
  expect(await from('2001:db8:7:1:ffff::2', 'b')).toBe(wrong)
  expect(await from('2001:db8:7:1:1:2:3:4', 'c')).toBe(limited)
  expect(await from('2001:db8:7:2::1', 'c')).toBe(wrong)
  t.clock.advance({ minutes: 11 })
})

test('right passwords do not count, simultaneous wrong ones do', async () => {
  const t = await only('password_guess=2/60')
  await t.given.members('iris')
  const right = () => tryFrom(t, '198.51.100.1', 'iris@example.com', 'password of iris')
  for (let turn = 0; turn < 5; turn++) expect(await right()).toBe('in')
  const together = Array.from({ length: 6 }, () => tryFrom(t, '198.51.100.2', 'iris@example.com'))
  const answers = await Promise.all(together)
  expect(answers.filter((answer) => answer === wrong)).toHaveLength(2)
  // The same network is limited; another one goes on.
  expect(await right()).toBe(limited)
  expect(await tryFrom(t, '203.0.113.1', 'iris@example.com', 'password of iris')).toBe('in')
  t.clock.advance({ seconds: 61 })
  expect(await right()).toBe('in')
})

test('somebody who guesses from everywhere is stopped, and the owner still signs in at home', async () => {
  const t = await only('password_guess_account=20/3600')
  await t.given.members('iris')
  const home = (password?: string) => tryFrom(t, '203.0.113.5', 'iris@example.com', password)
  expect(await home('password of iris')).toBe('in')
  const answers = []
  for (let index = 0; index < 40; index++)
    answers.push(await tryFrom(t, `198.51.${index}.1`, 'iris@example.com'))
  expect(answers.filter((answer) => answer === wrong)).toHaveLength(20)
  expect(await tryFrom(t, '192.0.2.1', 'iris@example.com', 'password of iris')).toBe(limited)
  expect(await home('password of iris')).toBe('in')
  // Guesses from the owner’s own network are limited too.
  const near = []
  for (let index = 0; index < 25; index++)
    near.push(await tryFrom(t, `203.0.113.${100 + index}`, 'iris@example.com'))
  expect(near.filter((answer) => answer === wrong)).toHaveLength(20)
  t.clock.advance({ days: 91 })
})

test('during an attack, a link by mail lets the owner in from an unknown place', async () => {
  const t = await only('password_guess_account=2/3600')
  await t.given.members('iris')
  const elsewhere = (password: string) => tryFrom(t, '127.0.0.1', 'iris@example.com', password)
  for (let index = 0; index < 3; index++) await tryFrom(t, `198.51.${index}.1`, 'iris@example.com')
  expect(await elsewhere('password of iris')).toBe(limited)
  const already = t.mails.length
  await t.page('/accounts/password/reset', { email: 'iris@example.com' })
  await sendMailJob.run(t.app.services, t.organizationId)
  const link =
    /http:\S+reset\/\w+/.exec(
      t.mails
        .slice(already)
        .map(({ text }) => text)
        .join('\n'),
    )?.[0] ?? ''
  await t.page(link, { password: 'thunder on tuesday' })
  expect(await elsewhere('thunder on tuesday')).toBe('in')
})

test('a holder of the key cannot guess the password more often', async () => {
  const t = await only('password_guess=2/60')
  const { iris } = await t.given.members('iris')
  const guess = (old_password: string) =>
    t.as(iris).refusal(updateSettings, { old_password, new_password: 'thunder on tuesday' })
  for (const password of ['one', 'two']) expect((await guess(password)).message).toBe('Wrong password!')
  expect(await guess('password of iris')).toMatchObject({ status: 429, code: limited })
  expect(await tryFrom(t, '127.0.0.9', 'iris@example.com', 'password of iris')).toBe(limited)
})

test('the refusal says what to do', async () => {
  const t = await only('password_guess_account=1/3600')
  await t.given.members('iris')
  await tryFrom(t, '198.51.100.1', 'iris@example.com')
  const response = await t.app.http.inject({
    method: 'POST',
    url: '/api/v1/fetch_api_key',
    headers: { host: t.host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'username=iris@example.com&password=wrong',
  })
  expect(response.json()).toMatchObject({
    code: limited,
    'retry-after': 3600,
    msg: `Too many wrong passwords: try again in 3600 seconds, use a passkey, your app or a service to sign in with, or set a new password by http://${t.host}/accounts/password/reset, which lets you in from where you open the link.`,
  })
})

test('a browser in which one has signed in before is heard, whoever guesses from its network and address', async () => {
  const t = await only('password_guess=5/60,password_guess_address=5/600,password_guess_account=5/3600')
  const { ada } = await t.given.members('iris', 'ada')
  const fields = { username: 'iris@example.com', password: 'password of iris' }
  const own = new TestBrowser(t)
  await own.request('GET', '/login/')
  expect((await own.request('POST', '/login/', fields)).status).toBe(303)
  const stranger = new TestBrowser(t)
  await stranger.request('GET', '/login/')
  for (let guess = 0; guess < 6; guess++)
    await stranger.request('POST', '/login/', { ...fields, password: `guess ${guess}` })
  const refused = await stranger.request('POST', '/login/', fields)
  expect(refused.body).toContain('Too many')
  await own.request('POST', '/accounts/logout/', {})
  expect((await own.request('POST', '/login/', fields)).status).toBe(303)

  // It is heard for its own account only, and not without end.
  const other = await own.request('POST', '/login/', { username: ada.email, password: 'password of ada' })
  expect(other.body).toContain('Too many')
  for (let guess = 0; guess < 5; guess++)
    await own.request('POST', '/login/', { ...fields, password: `guess ${guess}` })
  expect((await own.request('POST', '/login/', fields)).body).toContain('Too many')
})

test('the owner hears once a day that somebody goes on guessing', async () => {
  const t = await only('password_guess_account=3/3600')
  const { iris } = await t.given.members('iris')
  const guess = async (times: number) => {
    const already = t.mails.length
    for (let time = 0; time < times; time++) await tryFrom(t, `198.51.${time}.1`, 'iris@example.com')
    await sendMailJob.run(t.app.services, t.organizationId)
    return t.mails.slice(already)
  }
  expect(await guess(3)).toEqual([])
  const [mail, ...rest] = await guess(4)
  expect(rest).toEqual([])
  expect(mail).toMatchObject({
    to: iris.email,
    subject: `Somebody guesses your password at ${t.directory.organization.name}`,
    text: expect.stringContaining('from 198.51.0.1'),
  })
  t.clock.advance({ hours: 2 })
  expect(await guess(5)).toEqual([])
  t.clock.advance({ days: 1 })
  expect(await guess(5)).toHaveLength(1)
})

test('an address that a client makes up changes neither what is counted nor what is noted', async () => {
  const t = await only('password_guess_address=5/600')
  await t.given.members('iris')
  const answers: string[] = []
  for (let index = 0; index < 8; index++) {
    const response = await t.app.http.inject({
      method: 'POST',
      url: '/api/v1/fetch_api_key',
      remoteAddress: '198.51.100.77',
      headers: {
        host: t.host,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `203.0.113.${index}`,
        'x-real-ip': `203.0.113.${index}`,
        forwarded: `for=203.0.113.${index}`,
        // Names that some servers believe of a proxy.
        'remote-user': 'iris@example.com',
        'x-remote-user': 'iris@example.com',
      },
      payload: String(new URLSearchParams({ username: 'iris@example.com', password: 'wrong' })),
    })
    answers.push(response.json<{ readonly code: string }>().code)
  }
  expect(answers.filter((answer) => answer === wrong)).toHaveLength(5)
  expect(answers.filter((answer) => answer === limited)).toHaveLength(3)
  const addresses = t.securityLines.flatMap(({ address }) => (typeof address === 'string' ? [address] : []))
  expect(addresses).toContain('198.51.100.77')
  expect(
    addresses.filter((address) => address.startsWith('203.0.113.') && Number(address.split('.')[3]) < 8),
  ).toEqual([])
})

test('no page and no call believes a header that names a user', async () => {
  const t = await testApp()
  await t.given.members('iris')
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/json/users/me'],
    ['GET', '/api/v1/users/me'],
    ['GET', '/accounts/login/sso/'],
    ['POST', '/login/'],
  ] as const) {
    const browser = new TestBrowser(t)
    const names = [
      'remote-user',
      'remote_user',
      'x-remote-user',
      'x-forwarded-user',
      'x-forwarded-email',
      'x-webauth-user',
    ]
    await browser.request(
      method,
      path,
      {},
      Object.fromEntries(names.map((name) => [name, 'iris@example.com'])),
    )
    expect(browser.cookie).toBeUndefined()
    expect((await browser.call('GET', '/users/me')).status).toBe(401)
  }
})
