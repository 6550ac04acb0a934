import { randomBytes, randomUUID } from 'node:crypto'

/** Randomness; a port so that tests can foresee it. */
export interface Random {
  /** Returns letters and digits that nobody can guess. */
  token(length: number): string
  uuid(): string
  /** Returns a number from 0 up to but not including 1. Spreads things out; not for secrets. */
  fraction(): number
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const systemRandom: Random = {
  token(length) {
    let token = ''
    while (token.length < length) {
      for (const byte of randomBytes(length)) {
        // 248 = 4 * 62: the bytes above would favor the first letters.
        if (byte < 248 && token.length < length) token += alphabet[byte % alphabet.length]
      }
    }
    return token
  },
  uuid: () => randomUUID(),
  fraction: () => randomBytes(4).readUInt32BE() / 2 ** 32,
}
