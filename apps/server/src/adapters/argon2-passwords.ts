import { argon2, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type FormerHash, formerHash } from '#model/former-hash.ts'
import type { Passwords } from '#ports/passwords.ts'
import { WaitingRoom } from './waiting-room.ts'

const derive = promisify(argon2)
const stretch = promisify(pbkdf2)

/** Memory in KiB, passes and lanes; OWASP's recommendation for argon2id. */
export interface Argon2Cost {
  readonly memory: number
  readonly passes: number
}
const recommended: Argon2Cost = { memory: 19_456, passes: 2 }

/**
 * Hashes at once, and passwords that wait for their turn. Node has four threads for this and for files: a flood of
 * passwords must not keep them all, nor fill the memory. Strangers can flood the server with passwords to check. New
 * passwords come from people who may set them, and from programs that make many accounts: those wait.
 */
const rooms = { checks: { atOnce: 2, seats: 8 }, fresh: { atOnce: 1, seats: 100 } }

/**
 * Hashes by argon2id in threads of the process. A hash carries its parameters: `argon2id$19456$2$salt$tag`. Verifies
 * hashes of former servers too.
 */
export function argon2Passwords(cost: Argon2Cost = recommended): Passwords {
  const { hash, verify } = unboundedPasswords(cost)
  const [checks, fresh] = [new WaitingRoom(rooms.checks), new WaitingRoom(rooms.fresh)]
  return {
    hash: (password) => fresh.run(() => hash(password)),
    verify: (password, known) => checks.run(() => verify(password, known)),
  }
}

function unboundedPasswords(cost: Argon2Cost): Passwords {
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
      const former = formerHash(hash ?? '')
      if (former) return timingSafeEqual(await computeFormer(password, former), former.tag)
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

/** Derives what a former server derived: it takes passwords as they are typed. */
function computeFormer(password: string, former: FormerHash): Promise<Buffer> {
  if (former.kind === 'pbkdf2')
    return stretch(password, former.salt, former.iterations, former.tag.length, 'sha256')
  return derive(former.algorithm, {
    message: Buffer.from(password),
    nonce: former.salt,
    parallelism: former.lanes,
    tagLength: former.tag.length,
    memory: former.memory,
    passes: former.passes,
  })
}
