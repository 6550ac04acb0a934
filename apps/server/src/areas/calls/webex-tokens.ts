import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import * as z from 'zod'
import type { Random } from '#ports/random.ts'
import type { WebexTokens } from '#ports/video-calls.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const content = z.object({ access: z.string(), refresh: z.string(), accessEndsAt: z.number() })

/** Encrypts a user's tokens for the database, with a key made from the integration's secret. */
export function sealWebexTokens(random: Random, secret: string, userId: number, tokens: WebexTokens): string {
  const nonce = Buffer.from(random.token(nonceBytes))
  const cipher = createCipheriv(algorithm, keyOf(secret), nonce).setAAD(Buffer.from(String(userId)))
  const text = Buffer.concat([cipher.update(JSON.stringify(tokens)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
}

/** Decrypts a user's tokens; undefined if they are another user's, or the integration has another secret now. */
export function openWebexTokens(secret: string, userId: number, sealed: string): WebexTokens | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  const [nonce, rest] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)]
  try {
    const decipher = createDecipheriv(algorithm, keyOf(secret), nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(String(userId)))
      .setAuthTag(rest.subarray(0, tagBytes))
    const text = Buffer.concat([decipher.update(rest.subarray(tagBytes)), decipher.final()])
    return content.parse(JSON.parse(text.toString()))
  } catch {
    return undefined
  }
}

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'webex tokens', 32))
