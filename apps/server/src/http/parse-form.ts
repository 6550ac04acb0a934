import type { IncomingHttpHeaders } from 'node:http'
import { parse } from 'node:querystring'
import type { Readable } from 'node:stream'
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

/** Reads a multipart body: fields and files, each within its limit. */
export function readMultipart(
  body: Readable,
  headers: IncomingHttpHeaders,
  maxFileBytes: number,
): Promise<Form> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {}
    const files: UploadedFile[] = []
    const fail = (error: unknown) => {
      body.unpipe()
      body.resume()
      reject(error)
    }
    const contentType = headers['content-type']
    if (contentType === undefined)
      return fail(new Refusal('UNSUPPORTED_MEDIA_TYPE', 'The body has no Content-Type.'))
    let parser: BusboyInstance
    try {
      parser = new Busboy({
        headers: { ...headers, 'content-type': contentType },
        limits: {
          fieldSize: limits.maxFormBytes,
          fields: 1000,
          fileSize: maxFileBytes,
          files: 20,
          parts: 1020,
        },
      })
    } catch {
      return fail(new Refusal('BAD_REQUEST', 'The body is not a valid multipart body.'))
    }
    parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
      if (valueTruncated) fail(new Refusal('REQUEST_TOO_LARGE', `The field ${name} is too large.`))
      fields[name] = value
    })
    parser.on('file', (_field, stream, filename, _encoding, mimeType) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('limit', () =>
        fail(new Refusal('REQUEST_TOO_LARGE', `The file is larger than ${maxFileBytes} bytes.`)),
      )
      stream.on('end', () => files.push({ filename, contentType: mimeType, bytes: Buffer.concat(chunks) }))
    })
    parser.on('error', () => fail(new Refusal('BAD_REQUEST', 'The body is not a valid multipart body.')))
    parser.on('finish', () => resolve({ fields, files }))
    body.on('error', fail)
    body.pipe(parser)
  })
}
