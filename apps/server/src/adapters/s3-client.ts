import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { BucketConfig } from '#config/blobs.ts'
import { BlobsAway } from '#ports/blob-store.ts'

/** Milliseconds that the store may take until its answer begins, and for the whole of an answer without a file. */
const patience = 30_000
/** Answers after which another try may succeed. */
const isPassing = (status: number) => status === 429 || status >= 500

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Key of the object; empty for the bucket itself. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** True for an answer with a file, which may take as long as its reader. */
  readonly isFile?: boolean
}

/** An object in a list. */
export interface S3Entry {
  readonly key: string
  readonly size: number
  /** UNIX milliseconds of its writing, in whole seconds. */
  readonly writtenAt: number
}

/**
 * Calls a bucket by the S3 protocol: signs (version 4, with the hash of what is sent, so that the store refuses what was
 * changed on its way), waits, and tries again what may be tried again. Keys are those of the bucket below its prefix.
 */
export class S3Client {
  readonly #bucket: BucketConfig
  readonly #pauses: readonly number[]
  /** Keys for signing, one for each day. */
  readonly #signingKeys = new Map<string, ArrayBuffer>()

  /** `pauses` are those before the second try and each later one, in milliseconds. */
  constructor(bucket: BucketConfig, pauses: readonly number[] = [200, 1000]) {
    this.#bucket = bucket
    this.#pauses = pauses
  }

  /**
   * Returns the answer of the store; undefined if there is no such object. Throws `BlobsAway` if the store cannot be
   * reached or does not let this server in.
   */
  async send(request: S3Request): Promise<Response | undefined> {
    for (let tries = 0; ; tries++) {
      const pause = this.#pauses[tries]
      let problem: unknown
      try {
        const answer = await this.#sendOnce(request)
        if (answer.ok) return answer
        const text = await answer.text()
        const code = fieldOf(text, 'Code') ?? String(answer.status)
        if (answer.status === 404 && code !== 'NoSuchBucket') return undefined
        const message = `The object store answered ${request.method} with ${code}: ${fieldOf(text, 'Message') ?? answer.statusText}`
        // A request that says the same again would be refused again.
        if (!isPassing(answer.status)) throw new BlobsAway(message)
        problem = new BlobsAway(message)
      } catch (error) {
        if (error instanceof BlobsAway) throw error
        problem = new BlobsAway(`The object store cannot be reached: ${reasonOf(error)}`, { cause: error })
      }
      if (pause === undefined) throw problem
      await setTimeout(pause)
    }
  }

  async #sendOnce({
    method,
    key,
    query = {},
    headers = {},
    body = new Uint8Array(),
    isFile = false,
  }: S3Request): Promise<Response> {
    const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = this.#bucket
    const path = key === '' ? '' : `/${prefix}${key}`
    const url = new URL(`${endpoint}/${bucket}${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      cache: this.#signingKeys,
    }).sign()
    const stop = new AbortController()
    const timer = globalThis.setTimeout(() => stop.abort(new Error('no answer in time')), patience)
    try {
      const answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        // A store that sends elsewhere says why.
        redirect: 'manual',
        signal: stop.signal,
        ...(body.length > 0 ? { body: body as Uint8Array<ArrayBuffer> } : {}),
      })
      // Short answers are read here, under the same clock.
      if (isFile && answer.ok) return answer
      const { status, statusText, headers: got } = answer
      const bytes = await answer.arrayBuffer()
      return new Response(method === 'HEAD' || status === 204 ? null : bytes, {
        status,
        statusText,
        headers: got,
      })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Lists the objects whose keys begin with this, ascending. */
  async *list(begin: string): AsyncGenerator<S3Entry> {
    const { prefix } = this.#bucket
    let token: string | undefined
    do {
      const answer = await this.send({
        method: 'GET',
        key: '',
        query: {
          'list-type': '2',
          prefix: prefix + begin,
          ...(token === undefined ? {} : { 'continuation-token': token }),
        },
      })
      if (!answer) return
      const text = await answer.text()
      for (const entry of elementsOf(text, 'Contents'))
        yield {
          key: (fieldOf(entry, 'Key') ?? '').slice(prefix.length),
          size: Number(fieldOf(entry, 'Size')),
          writtenAt: Date.parse(fieldOf(entry, 'LastModified') ?? ''),
        }
      token = fieldOf(text, 'IsTruncated') === 'true' ? fieldOf(text, 'NextContinuationToken') : undefined
    } while (token !== undefined)
  }

  /** Writes an object of any length from parts; all but the last one have 5 MiB at least. Then it is there whole. */
  async putParts(key: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    const begun = await this.send({ method: 'POST', key, query: { uploads: '' } })
    const uploadId = fieldOf((await begun?.text()) ?? '', 'UploadId')
    if (uploadId === undefined) throw new BlobsAway('The object store began no upload.')
    try {
      const tags: string[] = []
      for await (const body of parts) {
        const partNumber = String(tags.length + 1)
        const answer = await this.send({ method: 'PUT', key, query: { partNumber, uploadId }, body })
        tags.push(answer?.headers.get('etag') ?? '')
      }
      const list = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
      )
      const body = new TextEncoder().encode(
        `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list.join('')}</CompleteMultipartUpload>`,
      )
      const answer = await this.send({ method: 'POST', key, query: { uploadId }, body })
      // The store may answer 200 before it knows whether it succeeds.
      const text = (await answer?.text()) ?? ''
      if (!text.includes('CompleteMultipartUploadResult'))
        throw new BlobsAway(
          `The object store did not put a file together: ${fieldOf(text, 'Code') ?? 'gone'}`,
        )
    } catch (error) {
      await this.send({ method: 'DELETE', key, query: { uploadId } }).catch(() => {})
      throw error
    }
  }

  /** Ends the uploads in parts that began before a time (UNIX milliseconds) and were not put together. */
  async endUploads(before: number): Promise<void> {
    const { prefix } = this.#bucket
    const answer = await this.send({ method: 'GET', key: '', query: { uploads: '', prefix } })
    for (const upload of elementsOf((await answer?.text()) ?? '', 'Upload')) {
      const key = (fieldOf(upload, 'Key') ?? '').slice(prefix.length)
      const uploadId = fieldOf(upload, 'UploadId')
      if (uploadId !== undefined && Date.parse(fieldOf(upload, 'Initiated') ?? '') < before)
        await this.send({ method: 'DELETE', key, query: { uploadId } })
    }
  }
}

const reasonOf = (error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

// The answers of the protocol are flat, and our keys have no letter that XML writes otherwise. So their fields are found
// by their names; other elements of other stores are passed over.

const elementsOf = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map(([, inner = '']) => inner)

const fieldOf = (text: string, name: string): string | undefined => {
  const [, value] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text) ?? []
  return value
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
