import { createHash } from 'node:crypto'
import { letsSpectatorsIn, spectatorOf } from '#directory/spectator.ts'
import { textReply } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { type AttachmentRow, findAttachments } from '#store/messages/attachments.ts'
import { parseRange } from './byte-range.ts'
import { fileHeaders } from './content-type.ts'
import { mayOpenUpload } from './may-open-upload.ts'
import { readTemporaryToken } from './temporary-url.ts'
import { type StoredPicture, thumbnailKey, thumbnailNames } from './thumbnails.ts'

const missing = (): PageReply => textReply(404, 'page.file.none', 'page.file.deleted')

const denied = (): PageReply => textReply(403, 'page.file.denied', 'page.file.credentials')

/** Page with uploads, for programs with credentials, and for everybody if a web-public channel shows them. */
export const uploadPage: Page = {
  method: 'GET',
  path: '/user_uploads/:organization/*',
  async answer(context) {
    const pathId = `${context.path.organization}/${context.path['*']}`
    const access = await open(context, pathId)
    return 'status' in access ? access : serveFile(context, access)
  },
}

/** The same page, for saving instead of showing. */
export const uploadDownloadPage: Page = {
  method: 'GET',
  path: '/user_uploads/download/*',
  async answer(context) {
    const access = await open(context, context.path['*'] ?? '')
    return 'status' in access ? access : serveFile(context, access, { download: true })
  },
}

export const thumbnailPage: Page = {
  method: 'GET',
  path: '/user_uploads/thumbnail/*',
  async answer(context) {
    const [, pathId = '', name = ''] = /^(.+)\/([^/]+)$/.exec(context.path['*'] ?? '') ?? []
    const access = await open(context, pathId)
    if ('status' in access) return access
    const picture = access.image === null ? undefined : (JSON.parse(access.image) as StoredPicture)
    if (!picture || !thumbnailNames(picture).includes(name)) return missing()
    return serve(context, thumbnailKey(pathId, name), fileHeaders('image/webp', name))
  },
}

/** Page with uploads at the addresses that GET /user_uploads gives out. */
export const temporaryUploadPage: Page = {
  method: 'GET',
  path: '/user_uploads/temporary/:token/:filename',
  async answer(context) {
    const { services, path, now } = context
    const directory = await context.directory()
    const opened = readTemporaryToken(directory, path.token ?? '', now)
    const [row] = opened
      ? await findAttachments(services.data.db, directory.organization.id, [opened.pathId])
      : []
    return row ? serveFile(context, row) : missing()
  },
}

async function open(context: PageContext, pathId: string): Promise<AttachmentRow | PageReply> {
  const directory = await context.directory()
  const user = await context.caller('files:read')
  const { services } = context
  const [row] = await findAttachments(services.data.db, directory.organization.id, [pathId])
  // Without an account, nobody learns which files exist.
  if (!row) return user ? missing() : denied()
  const reader = user ?? (letsSpectatorsIn(directory, services.config) ? spectatorOf(directory) : undefined)
  return reader && (await mayOpenUpload(services.data.db, directory, reader, row)) ? row : denied()
}

const serveFile = (
  context: PageContext,
  row: AttachmentRow,
  options: { download?: boolean } = {},
): Promise<PageReply> => serve(context, row.path_id, fileHeaders(row.content_type, row.name, options))

async function serve(
  { services, header }: PageContext,
  key: string,
  headers: Readonly<Record<string, string>>,
): Promise<PageReply> {
  const { blobs } = services.outside
  const size = await blobs.size(key)
  if (size === undefined) return missing()
  // The content of a key never changes.
  const etag = `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`
  const common = { ...headers, 'accept-ranges': 'bytes', etag }
  if (isAmong(etag, header('if-none-match'))) return { status: 304, headers: common, body: '' }
  const sameFile = [undefined, etag].includes(header('if-range'))
  const range = sameFile ? parseRange(header('range'), size) : undefined
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

/** Tells whether a header If-None-Match names a tag; weak tags count too. */
const isAmong = (etag: string, header: string | undefined) =>
  header !== undefined && header.split(',').some((part) => ['*', etag, `W/${etag}`].includes(part.trim()))
