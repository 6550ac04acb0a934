import { createHmac } from 'node:crypto'

/** The code that an authenticator app shows, by RFC 6238. */
export function codeOf(secret: string): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567'
  const bits = [...secret.toLowerCase().replaceAll(/[^a-z2-7]/g, '')].map((one) =>
    letters.indexOf(one).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const count = Buffer.alloc(8)
  count.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(count).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}
