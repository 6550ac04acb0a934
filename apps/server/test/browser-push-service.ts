import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { importJWK, jwtVerify } from 'jose'

/** A call that a push service got. */
interface PushCall {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A browser's push service on loopback, which records everything and delivers nothing. */
export interface BrowserPushService {
  readonly origin: string
  readonly calls: PushCall[]
  /** Status of its answers. */
  status: number
  close(): Promise<void>
}

export async function browserPushService(): Promise<BrowserPushService> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      service.calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(service.status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const service: BrowserPushService = {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    calls: [],
    status: 201,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return service
}

/** A browser's half of a subscription. It reads notifications by the text of RFC 8291, without the server's library. */
export class SubscribedBrowser {
  readonly #ecdh = createECDH('prime256v1')
  readonly #auth = randomBytes(16)
  readonly fields: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

  constructor({ origin }: Pick<BrowserPushService, 'origin'>, name: string) {
    this.fields = {
      endpoint: `${origin}/send/${name}`,
      p256dh: this.#ecdh.generateKeys().toString('base64url'),
      auth: this.#auth.toString('base64url'),
    }
  }

  /** Reads the notifications among the calls that are for this browser. Throws for one that is not encrypted for it. */
  read(calls: readonly PushCall[]): Record<string, unknown>[] {
    return calls
      .filter(({ path }) => this.fields.endpoint.endsWith(path))
      .map(({ body }) => JSON.parse(this.#decrypt(body).toString()) as Record<string, unknown>)
  }

  #decrypt(body: Buffer): Buffer {
    const salt = body.subarray(0, 16)
    const keyLength = body.readUInt8(20)
    const sender = body.subarray(21, 21 + keyLength)
    const sealed = body.subarray(21 + keyLength)
    const shared = this.#ecdh.computeSecret(sender)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#ecdh.getPublicKey(), sender])
    const secret = Buffer.from(hkdfSync('sha256', shared, this.#auth, info, 32))
    const part = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
    const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12)).setAuthTag(
      sealed.subarray(-16),
    )
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    // The last record ends in the byte 2, and zeros behind it.
    return padded.subarray(0, padded.lastIndexOf(2))
  }
}

/** Checks that a call was signed with a key, for the push service that got it; returns what the signature says. */
export async function signedBy(
  publicKey: string,
  { headers }: PushCall,
  origin: string,
  now: Date,
): Promise<Readonly<Record<string, unknown>>> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== publicKey) throw new Error(`The call was signed with ${key}`)
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const verified = await jwtVerify(
    token,
    await importJWK({ kty: 'EC', crv: 'P-256', x, y } as never, 'ES256'),
    {
      audience: origin,
      currentDate: now,
    },
  )
  return verified.payload
}
