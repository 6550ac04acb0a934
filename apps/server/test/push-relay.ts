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
  /** Whether the relay answered that it has taken it. */
  readonly isTaken: boolean
}

/** How the relay treats what comes: answers with a status and body, breaks the connection off, or says nothing. */
export type RelayMood = 'reset' | 'silent' | { readonly status: number; readonly body?: object }

/** A push relay on loopback that notes everything and delivers nothing. */
export interface PushRelay {
  readonly url: string
  readonly calls: RelayCall[]
  mood: RelayMood
  /** Resolves when something is true after a call; rejects when it never was until the relay was closed. */
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

/** The notifications that a relay got, decrypted, as often as they came, in the order of their messages. */
export const decryptedPushes = (relay: PushRelay, key: string): Record<string, unknown>[] =>
  byMessage(requestsOf(relay.calls).map(({ payload }) => decryptPush(key, payload.encrypted_data)))

/**
 * What the phone with the key `pushKey(n)` rings for, decrypted: a relay delivers what it has taken, and once what comes
 * again under the same id. In the order of the messages.
 */
export function rings(relay: PushRelay, n: number): Record<string, unknown>[] {
  const taken = relay.calls.filter(({ isTaken }) => isTaken)
  return byMessage(
    requestsOf([...new Map(taken.map((call) => [call.key, call])).values()])
      .filter(({ payload }) => payload.push_key_id === n)
      .map(({ payload }) => decryptPush(pushKey(n), payload.encrypted_data)),
  )
}

/** What is handed over at the same time arrives in any order. */
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
