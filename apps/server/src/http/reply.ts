import type { ServerResponse } from 'node:http'
import { type ErrorCode, errorCodes } from '@tagma/contract/errors.ts'
import { JsonFields } from '#call/json-fields.ts'
import { isFileFault } from '#model/file-fault.ts'
import { Missing, Refusal } from '#model/refusal.ts'
import { BlobsAway } from '#ports/blob-store.ts'
import { isDamage } from '#store/engines/database-file.ts'
import { StoreUnavailable } from '#store/log/transactions.ts'
import { coded, codingOf } from './coded-answer.ts'
import { isOpenToOrigins, openHeaders } from './open-to-origins.ts'

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** JSON; a long answer is bytes. */
  readonly body: string | Buffer
}

/** Success answer: the common fields, then those of the endpoint. */
export function success(
  fields: Readonly<Record<string, unknown>> | JsonFields,
  ignored: readonly string[],
): Reply {
  if (fields instanceof JsonFields && ignored.length === 0) return { status: 200, body: fields.answer }
  const own = fields instanceof JsonFields ? fields.text : JSON.stringify(fields).slice(1, -1)
  const notice = ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : ''
  return { status: 200, body: `{"result":"success","msg":""${notice}${own === '' ? '' : `,${own}`}}` }
}

/** Error answer. Only this function turns codes of the contract into HTTP status numbers. */
export function failure(
  code: ErrorCode,
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
): Reply & { readonly body: string } {
  const headers = headersFor(code, fields)
  return {
    status: errorCodes[code].status,
    ...(headers ? { headers } : {}),
    body: JSON.stringify({ result: 'error', msg: message, code, ...fields }),
  }
}

function headersFor(
  code: ErrorCode,
  fields: Readonly<Record<string, unknown>>,
): Record<string, string> | undefined {
  switch (code) {
    case 'UNAUTHORIZED':
      return { 'www-authenticate': 'Basic realm="tagma"' }
    case 'RATE_LIMIT_HIT':
      return { 'retry-after': String(Math.ceil(Number(fields['retry-after']))), 'x-ratelimit-remaining': '0' }
    case 'METHOD_NOT_ALLOWED':
      return { allow: (fields.allowed_methods as string[]).join(', ') }
    case 'SERVER_UNAVAILABLE':
      return { 'retry-after': '1' }
    default:
      return undefined
  }
}

/**
 * Answer for an error of a handler. `report` logs a fault of the server and returns its id; `isUnavailable` knows the
 * errors of an unreachable database.
 */
export function failureFor(
  error: unknown,
  report: (error: unknown) => string,
  isUnavailable: (error: unknown) => boolean,
): Reply {
  // The API answers BAD_REQUEST here too; the status tells that something is missing.
  if (error instanceof Missing) return { ...failure(error.code, error.message, error.fields), status: 404 }
  if (error instanceof Refusal) return failure(error.code, error.message, error.fields)
  if (isNullByte(error)) return failure('BAD_REQUEST', 'Texts must not contain null bytes')
  // The damage was logged when it was found.
  if (isDamage(error) || (error instanceof StoreUnavailable && isDamage(error.cause))) {
    return failure(
      'SERVER_UNAVAILABLE',
      'The database of this server is damaged: it takes no changes, and parts of it cannot be read. Whoever runs the server has to restore a backup, or save what can be read with `tagma salvage`.',
    )
  }
  if (error instanceof StoreUnavailable || isUnavailable(error)) {
    report(error)
    return failure(
      'SERVER_UNAVAILABLE',
      error instanceof StoreUnavailable && error.mayBeDone
        ? 'The server lost its database while it saved this: it may be saved or not. Check before you try again.'
        : 'The server cannot reach or write its database at the moment; nothing was changed. Try again.',
    )
  }
  if (isFileFault(error)) {
    report(error)
    return failure(
      'SERVER_UNAVAILABLE',
      'The server cannot write its files at the moment; nothing was changed. Try again.',
    )
  }
  if (error instanceof BlobsAway) {
    report(error)
    return failure(
      'SERVER_UNAVAILABLE',
      'The server cannot reach its files at the moment; nothing was changed. Try again.',
    )
  }
  return failure(
    'INTERNAL_SERVER_ERROR',
    `Internal server error. The server’s log has the details under ${report(error)}.`,
  )
}

/** PostgreSQL keeps and compares no null bytes; SQLite does, so parameters that are only looked up may have them. */
const isNullByte = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '22021' || error.code === '22P05')

/**
 * Adds the headers that all answers have for browsers: guess no content type, and allow no framing by another page. A
 * page that loads or runs something has a policy of its own; this function completes it.
 */
export function safeHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { 'content-security-policy': policy = `default-src 'none'` } = headers
  return {
    'x-content-type-options': 'nosniff',
    ...headers,
    'content-security-policy': `${policy}; base-uri 'none'; frame-ancestors 'none'`,
  }
}

/**
 * Headers for browsers in every answer of the API: it is JSON whatever its content, is stored nowhere, and runs and
 * loads nothing when somebody opens it.
 */
const safety = { 'cache-control': 'no-store', ...safeHeaders({}) }

const common = ['content-type', 'application/json', ...Object.entries(safety).flat()]
const commonOpen = [...common, ...Object.entries(openHeaders).flat()]

/** Sends an answer, compressed if it is long and the client can read that. */
export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const { req: request } = response
  const raw = [...(isOpenToOrigins(request.url) ? commonOpen : common)]
  for (const name in headers) raw.push(name, headers[name] ?? '')
  const coding = codingOf(request, body.length)
  if (coding === undefined) {
    end(response, status, raw, body)
    return
  }
  raw.push('vary', 'accept-encoding')
  if (coding === 'identity') {
    end(response, status, raw, body)
    return
  }
  raw.push('content-encoding', coding)
  const bytes = coded(body, coding)
  if (bytes instanceof Promise) {
    bytes.then(
      (done) => end(response, status, raw, done),
      () => response.destroy(),
    )
  } else end(response, status, raw, bytes)
}

function end(response: ServerResponse, status: number, headers: string[], body: string | Uint8Array): void {
  headers.push('content-length', String(Buffer.byteLength(body)))
  response.writeHead(status, headers)
  endInPieces(response, body)
}

/** Bytes that are given to the system at once. */
const piece = 64 * 1024

/**
 * Sends a long answer piece by piece, each when the one before was taken. Written at once, a slow client would look
 * like one that does not read at all.
 */
export function endInPieces(response: ServerResponse, body: string | Uint8Array): void {
  if (body.length <= piece) {
    response.end(body)
    return
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  let at = 0
  const goOn = () => {
    while (at + piece < bytes.length) {
      const hasRoom = response.write(bytes.subarray(at, at + piece))
      at += piece
      if (!hasRoom) {
        response.once('drain', goOn)
        return
      }
    }
    response.end(bytes.subarray(at))
  }
  goOn()
}
