import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { limits } from '@tagma/contract/limits.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { listeningPort } from '#test/listening-port.ts'

/** Posts a request to /messages/render over a connection, in pieces; returns the answer. */
async function post(headers: string, pieces: readonly string[]): Promise<string> {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const client = connect(await listeningPort(t), '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.setNoDelay(true)
  client.write(
    `POST /api/v1/messages/render HTTP/1.1\r\nhost: ${t.host}\r\n` +
      `authorization: Basic ${btoa(`${iris.email}:${iris.apiKey}`)}\r\n` +
      `content-type: application/x-www-form-urlencoded\r\n${headers}\r\n\r\n`,
  )
  for (const piece of pieces) {
    await turn()
    client.write(piece)
  }
  const [answer] = (await once(client, 'data')) as [Buffer]
  return String(answer)
}

test('a form comes whole, in pieces, or in pieces of a length that nobody told before', async () => {
  const rendered = '"rendered":"<p>Röd <strong>tråd</strong></p>"'
  const form = `content=${encodeURIComponent('Röd **tråd**')}`
  const length = `content-length: ${form.length}`
  expect(await post(length, [form])).toContain(rendered)
  expect(await post(length, [form.slice(0, 12), form.slice(12, 13), form.slice(13)])).toContain(rendered)
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const chunks = [chunk(form.slice(0, 12)), chunk(form.slice(12)), '0\r\n\r\n']
  expect(await post('transfer-encoding: chunked', chunks)).toContain(rendered)
})

const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`

test('a form that is too large is refused, whether or not its length was told', async () => {
  const tooMuch = `content=${'x'.repeat(limits.maxFormBytes)}`
  expect(await post(`content-length: ${tooMuch.length}`, [])).toContain('"code":"REQUEST_TOO_LARGE"')
  expect(await post('transfer-encoding: chunked', [chunked(tooMuch)])).toContain('"code":"REQUEST_TOO_LARGE"')
})

/** Makes a multipart body of so many fields, or files, of so many bytes. */
const multipart = (count: number, bytes: number, filename = '') =>
  Array.from(
    { length: count },
    (_, index) =>
      `--b\r\ncontent-disposition: form-data; name="field${index}"${filename}\r\n\r\n${'x'.repeat(bytes)}\r\n`,
  ).join('') + '--b--\r\n'
const multipartType = 'content-type: multipart/form-data; boundary=b'

/** Sends the pieces of a request over a connection; returns the first data that comes back. */
async function answerTo(t: TestApp, ...pieces: readonly string[]): Promise<string> {
  const client = connect(await listeningPort(t), '127.0.0.1')
  onTestFinished(() => void client.destroy())
  // The server closes the connection of a client that sends on; only its answer before that counts.
  client.on('error', () => {})
  for (const piece of pieces) client.write(piece)
  const [answer] = (await once(client, 'data')) as [Buffer]
  return String(answer)
}

test('the fields of a multipart form count together', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const render = (form: string) =>
    answerTo(
      t,
      `POST /api/v1/messages/render HTTP/1.1\r\nhost: ${t.host}\r\n${multipartType}\r\n` +
        `authorization: Basic ${btoa(`${iris.email}:${iris.apiKey}`)}\r\ntransfer-encoding: chunked\r\n\r\n`,
      chunked(form),
    )
  const half = Math.ceil(limits.maxFormBytes / 2)
  expect(await render(multipart(1, half))).toContain('"code":"REQUEST_VARIABLE_MISSING"')
  expect(await render(multipart(2, half))).toContain('"code":"REQUEST_TOO_LARGE"')
  // Bytes that are thrown away are not read for long either.
  expect(await render(multipart(2, half, '; filename="a"'))).toContain('"code":"REQUEST_TOO_LARGE"')
})

test.each([
  '/join/x',
  '/accounts/password/reset',
  '/accounts/password/reset/x',
  '/setup/x',
  '/unsubscribe/a/1/x',
])('the form of the page %s is short, whether or not its length was told', async (path) => {
  const t = await testApp()
  const head = `POST ${path} HTTP/1.1\r\nhost: ${t.host}\r\n`
  const fields = multipart(20, 1024)
  const text = `email=${'x'.repeat(20 * 1024)}`
  const plainType = 'content-type: application/x-www-form-urlencoded'
  for (const [type, form] of [
    [multipartType, fields],
    [plainType, text],
  ] as const) {
    const told = `${head}${type}\r\ncontent-length: ${form.length}\r\n\r\n`
    expect(await answerTo(t, told)).toMatch(/^HTTP\/1.1 413 /)
    const untold = `${head}${type}\r\ntransfer-encoding: chunked\r\n\r\n`
    expect(await answerTo(t, untold, chunked(form))).toMatch(/^HTTP\/1.1 413 /)
  }
})

test('credentials are looked at before the body', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  for (const [authorization, status] of [
    ['', 401],
    [`authorization: Basic ${btoa(`${iris.email}:${'x'.repeat(32)}`)}\r\n`, 401],
  ] as const)
    for (const type of ['content-type: application/x-www-form-urlencoded', multipartType])
      expect(
        await answerTo(
          t,
          `POST /api/v1/messages HTTP/1.1\r\nhost: ${t.host}\r\n${authorization}${type}\r\ncontent-length: 1000\r\n\r\n`,
        ),
      ).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

test('somebody who lost their account while their form arrived is refused', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const owner = await t.given.user('owner', { role: 'owner' })
  const client = connect(await listeningPort(t), '127.0.0.1')
  onTestFinished(() => void client.destroy())
  const heard = once(t.app.http.server, 'request')
  client.write(
    `POST /api/v1/messages/render HTTP/1.1\r\nhost: ${t.host}\r\ncontent-type: application/x-www-form-urlencoded\r\n` +
      `authorization: Basic ${btoa(`${iris.email}:${iris.apiKey}`)}\r\ncontent-length: 9\r\n\r\ncontent`,
  )
  await heard
  await t.as(owner).call(deactivateUser, { user_id: iris.id })
  client.write('=a')
  const [answer] = (await once(client, 'data')) as [Buffer]
  expect(String(answer)).toContain('"code":"USER_DEACTIVATED"')
})
