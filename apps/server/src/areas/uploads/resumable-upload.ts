import type { Readable } from 'node:stream'
import type { Services } from '#call/services.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { BlobsAway } from '#ports/blob-store.ts'
import { newPathId } from './path-id.ts'
import { countUnfinished, pieceKey } from './unfinished-uploads.ts'
import { storeUpload } from './upload-file.ts'

// Uploads that arrive in pieces and survive broken connections and crashes. `resumable-upload-page.ts` speaks the
// protocol (tus); this file keeps the state, which is two files in one folder: the bytes so far, and the facts (JSON).
//
// An upload goes through `beginUpload`, `appendTo` for each piece, and `finishUpload`. `dropUpload` gives it up, and
// `dropAbandoned` deletes it a day after its last byte. The facts of a finished upload stay for that day: a client that
// missed the last answer asks again.
//
// Invariants:
// - The size of the bytes' file is the offset. It is synced before anybody is told of it, so it never shrinks.
// - File names begin with the user's id, so only the user who began an upload finds it. `findUpload` accepts only path
//   ids of the usual form, so no request leaves the folder.
// - One process has at most one writer for an upload (`takeOver`). Processes do not lock each other out; they write
//   each piece at its own position, so that late bytes change nothing.
// - Facts without `name` and without bytes mean that a crash interrupted `finishUpload`: the upload is lost.
//
// Cost: a piece costs a read of the facts, its own bytes and one sync. `beginUpload` and the quota list the folder of
// all unfinished uploads. `finishUpload` reads the beginning of the file for its type, makes the thumbnails of a
// picture, moves the file to the blobs, and runs one transaction.
//
// Call `appendTo`, `finishUpload` and `dropUpload` only inside `takeOver` of the same path id, and look the upload up
// again there: another request may have continued or ended it. Never nest `takeOver` for one path id: it would wait for
// itself. None of this belongs inside a transaction.

/** An upload that arrives in pieces. */
export interface ResumableUpload {
  /** Future address: the part after `/user_uploads/`. */
  readonly pathId: string
  readonly userId: number
  /** Bytes of the whole file. */
  readonly length: number
  readonly filename: string
  readonly contentType: string
  /** Name to show; set when the upload is finished. */
  readonly name?: string
}

/** In milliseconds: an upload ends if no piece comes for so long. */
export const resumableMilliseconds = 24 * 3600 * 1000

/** Most unfinished uploads of one user. */
const mostUnfinished = 20

/** Begins an upload; undefined when the user has too many unfinished ones. */
export async function beginUpload(
  services: Services,
  user: UserRecord,
  file: Pick<ResumableUpload, 'length' | 'filename' | 'contentType'>,
): Promise<ResumableUpload | undefined> {
  if ((await countUnfinished(services, user.id)) >= mostUnfinished) return undefined
  const pathId = newPathId(services.time.random, user.organizationId, file.filename)
  const upload: ResumableUpload = { ...file, pathId, userId: user.id }
  await services.outside.blobs.pieces.begin(keyOf(upload), JSON.stringify(upload))
  return upload
}

/** Finds a user's upload at an address; undefined if it is unknown. */
export async function findUpload(
  services: Services,
  user: UserRecord,
  pathId: string,
): Promise<ResumableUpload | undefined> {
  if (!/^\d+(?:\/[\w.-]+){3}$/.test(pathId)) return undefined
  const note = await services.outside.blobs.pieces.note(pieceKey(user.id, pathId))
  return note === undefined ? undefined : (JSON.parse(note) as ResumableUpload)
}

/** Returns the number of bytes that have arrived; undefined when a crash during `finishUpload` has lost them. */
export async function offsetOf(services: Services, upload: ResumableUpload): Promise<number | undefined> {
  if (upload.name !== undefined) return upload.length
  return services.outside.blobs.pieces.size(keyOf(upload))
}

/** Writers of uploads in this process, by path id. */
const writers = new Map<string, { readonly stop: AbortController; readonly done: Promise<unknown> }>()

/**
 * Runs `work` as the only writer of an upload. Stops the current writer first: a client that comes back has lost its
 * old connection.
 */
export async function takeOver<T>(pathId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  for (let writer = writers.get(pathId); writer; writer = writers.get(pathId)) {
    writer.stop.abort()
    await writer.done
  }
  const stop = new AbortController()
  const result = work(stop.signal)
  const done = result.catch(() => {}).finally(() => writers.delete(pathId))
  writers.set(pathId, { stop, done })
  return result
}

/**
 * Appends a body to an upload. Keeps the bytes that have arrived if the body breaks off. Returns the new offset, or
 * undefined when the body is longer than the rest of the file.
 */
export async function appendTo(
  services: Services,
  upload: ResumableUpload,
  body: Readable,
  signal: AbortSignal,
): Promise<number | undefined> {
  const stop = () => body.destroy()
  signal.addEventListener('abort', stop)
  try {
    return await services.outside.blobs.pieces.append(keyOf(upload), body, upload.length)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Turns a complete upload into a file. Calling it again changes nothing. An upload that is refused is given up. Returns
 * the name to show.
 */
export async function finishUpload(
  services: Services,
  user: UserRecord,
  upload: ResumableUpload,
): Promise<string> {
  if (upload.name !== undefined) return upload.name
  const { pieces } = services.outside.blobs
  const { filename, contentType, length: size, pathId } = upload
  try {
    await using local = await pieces.localFile(keyOf(upload))
    const keepAs = (key: string) => pieces.keep(keyOf(upload), key)
    const file = { filename, contentType, size, path: local.path, keepAs }
    const name = await storeUpload(services, user, file, pathId)
    await pieces.setNote(keyOf(upload), JSON.stringify({ ...upload, name }))
    return name
  } catch (error) {
    // The refusal RATE_LIMIT_HIT only asks to wait, and a store that is away comes back: the client can try again.
    const isPassing =
      error instanceof BlobsAway || (error instanceof Refusal && error.code === 'RATE_LIMIT_HIT')
    if (!isPassing) await dropUpload(services, upload)
    throw error
  }
}

/** Gives up an upload. A finished file stays. */
export async function dropUpload(services: Services, upload: ResumableUpload): Promise<void> {
  await services.outside.blobs.pieces.remove(keyOf(upload))
}

/** Deletes uploads that got no bytes for a day. */
export async function dropAbandoned(services: Services): Promise<void> {
  const { outside, time } = services
  await outside.blobs.pieces.removeAbandoned(time.clock.now() - resumableMilliseconds)
}

const keyOf = ({ userId, pathId }: Pick<ResumableUpload, 'userId' | 'pathId'>) => pieceKey(userId, pathId)
