import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { limits } from '@tagma/contract/limits.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { listeningPort } from '#test/listening-port.ts'

/** Posts to /messages/render over a connection, the request in pieces; gives the answer. */
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

test('a form that is too large is refused, whether or not its length was told', async () => {
  const tooMuch = `content=${'x'.repeat(limits.maxFormBytes)}`
  expect(await post(`content-length: ${tooMuch.length}`, [])).toContain('"code":"REQUEST_TOO_LARGE"')
  const chunk = `${tooMuch.length.toString(16)}\r\n${tooMuch}\r\n0\r\n\r\n`
  expect(await post('transfer-encoding: chunked', [chunk])).toContain('"code":"REQUEST_TOO_LARGE"')
})
