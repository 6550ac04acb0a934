import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Milliseconds by which the clock of a caller may differ. */
const clockDifference = 15 * 60_000
const leastPart = 5 * 1024 * 1024
/** Objects in an answer of a list: few, so that every list of several objects has several answers. */
const listed = 3

/** An object store with one bucket, in memory. It refuses what AWS would refuse. */
export interface S3Server {
  /** Address of the bucket, for TAGMA_BLOBS. */
  readonly address: string
  readonly environment: Readonly<Record<string, string>>
  /** Objects by their keys. */
  readonly objects: ReadonlyMap<string, Buffer>
  /** Uploads that were begun and neither put together nor ended. */
  readonly uploads: ReadonlyMap<string, unknown>
  /** Answers so many of the next requests with 503; `which` chooses among their methods and paths. */
  fail(requests: number, which?: RegExp): void
  /** Methods and paths of the requests so far. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

interface Upload {
  readonly key: string
  readonly begunAt: number
  readonly parts: Map<number, Buffer>
}

class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

const region = 'eu-test-1'
const accessKeyId = 'AKIATEST'
const secretAccessKey = 'secret/with+signs='
const bucket = 'tagma-files'

/** Starts an object store that checks each signature by an implementation of its own. */
export async function s3Server(): Promise<S3Server> {
  const store = new Store()
  const requests: string[] = []
  let failing = { requests: 0, which: /^/ }
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request)
      requests.push(`${request.method} ${request.url}`)
      try {
        if (failing.requests > 0 && failing.which.test(`${request.method} ${request.url}`)) {
          failing.requests--
          throw new Refused(503, 'SlowDown')
        }
        requireSignature(request, body)
        const { status = 200, headers = {}, body: answer = '' } = store.answer(request, body)
        response.writeHead(status, { 'content-length': Buffer.byteLength(answer), ...headers })
        response.end(request.method === 'HEAD' ? '' : answer)
      } catch (error) {
        const { status, code } = error instanceof Refused ? error : new Refused(500, String(error))
        const text = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>refused &amp; said so</Message></Error>`
        response.writeHead(status, { 'content-type': 'application/xml' })
        response.end(request.method === 'HEAD' ? '' : text)
      }
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address: `s3://${bucket}/installation?region=${region}&endpoint=${encodeURIComponent(endpoint)}`,
    environment: { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
    objects: store.objects,
    uploads: store.uploads,
    fail: (count, which = /^/) => void (failing = { requests: count, which }),
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | number>>
  readonly body?: string | Buffer
}

class Store {
  readonly objects = new Map<string, Buffer>()
  readonly uploads = new Map<string, Upload>()
  readonly #writtenAt = new Map<string, number>()

  answer(request: IncomingMessage, body: Buffer): Reply {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://x')
    const [, inBucket = '', key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? []
    if (inBucket !== bucket) throw new Refused(404, 'NoSuchBucket')
    const call = `${request.method} ${key === '' ? 'bucket' : 'object'}`
    if (call === 'GET bucket') return query.has('uploads') ? this.#listUploads(query) : this.#list(query)
    if (call === 'PUT object')
      return query.has('uploadId') ? this.#putPart(query, body) : this.#put(key, body)
    if (call === 'POST object') return query.has('uploads') ? this.#begin(key) : this.#complete(query, body)
    if (call === 'DELETE object') {
      if (query.has('uploadId')) this.uploads.delete(query.get('uploadId') ?? '')
      else this.objects.delete(key)
      return { status: 204 }
    }
    if (call === 'GET object' || call === 'HEAD object') return this.#get(key, request.headers.range)
    throw new Refused(405, 'MethodNotAllowed')
  }

  #get(key: string, range: string | undefined): Reply {
    const content = this.objects.get(key)
    if (!content) throw new Refused(404, 'NoSuchKey')
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    if (range === undefined) return { body: content, headers: { etag: tagOf(content) } }
    if (first === undefined || Number(first) >= content.length) throw new Refused(416, 'InvalidRange')
    return { status: 206, body: content.subarray(Number(first), Number(last) + 1) }
  }

  #put(key: string, body: Buffer): Reply {
    this.objects.set(key, body)
    this.#writtenAt.set(key, Date.now())
    return { headers: { etag: tagOf(body) } }
  }

  #begin(key: string): Reply {
    const id = randomUUID()
    this.uploads.set(id, { key, begunAt: Date.now(), parts: new Map() })
    return {
      body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    }
  }

  #upload(query: URLSearchParams): Upload {
    const upload = this.uploads.get(query.get('uploadId') ?? '')
    if (!upload) throw new Refused(404, 'NoSuchUpload')
    return upload
  }

  #putPart(query: URLSearchParams, body: Buffer): Reply {
    this.#upload(query).parts.set(Number(query.get('partNumber')), body)
    return { headers: { etag: tagOf(body) } }
  }

  #complete(query: URLSearchParams, body: Buffer): Reply {
    const { key, parts } = this.#upload(query)
    const named = [
      ...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;<\/ETag>/g),
    ]
    const chosen = named.map(([, number, tag], index) => {
      const part = parts.get(Number(number))
      if (Number(number) !== index + 1 || !part || tagOf(part) !== `"${tag}"`)
        throw new Refused(400, 'InvalidPart')
      if (index < named.length - 1 && part.length < leastPart) throw new Refused(400, 'EntityTooSmall')
      return part
    })
    if (chosen.length === 0) throw new Refused(400, 'MalformedXML')
    this.#put(key, Buffer.concat(chosen))
    this.uploads.delete(query.get('uploadId') ?? '')
    return { body: '<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>' }
  }

  #list(query: URLSearchParams): Reply {
    if (query.get('list-type') !== '2') throw new Refused(400, 'InvalidArgument')
    const after = query.get('continuation-token') ?? ''
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted((a, b) => (a < b ? -1 : 1))
    const shown = keys.slice(0, listed)
    const entries = shown.map((key) => {
      const at = new Date(Math.floor((this.#writtenAt.get(key) ?? 0) / 1000) * 1000).toISOString()
      return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified><ETag>"x"</ETag><Size>${this.objects.get(key)?.length}</Size></Contents>`
    })
    const next =
      keys.length > listed
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${shown.at(-1)}</NextContinuationToken>`
        : '<IsTruncated>false</IsTruncated>'
    return { body: `<ListBucketResult>${next}${entries.join('')}</ListBucketResult>` }
  }

  #listUploads(query: URLSearchParams): Reply {
    const entries = [...this.uploads].flatMap(([id, { key, begunAt }]) =>
      key.startsWith(query.get('prefix') ?? '')
        ? `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${new Date(begunAt).toISOString()}</Initiated></Upload>`
        : [],
    )
    return { body: `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>` }
  }
}

const tagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** A part of an address, encoded as signatures want it, however it came. */
const encodedAgain = (part: string) =>
  encodeURIComponent(decodeURIComponent(part.replaceAll('+', ' '))).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Checks a request's signature of version 4, as the documentation of AWS describes it. */
function requireSignature({ method, url = '', headers }: IncomingMessage, body: Buffer): void {
  const [, credential = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [id, day, named, service, end] = credential.split('/')
  if (id !== accessKeyId || named !== region || service !== 's3' || end !== 'aws4_request')
    throw new Refused(403, 'InvalidAccessKeyId')
  const date = String(headers['x-amz-date'])
  const [, y, m, d, h, min, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  if (
    !date.startsWith(day ?? '-') ||
    Math.abs(Date.parse(`${y}-${m}-${d}T${h}:${min}:${s}Z`) - Date.now()) > clockDifference
  )
    throw new Refused(403, 'RequestTimeTooSkewed')
  const names = signed.split(';')
  for (const name of ['host', ...Object.keys(headers).filter((one) => one.startsWith('x-amz-'))])
    if (!names.includes(name)) throw new Refused(403, 'AccessDenied')
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== sha256(body)) throw new Refused(400, 'XAmzContentSHA256Mismatch')
  const [path = '', search = ''] = url.split('?')
  const canonicalQuery = search
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', value = ''] = part.split('=')
      return `${encodedAgain(name)}=${encodedAgain(value)}`
    })
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('&')
  const canonical = [
    method,
    path.split('/').map(encodedAgain).join('/'),
    canonicalQuery,
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    hash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day ?? ''), region), 's3'), 'aws4_request')
  if (hmac(key, toSign).toString('hex') !== signature) throw new Refused(403, 'SignatureDoesNotMatch')
}
