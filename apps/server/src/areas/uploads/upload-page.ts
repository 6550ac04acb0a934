import { createHash } from 'node:crypto'
import type { Services, Uses } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { letsSpectatorsIn, spectatorOf } from '#directory/spectator.ts'
import { htmlReply } from '#http/html.ts'
import type { MakePage, PageReply, PageRequest } from '#http/page.ts'
import type { UserRecord } from '#model/records.ts'
import { type AttachmentRow, findAttachments } from '#store/messages/attachments.ts'
import { parseRange } from './byte-range.ts'
import { fileHeaders } from './content-type.ts'
import { mayOpenUpload } from './may-open-upload.ts'
import { readTemporaryToken } from './temporary-url.ts'
import { type StoredPicture, thumbnailKey, thumbnailNames } from './thumbnails.ts'

const missing = (): PageReply =>
  htmlReply(404, 'There is no such file', '<p>It may have been deleted, or the address is not complete.</p>')

const denied = (): PageReply =>
  htmlReply(
    403,
    'You cannot open this file',
    '<p>Files open for those who can read a message that links them. Programs have to send the credentials that they use for the API.</p>',
  )

/** Uploads, for programs with credentials; for everybody where a web-public channel shows them. */
export const uploadPage: MakePage = (services, organizationFor, recognize) => ({
  method: 'GET',
  path: '/user_uploads/:organization/*',
  async answer(request) {
    const pathId = `${request.path.organization}/${request.path['*']}`
    const access = await open(services, organizationFor, recognize, request, pathId)
    return 'status' in access ? access : serveFile(services, access, request)
  },
})

/** The same, to be saved rather than shown. */
export const uploadDownloadPage: MakePage = (services, organizationFor, recognize) => ({
  method: 'GET',
  path: '/user_uploads/download/*',
  async answer(request) {
    const access = await open(services, organizationFor, recognize, request, request.path['*'] ?? '')
    return 'status' in access ? access : serveFile(services, access, request, { download: true })
  },
})

export const thumbnailPage: MakePage = (services, organizationFor, recognize) => ({
  method: 'GET',
  path: '/user_uploads/thumbnail/*',
  async answer(request) {
    const [, pathId = '', name = ''] = /^(.+)\/([^/]+)$/.exec(request.path['*'] ?? '') ?? []
    const access = await open(services, organizationFor, recognize, request, pathId)
    if ('status' in access) return access
    const picture = access.image === null ? undefined : (JSON.parse(access.image) as StoredPicture)
    if (!picture || !thumbnailNames(picture).includes(name)) return missing()
    return serve(services, thumbnailKey(pathId, name), fileHeaders('image/webp', name), request)
  },
})

/** Uploads at the addresses that GET /user_uploads gives out. */
export const temporaryUploadPage: MakePage = (services, organizationFor) => ({
  method: 'GET',
  path: '/user_uploads/temporary/:token/:filename',
  async answer(request) {
    const directory = await organizationFor(request.host)
    const now = Math.floor(services.time.clock.now() / 1000)
    const opened = readTemporaryToken(directory, request.path.token ?? '', now)
    const [row] = opened
      ? await findAttachments(services.data.db, directory.organization.id, [opened.pathId])
      : []
    return row ? serveFile(services, row, request) : missing()
  },
})

async function open(
  services: Services,
  organizationFor: (host: string) => Promise<OrganizationDirectory>,
  recognize: (header: string | undefined, directory: OrganizationDirectory) => UserRecord | undefined,
  { host, headers }: PageRequest,
  pathId: string,
): Promise<AttachmentRow | PageReply> {
  const directory = await organizationFor(host)
  const user = recognize(one(headers.authorization), directory)
  const [row] = await findAttachments(services.data.db, directory.organization.id, [pathId])
  // Without an account, nobody learns which files there are.
  if (!row) return user ? missing() : denied()
  const reader = user ?? (letsSpectatorsIn(directory, services.config) ? spectatorOf(directory) : undefined)
  return reader && (await mayOpenUpload(services.data.db, directory, reader, row)) ? row : denied()
}

const serveFile = (
  services: Services,
  row: AttachmentRow,
  request: PageRequest,
  options: { download?: boolean } = {},
): Promise<PageReply> =>
  serve(services, row.path_id, fileHeaders(row.content_type, row.name, options), request)

async function serve(
  { outside: { blobs } }: Uses<'blobs'>,
  key: string,
  headers: Readonly<Record<string, string>>,
  request: PageRequest,
): Promise<PageReply> {
  const size = await blobs.size(key)
  if (size === undefined) return missing()
  // What lies under a key never changes.
  const etag = `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`
  const common = { ...headers, 'accept-ranges': 'bytes', etag }
  if (isAmong(etag, one(request.headers['if-none-match']))) return { status: 304, headers: common, body: '' }
  const sameFile = [undefined, etag].includes(one(request.headers['if-range']))
  const range = sameFile ? parseRange(one(request.headers.range), size) : undefined
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { 'content-range': `bytes */${size}` }, body: '' }
  }
  if (!range) {
    return { status: 200, headers: { ...common, 'content-length': String(size) }, body: blobs.open(key) }
  }
  return {
    status: 206,
    headers: {
      ...common,
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
      'content-length': String(range.end - range.start + 1),
    },
    body: blobs.open(key, range),
  }
}

/** Whether a header If-None-Match names a tag; a weak one is as good here. */
const isAmong = (etag: string, header: string | undefined) =>
  header !== undefined && header.split(',').some((part) => ['*', etag, `W/${etag}`].includes(part.trim()))

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)
