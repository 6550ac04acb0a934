import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Passwords } from '#ports/passwords.ts'

const derive = promisify(argon2)

/** Memory in KiB, passes and lanes; OWASP's recommendation for argon2id. */
export interface Argon2Cost {
  readonly memory: number
  readonly passes: number
}
const recommended: Argon2Cost = { memory: 19_456, passes: 2 }

/** Hashes by argon2id in threads of the process. A hash carries its parameters: `argon2id$19456$2$salt$tag`. */
export function argon2Passwords(cost: Argon2Cost = recommended): Passwords {
  const compute = (password: string, salt: Buffer, { memory, passes }: Argon2Cost) =>
    derive('argon2id', {
      message: Buffer.from(password.normalize('NFKC')),
      nonce: salt,
      parallelism: 1,
      tagLength: 32,
      memory,
      passes,
    }) as Promise<Buffer>
  return {
    async hash(password) {
      const salt = randomBytes(16)
      const tag = await compute(password, salt, cost)
      return [
        'argon2id',
        cost.memory,
        cost.passes,
        salt.toString('base64url'),
        tag.toString('base64url'),
      ].join('$')
    },
    async verify(password, hash) {
      const [kind, memory, passes, salt, tag] = (hash ?? '').split('$')
      const isKnown = kind === 'argon2id' && tag !== undefined
      const expected = isKnown ? Buffer.from(tag, 'base64url') : Buffer.alloc(32)
      const actual = await compute(
        password,
        isKnown ? Buffer.from(salt ?? '', 'base64url') : Buffer.alloc(16),
        isKnown ? { memory: Number(memory), passes: Number(passes) } : cost,
      )
      return isKnown && timingSafeEqual(actual, expected)
    },
  }
}
