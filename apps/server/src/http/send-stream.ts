import type { ServerResponse } from 'node:http'
import type { StreamedAnswer } from '#call/streamed-answer.ts'
import { isOpenToOrigins, openHeaders } from './open-to-origins.ts'
import { safeHeaders } from './reply.ts'

/**
 * Sends an answer piece by piece, each when the connection has room. Rejects when a piece cannot be made; then the
 * connection is cut, because the answer has begun.
 */
export async function sendStream(
  response: ServerResponse,
  { contentType, pieces }: StreamedAnswer,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { req: request } = response
  response.writeHead(200, {
    'content-type': contentType,
    'cache-control': 'no-store',
    // nginx would collect the pieces otherwise.
    'x-accel-buffering': 'no',
    ...safeHeaders({}),
    ...(isOpenToOrigins(request.url) ? openHeaders : {}),
    ...headers,
  })
  if (request.method !== 'HEAD') {
    try {
      for await (const piece of pieces) {
        if (response.destroyed) break
        if (!response.write(piece)) await roomIn(response)
      }
    } catch (error) {
      response.destroy()
      throw error
    }
  }
  response.end()
}

/** Resolves when a response takes more, or its connection has ended. */
function roomIn(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off('drain', end)
      response.off('close', end)
      resolve()
    }
    response.on('drain', end)
    response.on('close', end)
  })
}
