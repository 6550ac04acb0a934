import type { IncomingMessage, ServerResponse } from 'node:http'

/** A body ready to send, in one coding. */
export interface Ready {
  readonly bytes: Uint8Array
  /** With its quotation marks. */
  readonly etag: string
  /** Names and values in turn, among them those of the type, the coding and the ETag; not the length. */
  readonly headers: readonly string[]
}

/** Sends bytes with their length; for HEAD only the headers. */
export function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  bytes: Uint8Array,
  headers: readonly string[],
): void {
  response.writeHead(status, [...headers, 'Content-Length', String(bytes.length)])
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** Sends a body, following the conditions and the range of the request (RFC 9110, sections 13 and 14). */
export function sendReady(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, etag, headers }: Ready,
): void {
  const { range, 'if-range': ifRange, 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
  if (ifMatch !== undefined && !namesTag(ifMatch, etag)) {
    response.writeHead(412, [...headers, 'Content-Length', '0'])
    response.end()
    return
  }
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch.replaceAll('W/', ''), etag)) {
    response.writeHead(304, headers as string[])
    response.end()
    return
  }
  if (range === undefined || request.method === 'HEAD' || (ifRange !== undefined && ifRange !== etag)) {
    return sendBytes(request, response, 200, bytes, headers)
  }
  const wanted = readRange(range, bytes.length)
  if (wanted === undefined) return sendBytes(request, response, 200, bytes, headers)
  if (wanted === 'unsatisfiable') {
    response.writeHead(416, [...headers, 'Content-Range', `bytes */${bytes.length}`, 'Content-Length', '0'])
    response.end()
    return
  }
  const [first, last] = wanted
  sendBytes(request, response, 206, bytes.subarray(first, last + 1), [
    ...headers,
    ...['Content-Range', `bytes ${first}-${last}/${bytes.length}`],
  ])
}

/** Tells whether a list of ETags, or a star for all, has one. Marks of weak ETags are not understood. */
export const namesTag = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((entry) => entry.trim() === etag)

/** Reads a range of bytes. Undefined for an invalid range or several ranges: these get the whole body. */
function readRange(header: string, length: number): readonly [number, number] | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.replaceAll(' ', '')) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const count = Number(to)
    return count === 0 ? 'unsatisfiable' : [Math.max(0, length - count), length - 1]
  }
  const first = Number(from)
  const last = to === '' ? length - 1 : Math.min(Number(to), length - 1)
  if (to !== '' && Number(to) < first) return undefined
  return first >= length ? 'unsatisfiable' : [first, last]
}
