import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

/** A made passkey, as the device keeps it. */
interface Kept {
  readonly id: Buffer
  readonly key: KeyObject
  readonly userHandle: string
  counter: number
}

interface Creation {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

interface Request {
  readonly challenge: string
  readonly rpId: string
}

/** Deviations from what a device and a browser do. */
export interface Forgery {
  readonly origin?: string
  readonly host?: string
  /** False if the device has not looked who its person is. */
  readonly isVerified?: boolean
  readonly challenge?: string
  readonly counter?: number
  readonly userHandle?: string
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** Heads of CBOR items: enough for the two that a device writes. */
function head(major: number, count: number): Buffer {
  const type = major << 5
  if (count < 24) return Buffer.from([type | count])
  return count < 256 ? Buffer.from([type | 24, count]) : Buffer.from([type | 25, count >> 8, count & 255])
}
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value])
const integer = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value))

/** A device with passkeys, and the browser before it. It writes the forms of Web Authentication by itself. */
export class PasskeyDevice {
  readonly #origin: string
  readonly #kept: Kept[] = []

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Makes a passkey, as `navigator.credentials.create` does. */
  create(options: unknown, forgery: Forgery = {}): Record<string, unknown> {
    const { challenge, rp, user } = options as Creation
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const kept = { id: randomBytes(32), key: privateKey, userHandle: user.id, counter: 1 }
    this.#kept.push(kept)
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const cose = Buffer.concat([
      head(5, 5),
      ...[integer(1), integer(2), integer(3), integer(-7), integer(-1), integer(1)],
      ...[integer(-2), bytes(Buffer.from(x, 'base64url')), integer(-3), bytes(Buffer.from(y, 'base64url'))],
    ])
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32]), kept.id, cose])
    const data = Buffer.concat([this.#authenticatorData(rp.id, kept, 0x40, forgery), credential])
    const attestation = Buffer.concat([
      head(5, 3),
      ...[text('fmt'), text('none'), text('attStmt'), head(5, 0), text('authData'), bytes(data)],
    ])
    return this.#credential(kept, {
      clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, forgery)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    })
  }

  /** Uses the newest passkey, as `navigator.credentials.get` does. */
  get(options: unknown, forgery: Forgery = {}): Record<string, unknown> {
    const { challenge, rpId } = options as Request
    const kept = this.#kept.at(-1)
    if (!kept) throw new Error('The device has no passkey')
    kept.counter++
    const data = this.#authenticatorData(rpId, kept, 0, forgery)
    const client = this.#clientData('webauthn.get', challenge, forgery)
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(kept.key)
    return this.#credential(kept, {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: forgery.userHandle ?? kept.userHandle,
    })
  }

  #clientData(type: string, challenge: string, forgery: Forgery): Buffer {
    const said = { type, challenge: forgery.challenge ?? challenge, origin: forgery.origin ?? this.#origin }
    return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }))
  }

  #authenticatorData(host: string, kept: Kept, flags: number, forgery: Forgery): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(forgery.counter ?? kept.counter)
    const verified = forgery.isVerified === false ? 0 : 4
    return Buffer.concat([sha256(forgery.host ?? host), Buffer.from([1 | verified | flags]), counter])
  }

  #credential(kept: Kept, response: Record<string, unknown>): Record<string, unknown> {
    const id = base64url(kept.id)
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }
}
