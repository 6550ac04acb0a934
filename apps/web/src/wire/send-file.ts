import { ApiError } from '@tagma/client/api-error.ts'
import type { Client } from '@tagma/client/client.ts'
import { type Clock, pause } from '@tagma/client/clock.ts'
import * as wire from '@tagma/contract/wire.ts'
import { keepPicture } from '#outbox/keep-picture.ts'

/** Files from this size on go in pieces, so that a lost connection costs one piece. In bytes. */
export const piecesFrom = 5 * 1024 * 1024
const pieceBytes = 1024 * 1024

/** A file on the server: its address, and its name as text for a link. */
export interface SentFile {
  readonly url: string
  readonly filename: string
}

export interface SendFileOptions {
  readonly signal: AbortSignal
  /** Told how many bytes the server has. */
  readonly onProgress: (bytes: number) => void
  /** The place on the server where an earlier page began to send a large file. */
  readonly place?: string | undefined
  /** Told of the place, once sending has begun there. */
  readonly onPlace?: (place: string) => void
  /** Has an event `hurry` when the connection is back: the next attempt is made at once. */
  readonly hurries?: EventTarget
}

export interface SendFileParts {
  readonly client: Client
  readonly clock: Clock
  readonly fetch: typeof fetch
}

/** Sends a file. Goes on where a connection broke. Rejects with an ApiError if the server refuses it. */
export async function sendFile(
  parts: SendFileParts,
  file: File,
  options: SendFileOptions,
): Promise<SentFile> {
  const sent = await (file.size >= piecesFrom ? sendInPieces : sendWhole)(parts, file, options)
  if (file.type.startsWith('image/')) await keepPicture(sent.url, file)
  return sent
}

async function sendWhole(parts: SendFileParts, file: File, options: SendFileOptions): Promise<SentFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const outgoing = { filename: file.name, contentType: file.type || 'application/octet-stream', bytes }
  return untilAnswered(parts.clock, options, () =>
    parts.client.call(wire.uploadFile, { file: [outgoing] }, { signal: options.signal }),
  )
}

/** Speaks tus 1.0.0: begins an upload, then sends pieces from where the server stands. */
async function sendInPieces(
  { clock, fetch }: SendFileParts,
  file: File,
  options: SendFileOptions,
): Promise<SentFile> {
  const { signal, onProgress, place: begunAt, onPlace } = options
  const request = (path: string, init: RequestInit & { readonly headers?: Record<string, string> }) =>
    fetch(path, { ...init, signal, headers: { 'tus-resumable': '1.0.0', ...init.headers } })
  let location = begunAt
  let offset: number | undefined
  return untilAnswered(clock, options, async () => {
    // Each attempt goes on from what the one before has found out.
    if (location === undefined) {
      const metadata = `filename ${base64(file.name)},filetype ${base64(file.type)}`
      const begun = await request('/json/tus', {
        method: 'POST',
        headers: { 'upload-length': String(file.size), 'upload-metadata': metadata },
      })
      await requireSuccess(begun)
      // It names the place for programs. A page has its own way to the same place.
      location = begun.headers.get('location')?.replace(/^\/api\/v1\//, '/json/')
      offset = 0
      if (location !== undefined) onPlace?.(location)
    }
    if (location !== undefined && offset === undefined) {
      const found = await request(location, { method: 'HEAD' })
      // Begun too long ago: from the beginning.
      if (found.status === 404) location = undefined
      await requireSuccess(found)
      offset = Number(found.headers.get('upload-offset'))
    }
    const place = location
    if (place === undefined) throw new TypeError('The server named no place for the upload.')
    for (offset ??= 0; ;) {
      onProgress(offset)
      const from: number = offset
      // Unknown until the answer is there.
      offset = undefined
      const answer: Response = await request(place, {
        method: 'PATCH',
        headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
        body: file.slice(from, from + pieceBytes),
      })
      if (answer.status !== 409) await requireSuccess(answer)
      const next = answer.headers.get('upload-offset')
      if (answer.status === 200) return (await answer.json()) as SentFile
      if (next === null) throw new TypeError('The server did not say how far the upload is.')
      offset = Number(next)
    }
  })
}

/** Makes an attempt, and again after 1, 2, 4 … 30 seconds, or when told to hurry, while there is no answer. */
async function untilAnswered<T>(
  clock: Clock,
  { signal, hurries }: Pick<SendFileOptions, 'signal' | 'hurries'>,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const isRefusal =
        error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 404
      if (isRefusal || signal.aborted) throw error
      const waiting = new AbortController()
      const end = () => waiting.abort()
      for (const [target, name] of [
        [signal, 'abort'],
        [hurries, 'hurry'],
      ] as const)
        target?.addEventListener(name, end, { once: true, signal: waiting.signal })
      await pause(clock, Math.min(1000 * 2 ** tries, 30_000), waiting.signal)
      end()
      if (signal.aborted) throw error
    }
  }
}

async function requireSuccess(answer: Response): Promise<void> {
  if (answer.ok) return
  const body = (await answer.json().catch(() => ({}))) as { readonly message?: string; readonly msg?: string }
  throw new ApiError(answer.status, { msg: body.message ?? body.msg ?? '' })
}

function base64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
}
