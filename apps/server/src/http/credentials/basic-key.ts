import { timingSafeEqual } from 'node:crypto'
import { botTypes } from '@tagma/contract/objects/bot.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'

const keptHeaders = 10_000
/**
 * Longer headers are not remembered: blanks can make a header as long as a caller likes, and clients send short ones.
 */
const longestKeptHeader = 512
const keyLength = 32

/**
 * Recognizes users by HTTP Basic authentication with API email address and API key. Remembers correct headers while the
 * directory holds the same record of the user.
 */
export class BasicKeys {
  readonly #known = new Map<string, UserRecord>()

  /** Returns the user; undefined for a request without credentials. Throws a Refusal for wrong credentials. */
  recognize(header: string | undefined, directory: OrganizationDirectory): UserRecord | undefined {
    if (header === undefined) return undefined
    const known = this.#known.get(header)
    if (known && directory.users.get(known.id) === known && directory.organization.deactivatedAt === null)
      return known
    const user = requireCaller(header, directory)
    if (header.length > longestKeptHeader) return user
    if (this.#known.size >= keptHeaders) this.#known.clear()
    this.#known.set(header, user)
    return user
  }
}

/** Throws a Refusal for bots that can only send messages. */
export function refuseIncomingWebhook(caller: UserRecord | undefined): void {
  if (caller?.botType === botTypes.incomingWebhook)
    throw new Refusal('UNAUTHORIZED', 'This API is not available to incoming webhook bots.')
}

function requireCaller(header: string, directory: OrganizationDirectory): UserRecord {
  const match = /^basic +([a-z0-9+/=_-]+)$/i.exec(header.trim())
  const decoded = match?.[1] === undefined ? '' : Buffer.from(match[1], 'base64').toString('utf8')
  const colon = decoded.lastIndexOf(':')
  if (colon < 1) throw new Refusal('UNAUTHORIZED', 'Invalid authorization header for basic auth')
  const email = decoded.slice(0, colon)
  const key = decoded.slice(colon + 1)
  if (Buffer.byteLength(key) !== keyLength) throw new Refusal('INVALID_API_KEY', 'Malformed API key')
  const user = directory.userByEmail(email)
  const expected = Buffer.from(user?.apiKey ?? ' '.repeat(keyLength))
  if (!timingSafeEqual(Buffer.from(key), expected) || !user)
    throw new Refusal('INVALID_API_KEY', 'Invalid API key')
  if (directory.organization.deactivatedAt !== null)
    throw new Refusal('REALM_DEACTIVATED', 'This organization has been deactivated')
  if (!user.isActive) throw new Refusal('USER_DEACTIVATED', 'Account is deactivated')
  return user
}
