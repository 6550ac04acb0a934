import { getFileTemporaryUrl } from '@tagma/contract/endpoints/uploads/get-file-temporary-url.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { expect, onTestFinished, test } from 'vitest'
import { deleteOrganization } from '#areas/organization/delete-organization.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { credentials, load, partsOf } from '#test/load-upload.ts'
import { picture } from '#test/pictures.ts'
import { s3Server } from '#test/s3-server.ts'

async function scene() {
  const server = await s3Server()
  onTestFinished(() => server.close())
  const t = await testApp({ TAGMA_BLOBS: server.address, ...server.environment })
  const { iris, otto } = await t.given.members('iris', 'otto')
  return { server, t, iris, otto }
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Makes a request of the protocol for uploads in pieces. */
const tus = (
  t: TestApp,
  user: Account,
  method: 'POST' | 'PATCH' | 'HEAD',
  url: string,
  headers: Record<string, string>,
  payload?: Buffer,
) =>
  t.app.http.inject({
    method,
    url,
    headers: { host: t.host, 'tus-resumable': '1.0.0', ...credentials(user), ...headers },
    ...(payload ? { payload } : {}),
  })

test('a picture lies in the bucket with its thumbnails, opens whole, in part and for a while, and only to its readers', async () => {
  const { server, t, iris, otto } = await scene()
  const file = await picture({ width: 900, height: 600 })
  const { url } = await t.as(iris).call(uploadFile, { file: [file] })
  const pathId = url.slice('/user_uploads/'.length)
  const keys = () => [...server.objects.keys()]
  expect(keys().length).toBeGreaterThan(1)
  expect(keys().every((key) => key.startsWith(`installation/blobs/${t.organizationId}/`))).toBe(true)
  const bytes = Buffer.from(file.bytes)
  expect((await load(t, url, iris)).bytes.equals(bytes)).toBe(true)
  expect((await load(t, url, otto)).status).toBe(403)
  const part = await load(t, url, iris, { range: 'bytes=10-19' })
  expect([part.status, part.headers['content-range'], part.bytes.equals(bytes.subarray(10, 20))]).toEqual([
    206,
    `bytes 10-19/${bytes.length}`,
    true,
  ])
  const thumbnail = await load(t, `/user_uploads/thumbnail/${pathId}/840x560.webp`, iris)
  expect([thumbnail.status, thumbnail.headers['content-type']]).toEqual([200, 'image/webp'])
  const temporary = await t.as(iris).call(getFileTemporaryUrl, partsOf(url))
  expect((await load(t, temporary.url)).bytes.equals(bytes)).toBe(true)
  await deleteOrganization(t.app.services, t.organizationId)
  expect(keys()).toEqual([])
})

test('an upload in pieces goes on after the bucket was away at its end', async () => {
  const { server, t, iris } = await scene()
  const begun = await tus(t, iris, 'POST', '/api/v1/tus/', {
    'upload-length': '11',
    'upload-metadata': `filename ${base64('notes.txt')},filetype ${base64('text/plain')}`,
  })
  const url = String(begun.headers.location)
  const type = { 'content-type': 'application/offset+octet-stream' }
  const first = await tus(t, iris, 'PATCH', url, { ...type, 'upload-offset': '0' }, Buffer.from('hello '))
  expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, '6'])
  // The bucket takes the last piece, but not the file: each call is tried three times.
  server.fail(3, /^PUT .*blobs/)
  const away = await tus(t, iris, 'PATCH', url, { ...type, 'upload-offset': '6' }, Buffer.from('again'))
  expect([away.statusCode, t.faults.splice(0).length]).toEqual([503, 1])
  expect((await tus(t, iris, 'HEAD', url, {})).headers['upload-offset']).toBe('11')
  const last = await tus(t, iris, 'PATCH', url, { ...type, 'upload-offset': '11' }, Buffer.from(''))
  const path = url.replace('/api/v1/tus/', '/user_uploads/')
  expect([last.statusCode, JSON.parse(last.body)]).toEqual([200, { url: path, filename: 'notes.txt' }])
  expect((await load(t, path, iris)).bytes.toString()).toBe('hello again')
  expect([...server.objects.keys()].filter((key) => key.includes('/pieces/'))).toEqual([
    expect.stringContaining('~note'),
  ])
})
