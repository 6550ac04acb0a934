import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import type { ExternalFile, ExternalMedia, MediaReader } from '#ports/external-media.ts'
import { isPublicAddress, lookupAmong } from './public-addresses.ts'

const mostBytes = 50 * 1024 * 1024
const mostRedirects = 3
const silenceMilliseconds = 10_000
/**
 * Loads at once: of this process, for one organization, and for one address. The author of a link decides what others
 * load.
 */
const mostAtOnce = { all: 50, organization: 25, address: 20 }

/** Time that another server may take, even if it drips steadily. */
export interface Pace {
  /** Seconds until its answer begins; after that, its speed counts. */
  readonly graceSeconds: number
  readonly leastBytesPerSecond: number
  readonly mostSeconds: number
}

const usualPace: Pace = { graceSeconds: 20, leastBytesPerSecond: 4096, mostSeconds: 600 }

/** Picture formats that can run no script. */
const shown =
  /^(?:image\/(?:apng|avif|bmp|gif|heic|jpeg|jpg|png|tiff|webp|x-icon|vnd\.microsoft\.icon)|video\/[\w.+-]+|audio\/[\w.+-]+)$/

/**
 * Loads by HTTP, from public addresses only. Each connection goes to an address that was checked, so that no name can
 * lead into this server's network. The key of the signatures lies in a file, made on first need.
 */
export async function httpExternalMedia(
  keyFile: string,
  isAllowed: (address: string) => boolean = isPublicAddress,
  pace = usualPace,
): Promise<ExternalMedia> {
  const key = await loadKey(keyFile)
  const sign = (address: string) => createHmac('sha256', key).update(address).digest('hex').slice(0, 40)
  const loading = new Map<string, number>()

  return {
    pathFor: (address) => `/external_content/${sign(address)}/${Buffer.from(address).toString('hex')}`,
    async open(signature, encoded, range, reader) {
      if (!/^(?:[0-9a-f]{2}){1,4000}$/.test(encoded)) return undefined
      const address = Buffer.from(encoded, 'hex').toString()
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(address))]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const leave = enter(loading, reader)
      if (!leave) return undefined
      let isOpen = false
      try {
        const file = await load(address, range, isAllowed, pace)
        isOpen = file !== undefined
        file?.body.once('close', leave)
        return file
      } finally {
        if (!isOpen) leave()
      }
    },
  }
}

/** Counts one more load and returns the function that takes it back; undefined if the limit is reached. */
function enter(
  loading: Map<string, number>,
  { organizationId, address }: MediaReader,
): (() => void) | undefined {
  const places = [
    ['all', mostAtOnce.all],
    [`organization ${organizationId}`, mostAtOnce.organization],
    [`address ${address}`, mostAtOnce.address],
  ] as const
  if (places.some(([place, most]) => (loading.get(place) ?? 0) >= most)) return undefined
  for (const [place] of places) loading.set(place, (loading.get(place) ?? 0) + 1)
  return () => {
    for (const [place] of places) {
      const left = (loading.get(place) ?? 1) - 1
      if (left > 0) loading.set(place, left)
      else loading.delete(place)
    }
  }
}

async function loadKey(file: string): Promise<Buffer> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, randomBytes(32), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  return readFile(file)
}

async function load(
  first: string,
  range: string | undefined,
  isAllowed: (address: string) => boolean,
  pace: Pace,
): Promise<ExternalFile | undefined> {
  let address = first
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const url = URL.parse(address)
    if (!url || !/^https?:$/.test(url.protocol)) return undefined
    const response = await ask(url, range, isAllowed, pace).catch(() => undefined)
    if (!response) return undefined
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy()
      address = URL.parse(headers.location, url)?.href ?? ''
      continue
    }
    const file = fileOf(response, pace)
    if (!file) response.destroy()
    return file
  }
  return undefined
}

function ask(
  url: URL,
  range: string | undefined,
  isAllowed: (address: string) => boolean,
  { graceSeconds }: Pace,
): Promise<IncomingMessage> {
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isAllowed(literal)) return Promise.reject(new Error('A private address'))
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    lookup: lookupAmong(isAllowed),
    agent: false,
    headers: {
      accept: 'image/*,video/*,audio/*',
      'user-agent': 'Tagma (external media)',
      ...(range !== undefined && /^bytes=[\d,-]{1,40}$/.test(range) ? { range } : {}),
    },
  })
  return new Promise((resolve, reject) => {
    request.setTimeout(silenceMilliseconds, () => request.destroy(new Error('Nothing came in time')))
    const late = setTimeout(
      () => request.destroy(new Error('The answer did not begin in time')),
      graceSeconds * 1000,
    )
    request.once('response', (response) => {
      clearTimeout(late)
      resolve(response)
    })
    request.once('close', () => clearTimeout(late))
    request.on('error', reject)
    request.end()
  })
}

function fileOf(response: IncomingMessage, pace: Pace): ExternalFile | undefined {
  const { statusCode = 0, headers } = response
  const contentType = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  if ((statusCode !== 200 && statusCode !== 206) || !shown.test(contentType)) return undefined
  if (Number(headers['content-length'] ?? 0) > mostBytes) return undefined
  let length = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      done(length > mostBytes ? new Error('Too large') : null, chunk)
    },
  })
  const begun = performance.now()
  const watch = setInterval(() => {
    const seconds = (performance.now() - begun) / 1000
    const expected = (seconds - pace.graceSeconds) * pace.leastBytesPerSecond
    if (seconds > pace.mostSeconds || length < expected)
      body.destroy(new Error('The other server is too slow'))
  }, 1000)
  body.once('close', () => clearInterval(watch))
  response.once('error', (error) => body.destroy(error))
  response.once('aborted', () => body.destroy(new Error('The other server broke off')))
  body.once('close', () => response.destroy())
  response.pipe(body)
  const kept: Record<string, string> = {}
  for (const name of ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'] as const) {
    const value = headers[name]
    if (typeof value === 'string') kept[name] = value
  }
  return { status: statusCode, contentType, headers: kept, body }
}
