import { createHash } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Losses } from '@tagma/importers/losses.ts'
import type { UploadRecord } from '@tagma/importers/record.ts'
import { keepFile } from '#areas/uploads/upload-file.ts'
import type { Uses } from '#call/services.ts'
import { must } from '#model/must.ts'
import type { Tx } from '#store/log/tx.ts'
import { addUsage, findAttachments } from '#store/messages/attachments.ts'
import { insertImported } from '#store/organization/imports.ts'
import { shownName } from '#text/file-names.ts'
import type { MappedIds } from './mapped-ids.ts'
import type { UploadAddresses } from './upload-addresses.ts'

interface From {
  readonly organizationId: number
  readonly ids: MappedIds
  readonly addresses: UploadAddresses
  /** Account of files whose owner nobody knows. */
  readonly notifier: number
  /** Path of a file of the source on this machine. */
  pathOf(file: string): string
}

/** The row of an upload whose file is kept. */
export type UploadRow = Awaited<ReturnType<typeof prepareUpload>>

/** Copies the file of an upload, under a key that follows from the source, and makes its thumbnails. */
export async function prepareUpload(
  services: Uses<'blobs' | 'pictures' | 'scratch'>,
  record: UploadRecord,
  from: From,
  losses: Losses,
) {
  const { organizationId, ids } = from
  const path_id = must(from.addresses.of(record.path, organizationId), 'an upload of the plan has no path')
  await using folder = await services.outside.scratch.folder()
  const path = join(folder.path, 'upload')
  const { size, md5 } = await copy(from.pathOf(record.file), path)
  losses.read('uploaded_files')
  if (record.md5 !== null && record.md5 !== md5)
    losses.mend('uploaded_files', 'hash_differs', 'content', record.path)
  const file = { path, contentType: record.contentType }
  const { contentType, picture } = await keepFile(services, organizationId, file, path_id)
  return {
    organization_id: organizationId,
    owner_id: (record.owner === null ? undefined : ids.users.get(record.owner)) ?? from.notifier,
    path_id,
    name: shownName(record.name),
    size,
    content_type: contentType,
    created_at: record.createdAt,
    image: picture,
  }
}

/** Copies a file; returns its bytes, and their MD5 in hexadecimal. A link in its place is not followed. */
async function copy(from: string, to: string): Promise<{ size: number; md5: string }> {
  const hash = createHash('md5')
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW
  // `flags` may be a number, which the types do not know.
  const source = createReadStream(from, { flags: flags as unknown as string })
  await pipeline(source, count, createWriteStream(to))
  return { size, md5: hash.digest('hex') }
}

export async function writeUploads(tx: Tx, rows: readonly UploadRow[]): Promise<void> {
  await insertImported(tx, 'attachments', rows)
  await addUsage(
    tx,
    rows.reduce((bytes, { size }) => bytes + size, 0),
  )
}

/** Lets everybody who reads messages open the uploads that they share. */
export async function linkUploads(
  tx: Tx,
  addresses: UploadAddresses,
  chunk: readonly { readonly id: number; readonly uploads: readonly string[] }[],
): Promise<void> {
  const sharing = chunk.flatMap(({ id, uploads }) =>
    uploads.flatMap((path) => {
      const path_id = addresses.of(path, tx.organizationId)
      return path_id === undefined ? [] : [{ message_id: id, path_id }]
    }),
  )
  const paths = [...new Set(sharing.map(({ path_id }) => path_id))]
  const ids = new Map(
    (await findAttachments(tx.db, tx.organizationId, paths)).map((row) => [row.path_id, row.id]),
  )
  await insertImported(
    tx,
    'message_attachments',
    sharing.flatMap(({ message_id, path_id }) => {
      const attachment_id = ids.get(path_id)
      return attachment_id === undefined ? [] : [{ message_id, attachment_id }]
    }),
  )
}
