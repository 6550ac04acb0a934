import { readdir, stat, utimes } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { getAttachments } from '@tagma/contract/endpoints/uploads/get-attachments.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { expect, test } from 'vitest'
import { appendTo, findUpload, offsetOf } from '#areas/uploads/resumable-upload.ts'
import { uploadUpkeepJob } from '#areas/uploads/upload-upkeep-job.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { listeningPort } from '#test/listening-port.ts'
import { picture } from '#test/pictures.ts'

const bytesType = 'application/offset+octet-stream'
const base64 = (text: string) => Buffer.from(text).toString('base64')

const credentials = ({ email, apiKey }: Account) => `Basic ${base64(`${email}:${apiKey}`)}`

/** Makes a request of the protocol as a user, or as a stranger. */
async function tus(
  t: TestApp,
  user: Account | undefined,
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'OPTIONS',
  url: string,
  headers: Record<string, string> = {},
  payload?: string | Buffer,
) {
  const response = await t.app.http.inject({
    method,
    url,
    headers: {
      host: t.host,
      'tus-resumable': '1.0.0',
      ...(user ? { authorization: credentials(user) } : {}),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, headers: response.headers, body: response.body }
}

const begin = async (
  t: TestApp,
  user: Account,
  length: number,
  filename = 'notes.txt',
  type = 'text/plain',
) => {
  const metadata = `filename ${base64(filename)},filetype ${base64(type)}`
  const { status, headers } = await tus(t, user, 'POST', '/api/v1/tus/', {
    'upload-length': String(length),
    'upload-metadata': metadata,
  })
  expect(status).toBe(201)
  return String(headers.location)
}

const piece = (t: TestApp, user: Account, url: string, offset: number, bytes: string | Buffer) =>
  tus(t, user, 'PATCH', url, { 'content-type': bytesType, 'upload-offset': String(offset) }, bytes)

const resumableFolder = (t: TestApp) => join(t.app.services.config.dataDir, 'resumable')
const left = async (t: TestApp) => readdir(resumableFolder(t)).catch(() => [])

test('a file arrives in pieces, and becomes an ordinary upload with the last one', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { bytes } = await picture({ width: 900, height: 600 })
  const content = Buffer.from(bytes)
  const url = await begin(t, iris, content.length, 'Sonne über Müll.png', 'image/png')
  expect(url).toMatch(new RegExp(`^/api/v1/tus/${t.organizationId}/`))
  expect((await tus(t, iris, 'HEAD', url)).headers).toMatchObject({
    'upload-offset': '0',
    'upload-length': String(content.length),
    'cache-control': 'no-store',
    'tus-resumable': '1.0.0',
  })
  const half = Math.floor(content.length / 2)
  expect(await piece(t, iris, url, 0, content.subarray(0, half))).toMatchObject({
    status: 204,
    headers: { 'upload-offset': String(half) },
  })
  expect((await tus(t, iris, 'HEAD', url)).headers['upload-offset']).toBe(String(half))
  expect((await t.as(iris).call(getAttachments, {})).attachments).toEqual([])

  const path = url.replace('/api/v1/tus/', '/user_uploads/')
  let last: Awaited<ReturnType<typeof piece>> | undefined
  const received = await converge(t, [iris, otto], async () => {
    last = await piece(t, iris, url, half, content.subarray(half))
  })
  expect(last).toMatchObject({ status: 200, headers: { 'upload-offset': String(content.length) } })
  const told = { url: path, filename: 'Sonne über Müll.png' }
  expect(JSON.parse(last?.body ?? '')).toEqual(told)
  expect(received.get(iris.id)).toMatchObject([
    { type: 'attachment', op: 'add', attachment: { name: told.filename, size: content.length } },
  ])
  expect(received.get(otto.id)).toEqual([])
  const file = await t.app.http.inject({
    url: path,
    headers: { host: t.host, authorization: credentials(iris) },
  })
  expect(file.rawPayload.equals(content)).toBe(true)
  expect(file.headers['content-type']).toBe('image/png')

  // A client that did not get the last answer asks again.
  expect((await tus(t, iris, 'HEAD', url)).headers['upload-offset']).toBe(String(content.length))
  expect(JSON.parse((await piece(t, iris, url, content.length, '')).body)).toEqual(told)
  expect((await t.as(iris).call(getAttachments, {})).attachments).toHaveLength(1)
})

test('a small file comes with the request that begins it, an empty one with no bytes at all', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const whole = await tus(
    t,
    iris,
    'POST',
    '/api/v1/tus',
    { 'upload-length': '5', 'upload-metadata': `filename ${base64('a.txt')}`, 'content-type': bytesType },
    'hello',
  )
  expect(whole).toMatchObject({ status: 201, headers: { 'upload-offset': '5' } })
  expect(JSON.parse(whole.body)).toEqual({
    url: String(whole.headers.location).replace('/api/v1/tus/', '/user_uploads/'),
    filename: 'a.txt',
  })
  const part = await tus(
    t,
    iris,
    'POST',
    '/api/v1/tus',
    { 'upload-length': '5', 'content-type': bytesType },
    'he',
  )
  expect(part).toMatchObject({ status: 201, headers: { 'upload-offset': '2' } })
  expect((await piece(t, iris, String(part.headers.location), 2, 'llo')).status).toBe(200)
  const empty = await tus(t, iris, 'POST', '/api/v1/tus', { 'upload-length': '0' })
  expect(JSON.parse(empty.body)).toMatchObject({ filename: 'file' })
  expect((await t.as(iris).call(getAttachments, {})).attachments.map(({ size }) => size)).toEqual([5, 5, 0])
})

test('only the uploader continues an upload, and it ends when it is given up', async () => {
  const t = await testApp()
  const other = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { mallory } = await other.given.members('mallory')
  const url = await begin(t, iris, 3)
  expect((await tus(t, otto, 'HEAD', url)).status).toBe(404)
  expect((await piece(t, otto, url, 0, 'abc')).status).toBe(404)
  expect((await tus(t, otto, 'DELETE', url)).status).toBe(404)
  expect((await tus(other, mallory, 'HEAD', url)).status).toBe(404)
  expect((await tus(t, undefined, 'HEAD', url)).status).toBe(401)
  expect((await tus(t, undefined, 'POST', '/api/v1/tus', { 'upload-length': '3' })).status).toBe(401)
  for (const path of ['/api/v1/tus/x', '/api/v1/tus/1/../../x', '/api/v1/tus/1/..%2f..%2fx/y/z'])
    expect((await tus(t, iris, 'HEAD', path)).status).toBe(404)
  expect((await tus(t, iris, 'DELETE', url)).status).toBe(204)
  expect((await tus(t, iris, 'HEAD', url)).status).toBe(404)
  expect((await piece(t, iris, url, 0, 'abc')).status).toBe(404)
})

test('violations of the protocol, the limits or the quota are refused, and nothing of them is kept', async () => {
  const t = await testApp({ TAGMA_MAX_UPLOAD_MIB: '1', TAGMA_UPLOAD_QUOTA_MIB: '1' })
  const { iris } = await t.given.members('iris')
  const post = async (headers: Record<string, string>) =>
    (await tus(t, iris, 'POST', '/api/v1/tus', headers)).status
  const mib = 1024 * 1024
  expect(await post({})).toBe(411)
  expect(await post({ 'upload-defer-length': '1' })).toBe(411)
  expect(await post({ 'upload-length': '-1' })).toBe(411)
  expect(await post({ 'upload-length': String(mib + 1) })).toBe(413)
  expect(await post({ 'upload-length': '3', 'upload-metadata': 'a b c' })).toBe(400)
  expect(await post({ 'upload-length': '3', 'tus-resumable': '0.2.2' })).toBe(412)
  expect(await tus(t, undefined, 'OPTIONS', '/api/v1/tus/')).toMatchObject({
    status: 204,
    headers: {
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination',
      'tus-max-size': String(mib),
    },
  })

  const url = await begin(t, iris, 4)
  expect((await piece(t, iris, url, 1, 'bc')).status).toBe(409)
  expect((await piece(t, iris, url, 0, 'abcde')).status).toBe(413)
  expect((await tus(t, iris, 'PATCH', url, { 'upload-offset': '0' })).status).toBe(415)
  expect((await tus(t, iris, 'PATCH', url, { 'content-type': bytesType }, 'abcd')).status).toBe(400)
  expect((await tus(t, iris, 'HEAD', url)).headers['upload-offset']).toBe('0')

  // Each of the two uploads fits into the quota, but not both.
  await tus(t, iris, 'DELETE', url)
  const first = await begin(t, iris, mib)
  const over = await tus(t, iris, 'POST', '/api/v1/tus', { 'upload-length': String(mib) })
  expect(over.status).toBe(413)
  expect(JSON.parse(over.body)).toEqual({
    message: 'Upload would exceed your organization’s upload quota.',
  })
  expect((await piece(t, iris, first, 0, Buffer.alloc(mib))).status).toBe(200)
  expect((await t.as(iris).call(getAttachments, {})).upload_space_used).toBe(mib)
})

test('unfinished uploads count against the quota, for all ways to upload', async () => {
  const t = await testApp({ TAGMA_UPLOAD_QUOTA_MIB: '1' })
  const other = await testApp({ TAGMA_UPLOAD_QUOTA_MIB: '1' })
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { mia } = await other.given.members('mia')
  const kib = 1024
  const url = await begin(t, iris, 600 * kib)
  const post = async (app: TestApp, user: Account) =>
    (await tus(app, user, 'POST', '/api/v1/tus', { 'upload-length': String(600 * kib) })).status
  const file = [{ filename: 'a.bin', contentType: 'x/y', bytes: Buffer.alloc(600 * kib) }]
  expect(await post(t, otto)).toBe(413)
  expect(await t.as(otto).refusal(uploadFile, { file })).toMatchObject({ code: 'REALM_UPLOAD_OVER_QUOTA' })
  expect(await post(other, mia)).toBe(201)
  // Its own reserved bytes do not prevent its end.
  expect((await piece(t, iris, url, 0, Buffer.alloc(600 * kib))).status).toBe(200)
  const given = await begin(t, iris, 300 * kib)
  expect(await post(t, otto)).toBe(413)
  await tus(t, iris, 'DELETE', given)
  const small = [{ filename: 'a.bin', contentType: 'x/y', bytes: Buffer.alloc(400 * kib) }]
  await t.as(otto).call(uploadFile, { file: small })
})

test('a user has at most twenty unfinished uploads', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const urls = []
  for (let n = 0; n < 20; n++) urls.push(await begin(t, iris, 1))
  const post = async (user: Account) =>
    (await tus(t, user, 'POST', '/api/v1/tus', { 'upload-length': '1' })).status
  expect(await post(iris)).toBe(429)
  expect(await post(otto)).toBe(201)
  expect((await piece(t, iris, urls[7] ?? '', 0, 'x')).status).toBe(200)
  expect(await post(iris)).toBe(201)
})

test('an upload continues after a broken connection, even while the old one still hangs', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const url = await begin(t, iris, 10)
  const [bytesFile = ''] = (await left(t)).filter(
    (name) => name.includes(url.split('/').at(-2) ?? '') && !name.endsWith('json'),
  )
  const port = await listeningPort(t)
  /** Begins a request for the rest of the file, sends some bytes of it, and waits until they have arrived. */
  const beginRest = async (at: number, bytes: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `PATCH ${url} HTTP/1.1\r\nHost: ${t.host}\r\nAuthorization: ${credentials(iris)}\r\nTus-Resumable: 1.0.0\r\n` +
        `Content-Type: ${bytesType}\r\nUpload-Offset: ${at}\r\nContent-Length: ${10 - at}\r\n\r\n${bytes}`,
    )
    const path = join(resumableFolder(t), bytesFile)
    while ((await stat(path)).size < at + bytes.length) await setImmediate()
    return socket
  }
  const offset = async () => Number((await tus(t, iris, 'HEAD', url)).headers['upload-offset'])
  const gone = await beginRest(0, 'abcd')
  gone.destroy()
  expect(await offset()).toBe(4)
  const hanging = await beginRest(4, 'ef')
  expect(await offset()).toBe(6)
  expect((await piece(t, iris, url, 6, 'ghij')).status).toBe(200)
  hanging.destroy()
  const file = await t.app.http.inject({
    url: url.replace('/api/v1/tus/', '/user_uploads/'),
    headers: { host: t.host, authorization: credentials(iris) },
  })
  expect(file.body).toBe('abcdefghij')
})

test('bytes that reach another process late do not change bytes that were added since', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const url = await begin(t, iris, 10)
  const { services } = t.app
  const user = t.directory.users.get(iris.id)
  const upload = user && (await findUpload(services, user, url.replace('/api/v1/tus/', '')))
  if (!upload) throw new Error('Nothing was begun')
  const { signal } = new AbortController()
  const late = new PassThrough()
  const first = appendTo(services, upload, late, signal)
  late.write('abc')
  while ((await offsetOf(services, upload)) !== 3) await setImmediate()
  expect(await appendTo(services, upload, Readable.from([Buffer.from('defg')]), signal)).toBe(7)
  late.end('de')
  await first
  expect(await offsetOf(services, upload)).toBe(7)
  expect((await piece(t, iris, url, 7, 'hij')).status).toBe(200)
  const { body } = await t.app.http.inject({
    url: `/user_uploads/${upload.pathId}`,
    headers: { host: t.host, authorization: credentials(iris) },
  })
  expect(body).toBe('abcdefghij')
})

test('an upload that nobody continues is deleted after a day', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const [old, fresh] = [await begin(t, iris, 3), await begin(t, iris, 3)]
  const now = t.clock.now() / 1000
  for (const name of await left(t)) {
    const isOld = name.includes(old.split('/').at(-2) ?? '')
    const at = isOld ? now - 25 * 3600 : now
    await utimes(join(resumableFolder(t), name), at, at)
  }
  await uploadUpkeepJob.run(t.app.services, t.organizationId)
  expect((await tus(t, iris, 'HEAD', old)).status).toBe(404)
  expect((await tus(t, iris, 'HEAD', fresh)).status).toBe(200)
})
