import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keySealed } from './key-sealed.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'tagma-key-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

const secret = Buffer.from('12345678901234567890')

test('a sealed secret opens for its place alone, in every process with the same folder', () => {
  const dataDir = folder()
  const sealed = keySealed(undefined, dataDir).seal(secret, 'factor of 7')
  expect(sealed).not.toContain(secret.toString('base64url'))
  const other = keySealed(undefined, dataDir)
  expect(other.open(sealed, 'factor of 7')).toEqual(secret)
  expect(other.isOurs(sealed)).toBe(true)
  expect(other.open(sealed, 'factor of 8')).toBeUndefined()
  expect(other.open(`${sealed.slice(0, -2)}AA`, 'factor of 7')).toBeUndefined()
})

test('the key is made when it is first needed, for its owner alone', () => {
  const dataDir = folder()
  const sealed = keySealed(undefined, dataDir)
  expect(sealed.hasKey()).toBe(false)
  expect(readdirSync(dataDir)).toEqual([])
  sealed.seal(secret, 'a')
  expect(sealed.hasKey()).toBe(true)
  expect(readdirSync(dataDir)).toEqual(['secret.key'])
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
})

test('a key from the settings leaves the folder alone, and another key opens nothing', () => {
  const dataDir = folder()
  const sealed = keySealed('a'.repeat(64), dataDir).seal(secret, 'a')
  expect(readdirSync(dataDir)).toEqual([])
  const other = keySealed('b'.repeat(64), dataDir)
  expect([other.open(sealed, 'a'), other.isOurs(sealed)]).toEqual([undefined, false])
})

test('a broken key file is named, and stays as it is', () => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'secret.key'), 'short')
  expect(() => keySealed(undefined, dataDir).seal(secret, 'a')).toThrow(/secret\.key should hold 64/)
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe('short')
})
