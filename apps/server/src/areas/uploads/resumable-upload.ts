import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Services } from '#call/services.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { newPathId } from './path-id.ts'
import { bytesName, countUnfinished, factsEnding, isFacts, resumableFolder } from './unfinished-uploads.ts'
import { storeUpload } from './upload-file.ts'
import { whereMissing } from './where-missing.ts'

/** An upload that arrives in pieces. */
export interface ResumableUpload {
  /** What its address will be: the part after `/user_uploads/`. */
  readonly pathId: string
  readonly userId: number
  /** Bytes of the whole file. */
  readonly length: number
  readonly filename: string
  readonly contentType: string
  /** Set when it was kept: the name to show. */
  readonly name?: string
}

/** How long a piece is waited for, in milliseconds. */
export const resumableMilliseconds = 24 * 3600 * 1000

/** Uploads that a user may have begun without ending them. */
const mostUnfinished = 20

/** Begins an upload; undefined when the user has begun too many. */
export async function beginUpload(
  services: Services,
  user: UserRecord,
  file: Pick<ResumableUpload, 'length' | 'filename' | 'contentType'>,
): Promise<ResumableUpload | undefined> {
  const folder = resumableFolder(services)
  await mkdir(folder, { recursive: true })
  if ((await countUnfinished(services, user.id)) >= mostUnfinished) return undefined
  const pathId = newPathId(services.time.random, user.organizationId, file.filename)
  const upload: ResumableUpload = { ...file, pathId, userId: user.id }
  await writeFile(bytesPath(services, upload), '', { flag: 'wx' })
  await writeFacts(services, upload)
  return upload
}

/** The upload of a user at an address; undefined when there is none. */
export async function findUpload(
  services: Services,
  user: UserRecord,
  pathId: string,
): Promise<ResumableUpload | undefined> {
  if (!/^\d+(?:\/[\w.-]+){3}$/.test(pathId)) return undefined
  const facts = await readFile(factsPath(services, { pathId, userId: user.id }), 'utf8').catch(whereMissing)
  return facts === undefined ? undefined : (JSON.parse(facts) as ResumableUpload)
}

/** How many bytes have arrived; undefined when they are gone because a crash interrupted the end. */
export async function offsetOf(services: Services, upload: ResumableUpload): Promise<number | undefined> {
  if (upload.name !== undefined) return upload.length
  return (await stat(bytesPath(services, upload)).catch(whereMissing))?.size
}

/** Who writes to an upload in this process, by path id. */
const writers = new Map<string, { readonly stop: AbortController; readonly done: Promise<unknown> }>()

/**
 * Does something with an upload that nobody else writes to meanwhile. A client that comes back has lost its connection:
 * whoever still waits for its bytes is stopped.
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
 * Appends what a body brings, as far as it comes; what has arrived is kept when it breaks off. Returns the new offset,
 * or undefined when the body is longer than the file.
 */
export async function appendTo(
  services: Services,
  upload: ResumableUpload,
  body: Readable,
  signal: AbortSignal,
): Promise<number | undefined> {
  const file = await open(bytesPath(services, upload), 'r+')
  const stop = () => body.destroy()
  signal.addEventListener('abort', stop)
  let offset = (await file.stat()).size
  let isWriting = false
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (offset + chunk.length > upload.length) return undefined
      isWriting = true
      // In its place rather than at the end: another process, which the client has turned to meanwhile, may have added
      // these bytes already.
      for (let done = 0; done < chunk.length;)
        done += (await file.write(chunk, done, chunk.length - done, offset + done)).bytesWritten
      isWriting = false
      offset += chunk.length
    }
  } catch (error) {
    // A connection that broke: its client asks how far it came, and goes on from there.
    if (isWriting) throw error
  } finally {
    signal.removeEventListener('abort', stop)
    // Nobody is told of bytes that a crash could take back.
    await file.sync()
    await file.close()
  }
  return offset
}

/**
 * Keeps an upload that has arrived whole; repeating it changes nothing. One that cannot be kept is given up. Returns the
 * name to show.
 */
export async function finishUpload(
  services: Services,
  user: UserRecord,
  upload: ResumableUpload,
): Promise<string> {
  if (upload.name !== undefined) return upload.name
  const path = bytesPath(services, upload)
  const { filename, contentType, length: size, pathId } = upload
  try {
    const name = await storeUpload(services, user, { filename, contentType, size, path }, pathId)
    await writeFacts(services, { ...upload, name })
    return name
  } catch (error) {
    // What only has to wait can be asked for again.
    if (!(error instanceof Refusal && error.code === 'RATE_LIMIT_HIT')) await dropUpload(services, upload)
    throw error
  }
}

/** Gives up an upload; one that was kept stays. */
export async function dropUpload(services: Services, upload: ResumableUpload): Promise<void> {
  await rm(factsPath(services, upload), { force: true })
  await rm(bytesPath(services, upload), { force: true })
}

/** Deletes what nobody has added to for a day. */
export async function dropAbandoned(services: Services): Promise<void> {
  const folder = resumableFolder(services)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const facts = await stat(path).catch(whereMissing)
    // What says what a file is stays as long as the file.
    const bytes = isFacts(name) ? await stat(path.slice(0, -factsEnding.length)).catch(whereMissing) : facts
    const last = Math.max(facts?.mtimeMs ?? 0, bytes?.mtimeMs ?? 0)
    if (last < services.time.clock.now() - resumableMilliseconds) await rm(path, { force: true })
  }
}

type Address = Pick<ResumableUpload, 'pathId' | 'userId'>

const bytesPath = (services: Services, { pathId, userId }: Address) =>
  join(resumableFolder(services), bytesName(userId, pathId))

const factsPath = (services: Services, upload: Address) => bytesPath(services, upload) + factsEnding

/** Put in place at once, so that nobody reads half of it. */
async function writeFacts(services: Services, upload: ResumableUpload): Promise<void> {
  const path = factsPath(services, upload)
  await writeFile(`${path}.part`, JSON.stringify(upload))
  await rename(`${path}.part`, path)
}
