import type { IncomingMessage } from 'node:http'
import { limits } from '@tagma/contract/limits.ts'
import { Refusal } from '#server/refusal.ts'
import { emptyForm, type Form, MultipartBody, parseFields } from './parse-form.ts'

/**
 * Reads the form that a request brings. A multipart one is left unread: who calls, and whether files are wanted, comes
 * first. Throws a Refusal for what is no form, or too large.
 */
export function readForm(request: IncomingMessage): Form | MultipartBody | Promise<Form> {
  const { headers, method } = request
  if (method === 'GET' || method === 'HEAD') return emptyForm
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'multipart/form-data') return new MultipartBody(request, headers)
  const length = headers['content-length']
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return emptyForm
  return readFields(request, type === 'application/x-www-form-urlencoded')
}

async function readFields(request: IncomingMessage, isForm: boolean): Promise<Form> {
  const text = await readText(request)
  if (text === '') return emptyForm
  if (!isForm) {
    throw new Refusal(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send parameters form-encoded (application/x-www-form-urlencoded) or as multipart/form-data.',
    )
  }
  return { fields: parseFields(text), files: [] }
}

function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = () =>
      reject(new Refusal('REQUEST_TOO_LARGE', `The body is larger than ${limits.maxFormBytes} bytes.`))
    const length = Number(request.headers['content-length'])
    if (length > limits.maxFormBytes) {
      refuse()
      return
    }
    const parts: Buffer[] = []
    let size = 0
    const finish = () => resolve((parts.length === 1 ? parts[0] : Buffer.concat(parts))?.toString() ?? '')
    request.on('data', (part: Buffer) => {
      size += part.length
      if (size <= limits.maxFormBytes) parts.push(part)
      else refuse()
      if (size === length) finish()
    })
    // Where the length is known, what tells of the end comes later than the last of the body.
    if (Number.isNaN(length)) request.on('end', finish)
    request.on('error', () => reject(new Refusal('BAD_REQUEST', 'The request broke off.')))
  })
}
