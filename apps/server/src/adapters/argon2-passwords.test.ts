import { argon2Sync, pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { argon2Passwords } from './argon2-passwords.ts'

const passwords = argon2Passwords({ memory: 64, passes: 1 })

/** Hashes in the forms of Django, with little work. */
const former = {
  pbkdf2: (password: string) =>
    `pbkdf2_sha256$10$c2FsdA$${pbkdf2Sync(password, 'c2FsdA', 10, 32, 'sha256').toString('base64')}`,
  argon2(password: string) {
    const nonce = Buffer.from('saltsaltsalt')
    const cost = { memory: 64, passes: 1, parallelism: 2, tagLength: 32 }
    const tag = argon2Sync('argon2id', { message: password, nonce, ...cost })
    const bare = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
    return `argon2$argon2id$v=19$m=64,t=1,p=2$${bare(nonce)}$${bare(tag)}`
  },
}

test.for([
  ['its own hash', (password: string) => passwords.hash(password)],
  ['PBKDF2 of Django', former.pbkdf2],
  ['Argon2 of Django', former.argon2],
  [
    'PBKDF2 of another implementation',
    () => 'pbkdf2_sha256$1000$salt$sHd8d09JUS77GgRQazFBSBSVGXBYRHmogheetwwJcK0=',
  ],
] as const)('%s fits its password, and no other', async ([, hash]) => {
  const made = await hash('tagma')
  expect(await passwords.verify('tagma', made)).toBe(true)
  expect(await passwords.verify('Tagma', made)).toBe(false)
  expect(await passwords.verify('tagma', null)).toBe(false)
})
