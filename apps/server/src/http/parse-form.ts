import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { parse } from 'node:querystring'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { UploadedFile } from '@tagma/contract/define.ts'
import { limits } from '@tagma/contract/limits.ts'
import { Refusal } from '#server/refusal.ts'

export interface Form {
  readonly fields: Record<string, string>
  readonly files: readonly UploadedFile[]
}

export const emptyForm: Form = { fields: {}, files: [] }

/** Parses a query string or a form-encoded body; of a name that comes twice, the last value counts. */
export function parseFields(text: string): Record<string, string> {
  if (text === '') return {}
  const fields: Record<string, string> = {}
  const parsed = parse(text, '&', '=', { maxKeys: 1000 })
  for (const name in parsed) {
    const value = parsed[name]
    fields[name] = typeof value === 'string' ? value : (value?.at(-1) ?? '')
  }
  return fields
}

/** Where files are written, and how large one may be. */
export interface WantedFiles {
  readonly folder: string
  readonly maxMib: number
  /** A name that no file has. */
  readonly newName: () => string
}

/**
 * A multipart body that nobody has read yet: who calls, and whether files are wanted, is known before a byte of them is
 * taken in.
 */
export class MultipartBody {
  readonly #body: Readable
  readonly #headers: IncomingHttpHeaders

  constructor(body: Readable, headers: IncomingHttpHeaders) {
    this.#body = body
    this.#headers = headers
  }

  /**
   * Reads the fields, and the files into `folder`. Without a folder, files are thrown away. The caller removes the files
   * by `discardFiles`. Throws a Refusal for a body that is malformed or too large; nothing is left on disk then.
   */
  async read(files?: WantedFiles): Promise<Form> {
    const declared = Number(this.#headers['content-length'])
    if (files && declared > files.maxMib * mib + limits.maxFormBytes) {
      // The rest is read and thrown away, so that the client gets to see the answer.
      this.#body.resume()
      throw tooLarge(files.maxMib)
    }
    return readMultipart(this.#body, this.#headers, files)
  }
}

/** The form of a request's body, whichever way it was encoded; files of a multipart body are left out. */
export async function formOf(body: unknown): Promise<Form> {
  if (body instanceof MultipartBody) return body.read()
  return (body as Form | undefined) ?? emptyForm
}

/** Removes files that were read, apart from those that somebody has taken away. */
export async function discardFiles({ files }: Form): Promise<void> {
  for (const { path } of files) await rm(path, { force: true })
}

const mib = 1024 * 1024

export const tooLargeMessage = (maxMib: number) =>
  `Uploaded file is larger than the allowed limit of ${maxMib} MiB`

const tooLarge = (maxMib: number) => new Refusal('BAD_REQUEST', tooLargeMessage(maxMib))

async function readMultipart(
  body: Readable,
  headers: IncomingHttpHeaders,
  wanted: WantedFiles | undefined,
): Promise<Form> {
  const fields: Record<string, string> = {}
  const givenUp = new AbortController()
  const writes: Promise<UploadedFile>[] = []
  if (wanted) await mkdir(wanted.folder, { recursive: true })
  const parser = multipartParser(headers, wanted ? wanted.maxMib * mib : undefined)
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
        if (valueTruncated) reject(new Refusal('REQUEST_TOO_LARGE', `The field ${name} is too large.`))
        else fields[name] = value
      })
      parser.on('file', (_field, stream, filename, _encoding, contentType) => {
        // A body that breaks off breaks its parts too, and that after the parts have been given up. So does a file that
        // cannot be written.
        stream.on('error', (error) => reject('syscall' in error ? error : malformed()))
        if (!wanted) {
          stream.resume()
          return
        }
        const write = writeFile(
          stream,
          wanted,
          { filename: unescaped(filename), contentType },
          givenUp.signal,
        )
        writes.push(write)
        write.catch(reject)
        stream.on('limit', () => reject(tooLarge(wanted.maxMib)))
      })
      parser.on('filesLimit', () => reject(new Refusal('BAD_REQUEST', 'The body has too many files.')))
      parser.on('error', () => reject(malformed()))
      parser.on('finish', resolve)
      body.on('error', reject)
      // A client that went away; a body that was read to its end may close before the parser is through.
      body.on('close', () => {
        if (!body.readableEnded) reject(malformed())
      })
      if (body.destroyed) reject(malformed())
      body.pipe(parser)
    })
    return { fields, files: await Promise.all(writes) }
  } catch (error) {
    body.unpipe(parser)
    parser.destroy()
    // Parts that were begun do not end by themselves any more.
    givenUp.abort()
    body.resume()
    for (const result of await Promise.allSettled(writes)) {
      if (result.status === 'fulfilled') await rm(result.value.path, { force: true })
    }
    throw error
  }
}

const malformed = () => new Refusal('BAD_REQUEST', 'The body is not a valid multipart body.')

function multipartParser(headers: IncomingHttpHeaders, fileSize = Infinity): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        fieldSize: limits.maxFormBytes,
        fields: 1000,
        fileSize,
        files: 20,
        parts: 1020,
      },
    })
  } catch {
    throw malformed()
  }
}

/** Browsers escape what cannot stand in a header, and nothing else. */
const unescaped = (filename: string) =>
  filename.replaceAll(/%(22|0D|0A)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

async function writeFile(
  source: Readable,
  { folder, newName }: WantedFiles,
  claimed: Pick<UploadedFile, 'filename' | 'contentType'>,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const path = join(folder, newName())
  const target = createWriteStream(path, { flags: 'wx' })
  try {
    await pipeline(source, target, { signal })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { ...claimed, size: target.bytesWritten, path, read: () => readFile(path) }
}
