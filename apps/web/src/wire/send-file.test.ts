import { ApiError } from '@tagma/client/api-error.ts'
import type { Client } from '@tagma/client/client.ts'
import { expect, test } from 'vitest'
import { piecesFrom, sendFile } from './send-file.ts'

const mib = 1024 * 1024
const file = new File([new Uint8Array(piecesFrom + 10)], 'grey – paper.bin', { type: 'image/png' })
const noClient = {} as Client
/** Waits take no time. */
const clock = { now: () => 0, after: (_wait: number, call: () => void) => (queueMicrotask(call), () => {}) }

/** A server that keeps the bytes of one upload. `fail` may break a request before or after it was taken. */
function tusServer(
  fail: (request: string, times: number) => 'before' | 'after' | undefined = () => undefined,
) {
  const requests: string[] = []
  let taken = 0
  const answer = async (url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> => {
    const sent = headers as Record<string, string>
    if (method === 'POST') return new Response('', { status: 201, headers: { location: '/api/v1/tus/1/a' } })
    if (method === 'HEAD')
      return new Response(null, { status: 200, headers: { 'upload-offset': String(taken) } })
    if (Number(sent['upload-offset']) !== taken)
      return new Response('{}', { status: 409, headers: { 'upload-offset': String(taken) } })
    taken += (body as Blob).size
    const headersBack = { 'upload-offset': String(taken) }
    if (taken < file.size) return new Response(null, { status: 204, headers: headersBack })
    return Response.json(
      { url: `/user_uploads${url.slice('/json/tus'.length)}`, filename: 'grey.bin' },
      { headers: headersBack },
    )
  }
  const fetch = async (url: string, init: RequestInit) => {
    const name = `${init.method} ${(init.headers as Record<string, string>)['upload-offset'] ?? ''}`.trim()
    requests.push(name)
    const failure = fail(name, requests.filter((other) => other === name).length)
    if (failure === 'before') throw new TypeError('Failed to fetch')
    const response = await answer(url, init)
    if (failure === 'after') throw new TypeError('Failed to fetch')
    return response
  }
  return { requests, parts: { client: noClient, clock, fetch: fetch as unknown as typeof globalThis.fetch } }
}

const options = () => {
  const progress: number[] = []
  return {
    progress,
    signal: new AbortController().signal,
    onProgress: (bytes: number) => progress.push(bytes),
  }
}

test('a large file goes in pieces, and says how far it is', async () => {
  const { requests, parts } = tusServer()
  const { progress, ...rest } = options()
  expect(await sendFile(parts, file, rest)).toEqual({ url: '/user_uploads/1/a', filename: 'grey.bin' })
  expect(requests).toEqual(['POST', ...[0, 1, 2, 3, 4, 5].map((piece) => `PATCH ${piece * mib}`)])
  expect(progress).toEqual([0, 1, 2, 3, 4, 5].map((piece) => piece * mib))
})

test('after a break it goes on from where the server stands', async () => {
  const { requests, parts } = tusServer((name, times) =>
    times === 1
      ? ({ [`PATCH ${2 * mib}`]: 'before', [`PATCH ${3 * mib}`]: 'after' } as const)[name]
      : undefined,
  )
  await sendFile(parts, file, options())
  expect(requests).toEqual([
    'POST',
    'PATCH 0',
    `PATCH ${mib}`,
    `PATCH ${2 * mib}`,
    'HEAD',
    `PATCH ${2 * mib}`,
    `PATCH ${3 * mib}`,
    'HEAD',
    `PATCH ${4 * mib}`,
    `PATCH ${5 * mib}`,
  ])
})

test('a later page goes on at the place where an earlier one began', async () => {
  const { requests, parts } = tusServer()
  const places: string[] = []
  const broken = new AbortController()
  const first = sendFile(parts, file, {
    signal: broken.signal,
    onPlace: (place) => places.push(place),
    onProgress: (bytes) => bytes === 2 * mib && broken.abort(),
  })
  // The page is closed after two pieces: the third call is the last one it makes.
  await first.catch(() => undefined)
  requests.length = 0
  const [place] = places
  expect(place).toBe('/json/tus/1/a')
  await sendFile(parts, file, { ...options(), place })
  expect(requests[0]).toBe('HEAD')
  expect(requests).not.toContain('POST')
})

test('a refusal is told, and not tried again', async () => {
  let calls = 0
  const refusing = (async () => {
    calls++
    return Response.json({ message: 'There is no room left.' }, { status: 413 })
  }) as unknown as typeof fetch
  const sending = sendFile({ client: noClient, clock, fetch: refusing }, file, options())
  await expect(sending).rejects.toThrow(ApiError)
  await expect(sending).rejects.toThrow('There is no room left.')
  expect(calls).toBe(1)
})

test('a small file goes in one call, with its name and type', async () => {
  const calls: unknown[] = []
  const client = {
    call: async (_entry: unknown, args: unknown) => {
      calls.push(args)
      return { url: '/user_uploads/1/b', filename: 'a.txt' }
    },
  } as unknown as Client
  const small = new File(['warm'], 'a.txt', { type: 'text/plain' })
  expect((await sendFile({ client, clock, fetch }, small, options())).url).toBe('/user_uploads/1/b')
  expect(calls).toEqual([
    { file: [{ filename: 'a.txt', contentType: 'text/plain', bytes: new TextEncoder().encode('warm') }] },
  ])
})

test('a cancelled upload ends', async () => {
  const control = new AbortController()
  const broken = (async () => {
    control.abort()
    throw new TypeError('Failed to fetch')
  }) as unknown as typeof fetch
  const sending = sendFile({ client: noClient, clock, fetch: broken }, file, {
    ...options(),
    signal: control.signal,
  })
  await expect(sending).rejects.toThrow('Failed to fetch')
})

test('an upload that waits for the connection goes on when it is back', async () => {
  const { requests, parts } = tusServer((request, times) =>
    request === `PATCH ${mib}` && times === 1 ? 'before' : undefined,
  )
  const hurries = new EventTarget()
  let isWaiting = () => {}
  const waits = new Promise<void>((resolve) => (isWaiting = resolve))
  // A clock that never goes on.
  const still = { now: () => 0, after: () => (isWaiting(), () => {}) }
  const { progress: _, ...rest } = options()
  const sent = sendFile({ ...parts, clock: still }, file, { ...rest, hurries })
  await waits
  hurries.dispatchEvent(new Event('hurry'))
  expect(await sent).toEqual({ url: '/user_uploads/1/a', filename: 'grey.bin' })
  expect(requests.filter((request) => request === 'POST')).toHaveLength(1)
})
