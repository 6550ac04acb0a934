import { once } from 'node:events'
import { createServer } from 'node:http'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'

/** What a relay got; `body` is the JSON or the form, decoded. */
export interface RelayCall {
  readonly path: string
  readonly authorization: string
  /** The id of the notification, the same at every attempt. */
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
}

/** How the relay treats what comes: answers with a status and body, breaks the connection off, or says nothing. */
export type RelayMood = 'reset' | 'silent' | { readonly status: number; readonly body?: object }

/** A push relay on loopback that notes everything and delivers nothing. */
export interface PushRelay {
  readonly url: string
  readonly calls: RelayCall[]
  mood: RelayMood
  /** Resolves when the relay has got so many calls of a path. */
  reached(path: string, count: number): Promise<void>
  close(): Promise<void>
}

export const relayMoods = { fine: { status: 200 } } as const

export async function pushRelay(port = 0): Promise<PushRelay> {
  const waiting: { path: string; count: number; resolve: () => void }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const isJson = request.headers['content-type'] === 'application/json'
      const path = (request.url ?? '').replace('/api/v1/remotes/push/', '')
      relay.calls.push({
        path,
        authorization: request.headers.authorization ?? '',
        key: String(request.headers['idempotency-key'] ?? ''),
        body: isJson
          ? (JSON.parse(text) as Record<string, unknown>)
          : Object.fromEntries(new URLSearchParams(text)),
      })
      for (const one of waiting)
        if (relay.calls.filter((call) => call.path === one.path).length >= one.count) one.resolve()
      if (relay.mood === 'reset') request.socket.resetAndDestroy()
      else if (relay.mood !== 'silent')
        response
          .writeHead(relay.mood.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(relay.mood.body ?? {}))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const relay: PushRelay = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    calls: [],
    mood: relayMoods.fine,
    reached: (path, count) =>
      relay.calls.filter((call) => call.path === path).length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ path, count, resolve })),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return relay
}

/** The settings of a server that uses the relay. */
export const relaySettings = (relay: Pick<PushRelay, 'url'>) => ({
  TAGMA_PUSH_RELAY_URL: relay.url,
  TAGMA_PUSH_RELAY_ID: 'server',
  TAGMA_PUSH_RELAY_KEY: 'secret',
})

/** A phone's key: base64 of the byte 0x31 and 32 bytes that are all alike. */
export const pushKey = (byte: number) => Buffer.from([0x31, ...Array(32).fill(byte)]).toString('base64')

/** Decrypts what a phone gets, by another library than the server's. */
export function decryptPush(key: string, data: unknown): Record<string, unknown> {
  const bytes = Buffer.from(String(data), 'base64')
  const box = xsalsa20poly1305(Buffer.from(key, 'base64').subarray(1), bytes.subarray(0, 24))
  return JSON.parse(Buffer.from(box.decrypt(bytes.subarray(24))).toString()) as Record<string, unknown>
}

/** The notifications that a relay got, decrypted. */
export function decryptedPushes(relay: PushRelay, key: string): Record<string, unknown>[] {
  return relay.calls
    .filter((call) => call.path === 'e2ee/notify')
    .flatMap((call) => call.body.push_requests as { payload: { encrypted_data: string } }[])
    .map((request) => decryptPush(key, request.payload.encrypted_data))
}
