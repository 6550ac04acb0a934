import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { parse } from 'node:querystring'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { UploadedFile } from '@tagma/contract/define.ts'
import { Refusal } from '#model/refusal.ts'
import type { Scratch, ScratchFolder } from '#ports/scratch.ts'

export interface Form {
  readonly fields: Record<string, string>
  readonly files: readonly UploadedFile[]
  /** The body of an endpoint that takes it whole. */
  readonly bytes?: Buffer
  /** Where the files lie. */
  readonly folder?: ScratchFolder
}

export const emptyForm: Form = { fields: {}, files: [] }

/** Parses a query string or a form-encoded body; of two values of one name, the last counts. */
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

/** Folder for the files of a form, and the size that a file may have. */
export interface WantedFiles {
  readonly scratch: Scratch
  readonly maxMib: number
}

/** Removes files that were read, except files that a handler has moved away. */
export async function discardFiles({ folder }: Form): Promise<void> {
  await folder?.[Symbol.asyncDispose]()
}

const mib = 1024 * 1024

export const tooLargeMessage = (maxMib: number) =>
  `Uploaded file is larger than the allowed limit of ${maxMib} MiB`

const tooLarge = (maxMib: number) => new Refusal('BAD_REQUEST', tooLargeMessage(maxMib))

export const formTooLarge = (maxBytes: number) =>
  new Refusal('REQUEST_TOO_LARGE', `The form is larger than ${maxBytes} bytes. Send less at once.`)

/**
 * Reads a multipart body: its fields, of `maxBytes` together, and the wanted files into their folder. Other files are
 * thrown away, and their bytes count like those of fields. The caller removes the files by `discardFiles`. Throws a
 * Refusal for a body that is malformed or too large; no file stays on disk then.
 */
export async function readMultipart(
  body: Readable & { readonly headers: IncomingHttpHeaders },
  maxBytes: number,
  wanted: WantedFiles | undefined,
): Promise<Form> {
  const maxTotal = maxBytes + (wanted ? wanted.maxMib * mib : 0)
  const refuseTotal = () => (wanted ? tooLarge(wanted.maxMib) : formTooLarge(maxBytes))
  if (Number(body.headers['content-length']) > maxTotal) {
    // Reads the rest and throws it away: otherwise the client would not see the answer.
    body.resume()
    throw refuseTotal()
  }
  const fields: Record<string, string> = {}
  const givenUp = new AbortController()
  const writes: Promise<UploadedFile>[] = []
  const parser = multipartParser(body.headers, maxBytes, wanted ? wanted.maxMib * mib : undefined)
  const folder = await wanted?.scratch.folder()
  let total = 0
  let ofFields = 0
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
        ofFields += Buffer.byteLength(name) + Buffer.byteLength(value)
        if (valueTruncated || ofFields > maxBytes) reject(formTooLarge(maxBytes))
        else fields[name] = value
      })
      parser.on('file', (_field, stream, filename, _encoding, contentType) => {
        // A body that breaks off makes its parts fail after they were given up. So does a file that cannot be written.
        stream.on('error', (error) => reject('syscall' in error ? error : malformed()))
        if (!wanted || !folder) {
          stream.resume()
          return
        }
        const write = writeFile(
          stream,
          join(folder.path, String(writes.length)),
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
      body.on('data', (part: Buffer) => {
        total += part.length
        if (total > maxTotal) reject(refuseTotal())
      })
      body.on('error', () => reject(brokenOff()))
      // The client went away. After the end of the body, `close` may come before the parser is ready.
      body.on('close', () => {
        if (!body.readableEnded) reject(brokenOff())
      })
      if (body.destroyed) reject(brokenOff())
      body.pipe(parser)
    })
    const files = await Promise.all(writes)
    return folder ? { fields, files, folder } : { fields, files }
  } catch (error) {
    body.unpipe(parser)
    parser.destroy()
    // Unfinished parts do not end by themselves any more.
    givenUp.abort()
    body.resume()
    await Promise.allSettled(writes)
    await folder?.[Symbol.asyncDispose]()
    throw error
  }
}

/** The client has gone: nobody reads this answer. */
export const brokenOff = () => new Refusal('BAD_REQUEST', 'The request broke off.')

const malformed = () => new Refusal('BAD_REQUEST', 'The body is not a valid multipart body.')

function multipartParser(
  headers: IncomingHttpHeaders,
  fieldSize: number,
  fileSize = Infinity,
): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        fieldSize,
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

/** Browsers escape only the characters that a header cannot hold. */
const unescaped = (filename: string) =>
  filename.replaceAll(/%(22|0D|0A)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

async function writeFile(
  source: Readable,
  path: string,
  claimed: Pick<UploadedFile, 'filename' | 'contentType'>,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const target = createWriteStream(path, { flags: 'wx' })
  await pipeline(source, target, { signal })
  return { ...claimed, size: target.bytesWritten, path, read: () => readFile(path) }
}
