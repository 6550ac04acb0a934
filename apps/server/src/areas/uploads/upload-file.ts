import type { UploadedFile } from '@tagma/contract/define.ts'
import type { Services, Uses } from '#call/services.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { insertAttachment, uploadUsage } from '#store/messages/attachments.ts'
import { shownName } from '#text/file-names.ts'
import { contentTypeOf } from './content-type.ts'
import { newPathId } from './path-id.ts'
import { picturesOf } from './pictures-of.ts'
import { presentAttachment } from './present.ts'
import { makeThumbnails, thumbnailKey } from './thumbnails.ts'
import { unfinishedBytes } from './unfinished-uploads.ts'

/** Keeps an uploaded file, and makes its thumbnails if it is a picture. At first only its uploader can open it. */
export async function uploadFile(
  services: Services,
  user: UserRecord,
  files: readonly UploadedFile[],
): Promise<{ pathId: string; name: string }> {
  const [file] = files
  if (!file) throw badRequest('You must specify a file to upload')
  if (files.length > 1) throw badRequest('You may only upload one file at a time')
  await requireQuota(services, user, file.size)
  const pathId = newPathId(services.time.random, user.organizationId, file.filename)
  const keepAs = (key: string) => services.outside.blobs.putFile(key, file.path)
  return { pathId, name: await storeUpload(services, user, { ...file, keepAs }, pathId) }
}

/** A file of this machine that is to become an upload. */
interface LocalUpload extends Pick<UploadedFile, 'filename' | 'contentType' | 'size' | 'path'> {
  /** Makes it the blob of a key, and it is gone from its place. */
  readonly keepAs: (key: string) => Promise<void>
}

/** Turns a local file into an upload by moving it; returns the name to show. */
export async function storeUpload(
  services: Services,
  user: UserRecord,
  file: LocalUpload,
  pathId: string,
): Promise<string> {
  const {
    config,
    outside: { blobs },
  } = services
  const { contentType, picture, thumbnails } = await lookInto(services, user.organizationId, file)
  const name = shownName(file.filename)
  const unfinished =
    config.uploadQuotaMib === undefined ? 0 : await unfinishedBytes(services, user.organizationId, pathId)
  const keys = [pathId, ...thumbnails.keys().map((thumbnail) => thumbnailKey(pathId, thumbnail))]
  try {
    for (const [thumbnail, bytes] of thumbnails) await blobs.put(thumbnailKey(pathId, thumbnail), bytes)
    await file.keepAs(pathId)
    await services.data.transact(user.organizationId, async (tx) => {
      await requireRoom({ config, data: { db: tx.db } }, user, file.size + unfinished)
      const row = await insertAttachment(tx, {
        owner_id: user.id,
        path_id: pathId,
        name,
        size: file.size,
        content_type: contentType,
        image: picture,
      })
      tx.emit(
        {
          type: 'attachment',
          op: 'add',
          attachment: presentAttachment(row, []),
          upload_space_used: await uploadUsage(tx.db, tx.organizationId),
        },
        { users: [user.id] },
      )
    })
  } catch (error) {
    await blobs.remove(keys)
    throw error
  }
  return name
}

/**
 * Keeps a local file as the blob of a path, with its thumbnails. Returns its type, and the facts about a picture as they
 * are stored. Keeping it again changes nothing.
 */
export async function keepFile(
  services: Uses<'blobs' | 'pictures'>,
  organizationId: number,
  file: Pick<LocalUpload, 'path' | 'contentType'>,
  pathId: string,
): Promise<{ contentType: string; picture: string | null }> {
  const { blobs } = services.outside
  const { contentType, picture, thumbnails } = await lookInto(services, organizationId, file)
  for (const [thumbnail, bytes] of thumbnails) await blobs.put(thumbnailKey(pathId, thumbnail), bytes)
  await blobs.putFile(pathId, file.path)
  return { contentType, picture }
}

/** Finds out the type of a file, and makes the thumbnails of a picture. */
async function lookInto(
  services: Uses<'pictures'>,
  organizationId: number,
  file: Pick<LocalUpload, 'path' | 'contentType'>,
) {
  const { fileTypeFromFile } = await import('file-type')
  const detected = await fileTypeFromFile(file.path).catch(whereBroken)
  const contentType = contentTypeOf(detected?.mime, file.contentType)
  const made = contentType.startsWith('image/')
    ? await makeThumbnails(picturesOf(services, organizationId), file.path)
    : undefined
  return {
    contentType,
    picture: made ? JSON.stringify(made.picture) : null,
    thumbnails: made?.thumbnails ?? new Map<string, Uint8Array>(),
  }
}

/**
 * Accepts errors of a file that is cut off or has a false beginning: it is still a file. Errors of the disk are thrown.
 */
function whereBroken(error: unknown): undefined {
  if (error instanceof Error && 'syscall' in error) throw error
}

/**
 * Refuses a file of this size (bytes) if the organization's uploads, finished and unfinished, would exceed its quota.
 */
export async function requireQuota(
  services: Uses<'config' | 'db' | 'blobs'>,
  user: UserRecord,
  size: number,
): Promise<void> {
  if (services.config.uploadQuotaMib === undefined) return
  await requireRoom(services, user, size + (await unfinishedBytes(services, user.organizationId)))
}

async function requireRoom(
  { config, data: { db } }: Uses<'config' | 'db'>,
  user: UserRecord,
  size: number,
): Promise<void> {
  const { uploadQuotaMib } = config
  if (uploadQuotaMib === undefined) return
  const used = await uploadUsage(db, user.organizationId)
  if (used + size > uploadQuotaMib * 1024 * 1024)
    throw new Refusal('REALM_UPLOAD_OVER_QUOTA', 'Upload would exceed your organization’s upload quota.')
}
