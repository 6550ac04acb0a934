import type { Page, PageContext, PageReply } from '#http/page.ts'
import { tooLargeMessage } from '#http/parse-form.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import {
  appendTo,
  beginUpload,
  dropUpload,
  findUpload,
  finishUpload,
  offsetOf,
  type ResumableUpload,
  takeOver,
} from './resumable-upload.ts'
import { requireQuota } from './upload-file.ts'

// Uploads in pieces that survive a broken connection: tus 1.0.0 (https://tus.io/protocols/resumable-upload) with its
// extensions creation, creation-with-upload and termination. Since feature level 296.

const path = '/api/v1/tus'
const version = '1.0.0'
const bytesType = 'application/offset+octet-stream'

type Headers = Readonly<Record<string, string>>

const reply = (status: number, headers: Headers = {}, body = ''): PageReply => ({
  status,
  headers: { 'tus-resumable': version, 'cache-control': 'no-store', ...headers },
  body,
})

const json = (status: number, fields: Readonly<Record<string, unknown>>, headers: Headers = {}): PageReply =>
  reply(status, { 'content-type': 'application/json', ...headers }, JSON.stringify(fields))

const refused = (status: number, message: string, headers?: Headers) => json(status, { message }, headers)

const missing = () => refused(404, 'There is no such upload, or it was begun too long ago.')

/** Makes a page of the protocol, for users with credentials. */
const tusPage = (
  method: Page['method'],
  url: string,
  answer: (context: PageContext, user: UserRecord) => Promise<PageReply>,
): Page => ({
  method,
  path: url,
  async answer(context) {
    const user = await context.caller('files:write')
    if (!user) return refused(401, 'Unauthenticated upload', { 'www-authenticate': 'Basic realm="tagma"' })
    if (context.header('tus-resumable') !== version)
      return refused(412, `Send the header Tus-Resumable: ${version}.`, { 'tus-version': version })
    return answer(context, user)
  },
})

/** Page with the server's abilities. */
export const resumableOptionsPage: Page = {
  method: 'OPTIONS',
  path,
  answer: async ({ services: { config } }) =>
    reply(204, {
      'tus-version': version,
      'tus-extension': 'creation,creation-with-upload,termination',
      'tus-max-size': String(config.maxUploadMib * 1024 * 1024),
    }),
}

/** Page that begins an upload. */
export const resumableBeginPage: Page = tusPage('POST', path, async (context, user) => {
  const { services, header } = context
  services.limits.countAgainst('all', String(user.id))
  const length = wholeNumber(header('upload-length'))
  if (length === undefined)
    return refused(411, 'Send the size of the file in bytes in the header Upload-Length.')
  const { maxUploadMib } = services.config
  if (length > maxUploadMib * 1024 * 1024) return refused(413, tooLargeMessage(maxUploadMib))
  const metadata = parseMetadata(header('upload-metadata') ?? '')
  if (!metadata) return refused(400, 'The header Upload-Metadata must hold names with values in Base64.')
  const hasBytes = header('content-type') === bytesType
  return whereTaken(async () => {
    await requireQuota(services, user, length)
    const upload = await beginUpload(services, user, {
      length,
      filename: metadata.get('filename') ?? '',
      contentType: metadata.get('filetype') ?? '',
    })
    if (!upload) return refused(429, 'You have too many unfinished uploads. Finish or delete one first.')
    const location = { location: `${path}/${upload.pathId}` }
    if (!hasBytes && length > 0) return reply(201, { ...location, 'upload-offset': '0' })
    return append(context, user, upload, { status: 201, headers: location })
  })
})

/** Page that tells how many bytes of an upload have arrived. */
export const resumableOffsetPage: Page = tusPage(
  'HEAD',
  `${path}/*`,
  async ({ services, path: parts }, user) => {
    const pathId = parts['*'] ?? ''
    return takeOver(pathId, async () => {
      const upload = await findUpload(services, user, pathId)
      const offset = upload && (await offsetOf(services, upload))
      if (!upload || offset === undefined) return missing()
      return reply(200, { 'upload-offset': String(offset), 'upload-length': String(upload.length) })
    })
  },
)

/** Page that takes the next piece of an upload. The last piece makes it a file, and the answer has its address. */
export const resumableAppendPage: Page = tusPage('PATCH', `${path}/*`, async (context, user) => {
  const { services, header } = context
  if (header('content-type') !== bytesType) return refused(415, `Send the piece as ${bytesType}.`)
  const from = wholeNumber(header('upload-offset'))
  if (from === undefined) return refused(400, 'Send the header Upload-Offset.')
  const upload = await findUpload(services, user, context.path['*'] ?? '')
  return upload
    ? whereTaken(() => append(context, user, upload, { from, status: 204, headers: {} }))
    : missing()
})

/** Page that gives up an unfinished upload. */
export const resumableEndPage: Page = tusPage(
  'DELETE',
  `${path}/*`,
  async ({ services, path: parts }, user) => {
    const pathId = parts['*'] ?? ''
    return takeOver(pathId, async () => {
      const upload = await findUpload(services, user, pathId)
      if (!upload) return missing()
      await dropUpload(services, upload)
      return reply(204)
    })
  },
)

/** Appends the body of a request. `status` and `headers` are for the answer while bytes are missing. */
function append(
  { services, body }: PageContext,
  user: UserRecord,
  { pathId }: ResumableUpload,
  { from = 0, status, headers }: { from?: number; status: number; headers: Headers },
): Promise<PageReply> {
  return takeOver(pathId, async (signal) => {
    // Another request may have continued or ended the upload while this one waited.
    const upload = await findUpload(services, user, pathId)
    const before = upload && (await offsetOf(services, upload))
    if (!upload || before === undefined) return missing()
    if (from !== before)
      return refused(409, `Continue the upload at byte ${before}.`, { 'upload-offset': String(before) })
    const offset = body && before < upload.length ? await appendTo(services, upload, body, signal) : before
    if (offset === undefined) return refused(413, 'The piece is longer than the rest of the file.')
    const offsetHeader = { ...headers, 'upload-offset': String(offset) }
    if (offset < upload.length) return reply(status, offsetHeader)
    const filename = await finishUpload(services, user, upload)
    return json(status === 201 ? 201 : 200, { url: `/user_uploads/${pathId}`, filename }, offsetHeader)
  })
}

async function whereTaken(work: () => Promise<PageReply>): Promise<PageReply> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'REALM_UPLOAD_OVER_QUOTA') return refused(413, error.message)
    if (error.code === 'RATE_LIMIT_HIT')
      return refused(429, error.message, { 'retry-after': String(error.fields['retry-after']) })
    throw error
  }
}

/** Reads the names and values of the header; undefined when it is malformed. */
function parseMetadata(header: string): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>()
  for (const pair of header.split(',')) {
    const match = /^ *([^ ,]+)(?: +([a-z0-9+/]*={0,2}))? *$/i.exec(pair)
    if (match?.[1] !== undefined) values.set(match[1], Buffer.from(match[2] ?? '', 'base64').toString())
    else if (pair.trim() !== '') return undefined
  }
  return values
}

const wholeNumber = (text: string | undefined) =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
