import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sealed } from '#ports/sealed.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Name of the file with the key, in the data folder. */
const keyFileName = 'secret.key'

/** Seals with a key of 64 hexadecimal digits. Without one, with that of the data folder, which the first use makes. */
export function keySealed(given: string | undefined, dataDir: string): Sealed {
  let known: Keys | undefined
  const keys = (): Keys => (known ??= keysOf(given ?? keyOfFolder(dataDir)))
  return {
    seal(secret, place) {
      const { key, name } = keys()
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place))
      const text = Buffer.concat([cipher.update(secret), cipher.final()])
      return `${name}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`
    },
    open(sealed, place) {
      const { key, name } = keys()
      const [by, encoded = ''] = sealed.split('.')
      if (by !== name) return undefined
      const bytes = Buffer.from(encoded, 'base64url')
      const [nonce, rest] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)]
      try {
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
          .setAAD(Buffer.from(place))
          .setAuthTag(rest.subarray(0, tagBytes))
        return Buffer.concat([decipher.update(rest.subarray(tagBytes)), decipher.final()])
      } catch {
        return undefined
      }
    },
    isOurs: (sealed) => sealed.startsWith(`${keys().name}.`),
    hasKey: () => given !== undefined || existsSync(join(dataDir, keyFileName)),
  }
}

/** The key, and a name that tells it from others and nothing about it. */
interface Keys {
  readonly key: Buffer
  readonly name: string
}

function keysOf(digits: string): Keys {
  const derive = (use: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(digits, 'hex'), '', use, bytes))
  return { key: derive('seal', 32), name: derive('name', 6).toString('base64url') }
}

/** Reads the key of a data folder, or makes it. Several processes may do so at once: all get the same one. */
function keyOfFolder(dataDir: string): string {
  const file = join(dataDir, keyFileName)
  const known = readKey(file)
  if (known !== undefined) return known
  const draft = join(dataDir, `.${keyFileName}.${randomUUID()}`)
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(draft, 0o600)
  try {
    // Appears whole or not at all, and never in the place of another.
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  const made = readKey(file)
  if (made === undefined) throw new Error(`${file} was made and is gone again.`)
  return made
}

function readKey(file: string): string | undefined {
  let text
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new Error(`${file} should hold 64 hexadecimal digits: bring it back from a backup.`)
  return text
}
