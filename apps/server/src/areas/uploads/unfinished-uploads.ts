import type { Uses } from '#call/services.ts'

/**
 * Key of an upload in pieces: the id of its user, and its path id, which begins with the organization. So a key tells
 * whose it is.
 */
export const pieceKey = (userId: number, pathId: string) => `${userId}/${pathId}`

/** Counts the uploads that a user has begun and not ended. */
export async function countUnfinished(
  { outside: { blobs } }: Uses<'blobs'>,
  userId: number,
): Promise<number> {
  const all = await blobs.pieces.list()
  return all.filter(({ key, isUnfinished }) => isUnfinished && key.startsWith(pieceKey(userId, ''))).length
}

/**
 * Returns the bytes that the unfinished uploads of an organization will take up, as their senders have said. The upload
 * `exceptPathId`, which is being finished, does not count.
 */
export async function unfinishedBytes(
  { outside: { blobs } }: Uses<'blobs'>,
  organizationId: number,
  exceptPathId = '',
): Promise<number> {
  const counted = (await blobs.pieces.list()).filter(
    ({ key, isUnfinished }) =>
      isUnfinished && key.split('/')[1] === String(organizationId) && !key.endsWith(`/${exceptPathId}`),
  )
  const lengths = await Promise.all(
    counted.map(async ({ key }) => {
      const note = await blobs.pieces.note(key)
      return note === undefined ? 0 : (JSON.parse(note) as { length: number }).length
    }),
  )
  return lengths.reduce((sum, length) => sum + length, 0)
}

/** Removes all that is left of a user's uploads in pieces. Files that were kept stay. */
export async function dropUploadsOf({ outside: { blobs } }: Uses<'blobs'>, userId: number): Promise<void> {
  for (const { key } of await blobs.pieces.list())
    if (key.startsWith(pieceKey(userId, ''))) await blobs.pieces.remove(key)
}
