import { expect, test } from 'vitest'
import { formerHash } from './former-hash.ts'

const argon2 = (parameters: string) => `argon2$argon2id$v=19$${parameters}$c2FsdHNhbHRzYWx0$${'A'.repeat(43)}`

test('hashes whose check would cost too much, or of other kinds, are none', () => {
  expect(formerHash(argon2('m=102400,t=2,p=8'))).toMatchObject({ memory: 102_400, passes: 2, lanes: 8 })
  expect(formerHash(`pbkdf2_sha256$600000$salt$${'A'.repeat(43)}=`)).toMatchObject({ iterations: 600_000 })
  for (const text of [
    argon2('m=999999999,t=2,p=8'),
    argon2('m=102400,t=99,p=8'),
    argon2('m=102400,t=2,p=99'),
    argon2('m=8,t=2,p=8'),
    `pbkdf2_sha256$99000000$salt$${'A'.repeat(43)}=`,
    'pbkdf2_sha256$600000$salt$short=',
    'argon2id$19456$2$c2FsdA$dGFn',
    'bcrypt_sha256$$2b$12$abc',
    '!kUx',
    '',
  ])
    expect(formerHash(text)).toBeUndefined()
})
