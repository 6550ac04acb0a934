import { argon2Sync, randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/**
 * Gives everybody in the SQLite file of a stopped server a password hash that is compared at once. The browsers of tests
 * sign in hundreds of times.
 */
export function hashQuickly(file: string, password: string): void {
  const salt = randomBytes(16)
  const cost = { memory: 64, passes: 1 }
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce: salt,
    parallelism: 1,
    tagLength: 32,
    ...cost,
  })
  const hash = ['argon2id', cost.memory, cost.passes, salt.toString('base64url'), tag.toString('base64url')]
  const database = new DatabaseSync(file)
  database.prepare('update users set password_hash = ? where password_hash is not null').run(hash.join('$'))
  database.close()
}
