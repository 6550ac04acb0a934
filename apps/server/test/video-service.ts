import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request that the service got. */
export interface VideoRequest {
  readonly method: string
  /** With its query. */
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** An answer of the service. Undefined breaks the connection. */
export type VideoAnswer = { readonly status: number; readonly body: string } | undefined

/** A service for video calls on loopback. It answers as the test says, and keeps what it was asked. */
export async function videoService(answer: (request: VideoRequest) => VideoAnswer) {
  const requests: VideoRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const asked = { method, url, headers, body: Buffer.concat(chunks).toString() }
      requests.push(asked)
      const given = answer(asked)
      if (given) response.writeHead(given.status).end(given.body)
      else request.socket.resetAndDestroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}
