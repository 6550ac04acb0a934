import { once } from 'node:events'
import { createServer } from 'node:http'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'

/** A call that a relay got; `body` is the decoded JSON or form. */
export interface RelayCall {
  readonly path: string
  readonly authorization: string
  /** Id of the notification, the same at every attempt. */
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
  /** True if the relay accepted it. */
  readonly isTaken: boolean
}

/** Behavior of the relay: answers with a status and body, breaks the connection, or stays silent. */
export type RelayMood = 'reset' | 'silent' | { readonly status: number; readonly body?: object }

/** A push relay on loopback that records everything and delivers nothing. */
export interface PushRelay {
  readonly url: string
  readonly calls: RelayCall[]
  mood: RelayMood
  /** Resolves when the condition holds after a call; rejects if it never held until the relay was closed. */
  until(isTrue: () => boolean): Promise<void>
  close(): Promise<void>
}

export const relayMoods = { fine: { status: 200 } } as const

export async function pushRelay(port = 0): Promise<PushRelay> {
  const waiting = new Map<() => boolean, PromiseWithResolvers<void>>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const isJson = request.headers['content-type'] === 'application/json'
      const path = (request.url ?? '').replace('/api/v1/remotes/push/', '')
      const { mood } = relay
      relay.calls.push({
        path,
        authorization: request.headers.authorization ?? '',
        key: String(request.headers['idempotency-key'] ?? ''),
        body: isJson
          ? (JSON.parse(text) as Record<string, unknown>)
          : Object.fromEntries(new URLSearchParams(text)),
        isTaken: typeof mood === 'object' && mood.status === 200,
      })
      for (const [isTrue, { resolve }] of waiting) if (isTrue() && waiting.delete(isTrue)) resolve()
      if (mood === 'reset') request.socket.resetAndDestroy()
      else if (mood !== 'silent')
        response
          .writeHead(mood.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(mood.body ?? {}))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const relay: PushRelay = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    calls: [],
    mood: relayMoods.fine,
    async until(isTrue) {
      if (isTrue()) return
      const waits = Promise.withResolvers<void>()
      waiting.set(isTrue, waits)
      await waits.promise
    },
    async close() {
      for (const { reject } of waiting.values()) reject(new Error('The relay was closed before that'))
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return relay
}

/** Settings of a server that uses the relay. */
export const relaySettings = (relay: Pick<PushRelay, 'url'>) => ({
  TAGMA_PUSH_RELAY_URL: relay.url,
  TAGMA_PUSH_RELAY_ID: 'server',
  TAGMA_PUSH_RELAY_KEY: 'secret',
})

/** Makes a phone's key: base64 of the byte 0x31 and 32 equal bytes. */
export const pushKey = (byte: number) => Buffer.from([0x31, ...Array(32).fill(byte)]).toString('base64')

/** Decrypts a phone's notification, by another library than the server's. */
export function decryptPush(key: string, data: unknown): Record<string, unknown> {
  const bytes = Buffer.from(String(data), 'base64')
  const box = xsalsa20poly1305(Buffer.from(key, 'base64').subarray(1), bytes.subarray(0, 24))
  return JSON.parse(Buffer.from(box.decrypt(bytes.subarray(24))).toString()) as Record<string, unknown>
}

/** Decrypts all notifications that a relay got, repeated ones included, in the order of their messages. */
export const decryptedPushes = (relay: PushRelay, key: string): Record<string, unknown>[] =>
  byMessage(requestsOf(relay.calls).map(({ payload }) => decryptPush(key, payload.encrypted_data)))

/**
 * Decrypts the notifications for which the phone with the key `pushKey(n)` rings, in the order of the messages. A relay
 * delivers what it accepted, and delivers repeated ids once.
 */
export function rings(relay: PushRelay, n: number): Record<string, unknown>[] {
  const taken = relay.calls.filter(({ isTaken }) => isTaken)
  return byMessage(
    requestsOf([...new Map(taken.map((call) => [call.key, call])).values()])
      .filter(({ payload }) => payload.push_key_id === n)
      .map(({ payload }) => decryptPush(pushKey(n), payload.encrypted_data)),
  )
}

/** Notifications handed over at the same time arrive in any order, so they are sorted. */
function byMessage(pushes: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  const first = ({ message_id, message_ids }: Record<string, unknown>) =>
    Number(message_id ?? (message_ids as number[] | undefined)?.[0] ?? 0)
  return pushes.toSorted((a, b) => first(a) - first(b))
}

const requestsOf = (calls: readonly RelayCall[]) =>
  calls
    .filter((call) => call.path === 'e2ee/notify')
    .flatMap(
      (call) => call.body.push_requests as { payload: { push_key_id: number; encrypted_data: string } }[],
    )
