import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { OutgoingFile } from '@tagma/contract/define.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { createDrafts } from '@tagma/contract/endpoints/drafts/create-drafts.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessage } from '@tagma/contract/endpoints/messages/get-message.ts'
import { getAttachments } from '@tagma/contract/endpoints/uploads/get-attachments.ts'
import { getFileTemporaryUrl } from '@tagma/contract/endpoints/uploads/get-file-temporary-url.ts'
import { removeAttachment } from '@tagma/contract/endpoints/uploads/remove-attachment.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { expect, test } from 'vitest'
import { uploadUpkeepJob } from '#areas/uploads/upload-upkeep-job.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { credentials, load, partsOf } from '#test/load-upload.ts'
import { picture } from '#test/pictures.ts'

const text = (content: string, filename = 'notes.txt', contentType = 'text/plain'): OutgoingFile => ({
  filename,
  contentType,
  bytes: new TextEncoder().encode(content),
})

const incoming = async (t: TestApp) =>
  readdir(join(t.app.services.config.dataDir, 'incoming')).catch(() => [])

test('only its uploader opens a file, until a message shares it with its readers', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const secret = await t.given.channel([iris, otto], { name: 'secret', invite_only: true })
  let url = ''
  const uploaded = await converge(t, [iris, otto], async () => {
    const answer = await t.as(iris).call(uploadFile, { file: [text('Dear diary', 'Mein Tagebuch (1).txt')] })
    expect(answer).toMatchObject({ uri: answer.url, filename: 'Mein Tagebuch (1).txt' })
    url = answer.url
  })
  expect(url).toMatch(
    new RegExp(`^/user_uploads/${t.organizationId}/[0-9a-z]{2}/\\w{24}/Mein-Tagebuch-1.txt$`),
  )
  expect(uploaded.get(iris.id)).toMatchObject([{ type: 'attachment', op: 'add', upload_space_used: 10 }])
  expect(uploaded.get(otto.id)).toEqual([])

  const own = await load(t, url, iris)
  expect(own).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `inline; filename="Mein Tagebuch (1).txt"; filename*=UTF-8''Mein%20Tagebuch%20%281%29.txt`,
      'content-length': '10',
      'x-content-type-options': 'nosniff',
    },
  })
  expect(own.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  expect(own.bytes.toString()).toBe('Dear diary')
  expect((await load(t, url, otto)).status).toBe(403)
  expect((await load(t, url)).status).toBe(403)

  // A link in a message shares a file only if its sender may open it.
  await t.given.message(otto, secret, { content: `[diary](${url})` })
  expect((await load(t, url, otto)).status).toBe(403)
  expect((await t.as(iris).call(getAttachments, {})).attachments).toMatchObject([{ message_ids: [] }])

  let message = 0
  const shared = await converge(t, [iris, otto], async () => {
    message = await t.given.message(iris, secret, { content: `[diary](${url})` })
  })
  const attachment = { name: 'Mein Tagebuch (1).txt', size: 10, message_ids: [message] }
  expect(shared.get(iris.id)).toMatchObject([
    { type: 'attachment', op: 'update', attachment },
    { type: 'message' },
  ])
  expect((await load(t, url, otto)).status).toBe(200)
  expect((await load(t, url, mia)).status).toBe(403)
  // Everybody who may open it may share it further.
  await t.given.message(otto, [mia], { content: `[diary](${url})` })
  expect((await load(t, url, mia)).status).toBe(200)
  await t.as(otto).call(unsubscribe, { subscriptions: ['secret'] })
  expect((await t.as(iris).call(getAttachments, {})).attachments).toMatchObject([
    { path_id: url.slice('/user_uploads/'.length) },
  ])
})

test('temporary addresses open a file without credentials, for a minute', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { url } = await t.as(iris).call(uploadFile, { file: [text('Hi')] })
  const given = await t.as(iris).call(getFileTemporaryUrl, partsOf(url))
  expect((await load(t, given.url)).bytes.toString()).toBe('Hi')
  expect((await load(t, given.url.replace('/temporary/', '/temporary/x'))).status).toBe(404)
  const [, , , token = ''] = given.url.split('/')
  expect((await load(t, given.url.replace(token, `${token.split('.')[0]}.`))).status).toBe(404)
  t.clock.advance({ seconds: 61 })
  expect((await load(t, given.url)).status).toBe(404)
  for (const parts of [partsOf(url), { ...partsOf(url), filename: '4e/x/y.txt' }]) {
    expect(await t.as(otto).refusal(getFileTemporaryUrl, parts)).toMatchObject({
      status: 404,
      code: 'BAD_REQUEST',
    })
  }
})

test('a part of a file is sent if a client asks for it', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { url } = await t.as(iris).call(uploadFile, { file: [text('0123456789')] })
  const part = async (range: string) => {
    const { status, headers, bytes } = await load(t, url, iris, { range })
    return [status, headers['content-range'], bytes.toString()]
  }
  expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
  expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await part('bytes=8-99')).toEqual([206, 'bytes 8-9/10', '89'])
  expect(await part('bytes=-99')).toEqual([206, 'bytes 0-9/10', '0123456789'])
  expect(await part('bytes=-0')).toEqual([416, 'bytes */10', ''])
  expect(await part('bytes=4-2')).toEqual([200, undefined, '0123456789'])
  expect(await part('bytes=-')).toEqual([200, undefined, '0123456789'])
  expect(await part('bytes=10-')).toEqual([416, 'bytes */10', ''])
  expect(await part('bytes=0-1,4-5')).toEqual([200, undefined, '0123456789'])
  expect(await part('lines=1')).toEqual([200, undefined, '0123456789'])
})

test('a client that has a file already does not get it again, and may ask for its size alone', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { url } = await t.as(iris).call(uploadFile, { file: [text('0123456789')] })
  const { headers } = await load(t, url, iris)
  const etag = String(headers.etag)
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  const again = async (more: Record<string, string>) => {
    const { status, bytes } = await load(t, url, iris, more)
    return [status, bytes.toString()]
  }
  expect(await again({ 'if-none-match': etag })).toEqual([304, ''])
  expect(await again({ 'if-none-match': `"other", W/${etag}` })).toEqual([304, ''])
  expect(await again({ 'if-none-match': '"other"' })).toEqual([200, '0123456789'])
  expect(await again({ range: 'bytes=8-', 'if-range': etag })).toEqual([206, '89'])
  expect(await again({ range: 'bytes=8-', 'if-range': '"other"' })).toEqual([200, '0123456789'])
  expect((await load(t, url, otto, { 'if-none-match': etag })).status).toBe(403)
  const { url: other } = await t.as(iris).call(uploadFile, { file: [text('0123456789')] })
  expect((await load(t, other, iris)).headers.etag).not.toBe(etag)

  const head = (user: Account, path: string) =>
    t.app.http.inject({ method: 'HEAD', url: path, headers: { host: t.host, ...credentials(user) } })
  const asked = await head(iris, url)
  expect([asked.statusCode, asked.headers['content-length'], asked.headers.etag, asked.body]).toEqual([
    200,
    '10',
    etag,
    '',
  ])
  expect((await head(otto, url)).statusCode).toBe(403)
  expect((await head(iris, `${url}x`)).statusCode).toBe(404)
})

test('dangerous files are saved instead of shown, whatever type they claim', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const type = async (file: OutgoingFile) => {
    const { url } = await t.as(iris).call(uploadFile, { file: [file] })
    const { headers } = await load(t, url, iris)
    return [headers['content-type'], String(headers['content-disposition']).split(';')[0]]
  }
  const html = '<script>alert(1)</script>'
  expect(await type(text(html, 'x.html', 'text/html'))).toEqual(['text/html', 'attachment'])
  expect(await type(text(html, 'x.png', 'image/png'))).toEqual(['application/octet-stream', 'attachment'])
  expect(await type(text('<svg/>', 'x.svg', 'image/svg+xml'))).toEqual([
    'application/octet-stream',
    'attachment',
  ])
  expect(await type(text('%PDF-1.7', 'x.pdf', 'text/html'))).toEqual(['application/pdf', 'inline'])
  expect(await type(text('x', 'x', 'text/html\u0001'))).toEqual(['application/octet-stream', 'attachment'])
  expect(await type({ ...(await picture()), contentType: 'text/html' })).toEqual(['image/png', 'inline'])
})

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

/** The first bytes of files as browsers record them. */
const recorded = {
  webm: bytesOf('1a45dfa3 9f 42868101 42f78101 42f28104 42f38108 4282847765626d 42878104 42858102'),
  mp4: bytesOf('00000018 66747970 69736f35 00000200 69736f35 6d703431'),
  ogg: bytesOf(`4f676753 0002 ${'00'.repeat(20)} 01 13 4f707573 48656164 01 01`),
}

test.each([
  ['webm', 'audio/webm;codecs=opus', 'audio/webm'],
  ['webm', 'video/webm', 'video/webm'],
  ['webm', 'text/html', 'video/webm'],
  ['mp4', 'audio/mp4', 'audio/mp4'],
  ['mp4', 'audio/x-m4a', 'audio/mp4'],
  ['mp4', 'video/mp4', 'video/mp4'],
  ['ogg', 'audio/ogg; codecs=opus', 'audio/ogg'],
  ['ogg', 'text/html', 'audio/ogg'],
] as const)('a recording in %s that is called %s is %s, and is played', async (kind, claimed, expected) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const file = { filename: `voice.${kind}`, contentType: claimed, bytes: recorded[kind] }
  const { url } = await t.as(iris).call(uploadFile, { file: [file] })
  const { headers } = await load(t, url, iris)
  expect([headers['content-type'], String(headers['content-disposition']).split(';')[0]]).toEqual([
    expected,
    'inline',
  ])
  const id = await t.given.message(iris, [iris], { content: `![Voice](${url})` })
  const { message } = await t.as(iris).call(getMessage, { message_id: id })
  const player = `<p><audio controls preload="metadata" src="${url}" title="Voice"></audio></p>`
  expect(message.content === player).toBe(expected.startsWith('audio/'))
})

test.each([
  ['../../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['.htaccess', 'file.htaccess'],
  ['a\r\nSet-Cookie: x.txt', 'a-Set-Cookie-x.txt'],
  ['"quotes".txt', 'quotes.txt'],
  ['レポート.pdf', 'file.pdf'],
  ['...', 'file'],
  [`${'x'.repeat(500)}.tar`, `${'x'.repeat(80)}.tar`],
])('the name %j stays a plain name', async (filename, stored) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { url } = await t.as(iris).call(uploadFile, { file: [text('x', filename)] })
  expect(url.split('/').at(-1)).toBe(stored)
  const { status, headers } = await load(t, url, iris)
  expect(status).toBe(200)
  expect(headers['content-disposition']).not.toMatch(/[\r\n]/)
  expect(headers['set-cookie']).toBe(undefined)
})

test('only their owner deletes attachments, with everything that belongs to them', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { url } = await t.as(iris).call(uploadFile, { file: [await picture()] })
  await t.given.message(iris, [otto], { content: `[x](${url})` })
  const [attachment] = (await t.as(iris).call(getAttachments, {})).attachments
  const attachment_id = attachment?.id ?? 0
  expect((await t.as(otto).refusal(removeAttachment, { attachment_id })).message).toBe('Invalid attachment')
  const received = await converge(t, [iris, otto], () => t.as(iris).call(removeAttachment, { attachment_id }))
  expect(received.get(iris.id)).toMatchObject([
    { type: 'attachment', op: 'remove', attachment: { id: attachment_id }, upload_space_used: 0 },
  ])
  expect(await t.as(iris).call(getAttachments, {})).toEqual({ attachments: [], upload_space_used: 0 })
  expect((await load(t, url, iris)).status).toBe(404)
  const blob = await t.app.services.outside.blobs.size(url.slice('/user_uploads/'.length))
  expect(blob).toBe(undefined)
})

test('uploads without a link are deleted after five weeks', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const upload = async (name: string) =>
    (await t.as(iris).call(uploadFile, { file: [text(name, `${name}.txt`)] })).url
  const [, linked, drafted] = [await upload('lost'), await upload('linked'), await upload('drafted')]
  await t.given.message(iris, [otto], { content: `[x](${linked})` })
  await t
    .as(iris)
    .call(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: `[x](${drafted})` }] })
  const names = async () => {
    await uploadUpkeepJob.run(t.app.services, t.organizationId)
    return (await t.as(iris).call(getAttachments, {})).attachments.map(({ name }) => name)
  }
  t.clock.advance({ days: 34 })
  expect(await names()).toEqual(['lost.txt', 'linked.txt', 'drafted.txt'])
  t.clock.advance({ days: 2 })
  expect(await names()).toEqual(['linked.txt', 'drafted.txt'])
})

test('uploads are limited: one file, its size, and the quota of the organization', async () => {
  const t = await testApp({ TAGMA_MAX_UPLOAD_MIB: '1', TAGMA_UPLOAD_QUOTA_MIB: '2' })
  const { iris } = await t.given.members('iris')
  expect(await t.as(iris).call(registerQueue, { event_types: ['realm'] })).toMatchObject({
    max_file_upload_size_mib: 1,
    realm_upload_quota_mib: 2,
    server_thumbnail_formats: [{ name: '840x560-anim.webp' }, { name: '840x560.webp' }],
  })
  const refusal = (...file: OutgoingFile[]) => t.as(iris).refusal(uploadFile, { file })
  expect((await refusal()).message).toBe('You must specify a file to upload')
  expect((await refusal(text('a'), text('b'))).message).toBe('You may only upload one file at a time')
  const large = { ...text(''), bytes: new Uint8Array(1024 * 1024) }
  expect((await refusal({ ...large, bytes: new Uint8Array(1024 * 1024 + 1) })).message).toBe(
    'Uploaded file is larger than the allowed limit of 1 MiB',
  )
  for (let n = 0; n < 2; n++) await t.as(iris).call(uploadFile, { file: [large] })
  expect(await refusal(text('a'))).toMatchObject({ code: 'REALM_UPLOAD_OVER_QUOTA' })
  expect((await t.as(iris).call(getAttachments, {})).upload_space_used).toBe(2 * 1024 * 1024)
  expect(await incoming(t)).toEqual([])
})

test('a file that turns out too large on the way is given up', async () => {
  const t = await testApp({ TAGMA_MAX_UPLOAD_MIB: '1' })
  const { iris } = await t.given.members('iris')
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const response = await t.app.http.inject({
    method: 'POST',
    url: '/api/v1/user_uploads',
    headers: {
      host: t.host,
      ...credentials(iris),
      'content-type': 'multipart/form-data; boundary=x',
      'transfer-encoding': 'chunked',
    },
    payload: Readable.from(
      (function* () {
        yield '--x\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n'
        for (let n = 0; n < 64; n++) yield chunk
        yield '\r\n--x--\r\n'
      })(),
      { objectMode: false },
    ),
  })
  expect(response.json()).toMatchObject({
    code: 'BAD_REQUEST',
    msg: 'Uploaded file is larger than the allowed limit of 1 MiB',
  })
  expect(await incoming(t)).toEqual([])
})

test('a body of a gigabyte is refused without reading it, and strangers cannot send any', async () => {
  const t = await testApp({ TAGMA_MAX_UPLOAD_MIB: '1' })
  const { iris } = await t.given.members('iris')
  const post = (headers: Record<string, string>, payload: string) =>
    t.app.http.inject({
      method: 'POST',
      url: '/api/v1/user_uploads',
      headers: { host: t.host, 'content-type': 'multipart/form-data; boundary=x', ...headers },
      payload,
    })
  const begun = '--x\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\nabc'
  const tooLarge = await post({ ...credentials(iris), 'content-length': String(1024 ** 3) }, begun)
  expect(tooLarge.json()).toMatchObject({ code: 'BAD_REQUEST', msg: expect.stringMatching(/limit of 1 MiB/) })
  expect((await post({}, begun)).statusCode).toBe(401)
  // A body that is cut off, and an invalid one.
  expect((await post(credentials(iris), begun)).json()).toMatchObject({ code: 'BAD_REQUEST' })
  expect((await post(credentials(iris), 'nonsense')).json()).toMatchObject({ code: 'BAD_REQUEST' })
  expect(await incoming(t)).toEqual([])
  expect((await t.as(iris).call(getAttachments, {})).attachments).toEqual([])
})

test.each([
  '/user_uploads/1/../../tagma.db',
  '/user_uploads/1/..%2f..%2ftagma.db',
  '/user_uploads/thumbnail/1/x/840x560.webp',
  '/user_uploads/temporary/x/y',
  '/user_uploads/1/',
])('%s opens nothing', async (url) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect((await load(t, url, iris)).status).toBe(404)
})

test('organizations do not see each other’s files', async () => {
  const [ours, theirs] = [await testApp(), await testApp()]
  const { iris } = await ours.given.members('iris')
  const { mallory } = await theirs.given.members('mallory')
  const { url } = await ours.as(iris).call(uploadFile, { file: [text('x')] })
  expect((await load(theirs, url, mallory)).status).toBe(404)
})
