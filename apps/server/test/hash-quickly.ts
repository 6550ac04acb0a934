import { DatabaseSync } from 'node:sqlite'
import { argon2Passwords } from '#adapters/argon2-passwords.ts'

/**
 * Gives everybody in the SQLite file of a stopped server a hash of their password that is compared at once: the browsers
 * of tests sign in hundreds of times.
 */
export async function hashQuickly(file: string, password: string): Promise<void> {
  const hash = await argon2Passwords({ memory: 64, passes: 1 }).hash(password)
  const database = new DatabaseSync(file)
  database.prepare('update users set password_hash = ? where password_hash is not null').run(hash)
  database.close()
}
