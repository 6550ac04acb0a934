import type { IncomingMessage } from 'node:http'
import { Refusal } from '#model/refusal.ts'
import {
  brokenOff,
  emptyForm,
  type Form,
  formTooLarge,
  parseFields,
  readMultipart,
  type WantedFiles,
} from './parse-form.ts'

/**
 * Reads the form of a request, of at most `maxBytes` without its files. Call it only when the caller and their rights
 * are known, so that refused requests fill no memory. Throws a Refusal for a body that is no form, or too large.
 */
export function readForm(
  request: IncomingMessage,
  maxBytes: number,
  wantedFiles?: WantedFiles,
): Form | Promise<Form> {
  const { headers, method } = request
  if (method === 'GET' || method === 'HEAD') return emptyForm
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'multipart/form-data') return readMultipart(request, maxBytes, wantedFiles)
  const length = headers['content-length']
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return emptyForm
  return readFields(request, maxBytes, type === 'application/x-www-form-urlencoded')
}

/** Reads a body whatever its type. Throws a Refusal for one of more than `maxBytes`. */
export function readBody(request: IncomingMessage, maxBytes: number): Buffer | Promise<Buffer> {
  const { headers } = request
  const length = headers['content-length']
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0'))
    return Buffer.alloc(0)
  return readBytes(request, maxBytes)
}

async function readFields(request: IncomingMessage, maxBytes: number, isForm: boolean): Promise<Form> {
  const text = (await readBytes(request, maxBytes)).toString()
  if (text === '') return emptyForm
  if (!isForm) {
    throw new Refusal(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send parameters form-encoded (application/x-www-form-urlencoded) or as multipart/form-data.',
    )
  }
  return { fields: parseFields(text), files: [] }
}

function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const broken = () => reject(brokenOff())
    // The body may have broken off while the caller was recognized: no event tells of that a second time.
    if (request.destroyed) {
      broken()
      return
    }
    const length = Number(request.headers['content-length'])
    if (length > maxBytes) {
      reject(formTooLarge(maxBytes))
      return
    }
    const parts: Buffer[] = []
    let size = 0
    const finish = () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts))
    request.on('data', (part: Buffer) => {
      size += part.length
      if (size <= maxBytes) parts.push(part)
      else {
        parts.length = 0
        reject(formTooLarge(maxBytes))
      }
      if (size === length) finish()
    })
    // With a known length, the event for the end comes later than the last byte.
    if (Number.isNaN(length)) request.on('end', finish)
    request.on('error', broken)
  })
}
