import { argon2Sync, pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { Refusal } from '#model/refusal.ts'
import { argon2Passwords } from './argon2-passwords.ts'
import { WaitingRoom } from './waiting-room.ts'

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

const endsOf = (all: readonly Promise<unknown>[]) =>
  Promise.all(
    all.map((one) =>
      one.then(
        () => 'done',
        (error: unknown) => (error instanceof Refusal ? error.code : 'failed'),
      ),
    ),
  )

test('eight passwords wait for two that are checked; another one is refused at once, and later ones are heard', async () => {
  const known = await passwords.hash('tagma')
  const ends = await endsOf(Array.from({ length: 12 }, () => passwords.verify('tagma', known)))
  expect(ends.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'done'))
  expect(ends.slice(10)).toEqual(['SERVER_UNAVAILABLE', 'SERVER_UNAVAILABLE'])
  expect(await passwords.verify('tagma', known)).toBe(true)
})

test('a hundred new passwords wait for their turn, beside those that are checked', async () => {
  const known = await passwords.hash('tagma')
  const ends = endsOf(Array.from({ length: 102 }, () => passwords.hash('tagma')))
  expect(await passwords.verify('tagma', known)).toBe(true)
  expect((await ends).filter((end) => end === 'done')).toHaveLength(101)
  expect((await ends).at(-1)).toBe('SERVER_UNAVAILABLE')
})

test('work that fails gives its place to the next', async () => {
  const room = new WaitingRoom({ atOnce: 1, seats: 2 })
  const order: string[] = []
  const work = (name: string, fails = false) =>
    room.run(async () => {
      order.push(name)
      if (fails) throw new Error(name)
    })
  const ends = await Promise.allSettled([work('first', true), work('second', true), work('third')])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(order).toEqual(['first', 'second', 'third'])
  await work('fourth')
  expect(order.at(-1)).toBe('fourth')
})
