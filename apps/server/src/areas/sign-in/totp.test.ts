import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { systemRandom } from '#ports/random.ts'
import {
  asRecoveryCode,
  base32,
  codeOf,
  drawRecoveryCode,
  drawSecret,
  inGroups,
  otpauthUri,
  plainCode,
  stepOf,
} from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i, the code is that of RFC 6238: %s', (seconds, code) => {
  expect(codeOf(secret, Math.floor(seconds / 30))).toBe(code)
})

const hasOathtool = spawnSync('oathtool', ['--version']).status === 0

test.runIf(hasOathtool)(
  'oathtool, which shares no code with ours, shows the same codes for a secret as people type it',
  () => {
    const now = 1_790_000_000
    for (let count = 0; count < 5; count++) {
      const drawn = drawSecret(systemRandom)
      const args = ['--totp', '--base32', '--now', `@${now}`, '--window', '20', base32(drawn)]
      const shown = execFileSync('oathtool', args, { encoding: 'utf8' }).trim().split('\n')
      const step = Math.floor(now / 30)
      expect(shown).toEqual(shown.map((_, later) => codeOf(drawn, step + later)))
      expect(shown).toHaveLength(21)
    }
  },
)

test('a code counts for the half minute before and after its own, and no more', () => {
  const code = codeOf(secret, 100)
  const at = (step: number) => stepOf(secret, code, { now: step * 30 + 29, lastStep: 0 })
  expect([98, 99, 100, 101, 102].map(at)).toEqual([undefined, 100, 100, 100, undefined])
})

test('a code of a half minute that is spent does not count, nor does one before it', () => {
  const at = (lastStep: number) => stepOf(secret, codeOf(secret, 100), { now: 3000, lastStep })
  expect([99, 100, 101].map(at)).toEqual([100, undefined, undefined])
})

test('apps read the secret, the organization and the account from the address', () => {
  const uri = new URL(otpauthUri(secret, { issuer: 'Press: Riso & Co', account: 'iris+a@example.com' }))
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(uri.pathname)).toBe('/Press  Riso & Co:iris+a@example.com')
  expect(uri.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(uri.searchParams.get('issuer')).toBe('Press  Riso & Co')
})

test('secrets have 160 bits and recovery codes 80, in letters that people can type', () => {
  expect(base32(drawSecret(systemRandom))).toMatch(/^[a-z2-7]{32}$/)
  const code = drawRecoveryCode(systemRandom)
  expect(inGroups(code)).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/)
  expect(plainCode(` ${inGroups(code).toUpperCase()} `)).toBe(code)
  expect(asRecoveryCode('b0okl1st')).toBe('bookllst')
})
