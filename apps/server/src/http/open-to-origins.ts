import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Addresses that pages of other origins may read: clients in browsers that lie elsewhere. Such a page brings an API key
 * in the header Authorization. The browser sends no cookie along, because the answer allows no credentials.
 */
const openPaths = /^\/(?:api|avatar|user_avatars|thumbnail|user_uploads\/thumbnail|static)\//

/** Tells whether pages of every origin may read the answer of an address. */
export const isOpenToOrigins = (url: string | undefined): boolean => url !== undefined && openPaths.test(url)

/** Headers of an answer that pages of every origin may read. */
export const openHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
}

const day = 86_400 // seconds

/**
 * Answers a browser's question whether a page of another origin may make a request. It asks before each request with
 * the header Authorization. Returns false for any other request.
 */
export function answeredPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
    return false
  if (!isOpenToOrigins(request.url)) return false
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    // The star does not stand for Authorization.
    'access-control-allow-headers': 'Authorization, *',
    'access-control-max-age': String(day),
  })
  response.end()
  return true
}
