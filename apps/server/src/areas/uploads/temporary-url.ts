import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'

/** In seconds. A temporary address opens its file for so long. */
const lifetime = 60

/** Makes an address that opens an upload without credentials. The user's API key signs it, so a new key ends it. */
export function temporaryUrl(user: UserRecord, pathId: string, now: number): string {
  const until = now + lifetime
  const claim = Buffer.from(`${user.id}.${until}.${pathId}`).toString('base64url')
  const filename = pathId.split('/').at(-1) ?? ''
  return `/user_uploads/temporary/${claim}.${sign(user, claim)}/${filename}`
}

/** Reads a token: the path id that it opens, and its user. Undefined for an invalid or expired token. */
export function readTemporaryToken(
  directory: OrganizationDirectory,
  token: string,
  now: number,
): { user: UserRecord; pathId: string } | undefined {
  const [claim = '', signature = ''] = token.split('.')
  const parts = /^(\d{1,15})\.(\d{1,15})\.(.+)$/s.exec(Buffer.from(claim, 'base64url').toString())
  const user = parts ? directory.users.get(Number(parts[1])) : undefined
  const pathId = parts?.[3]
  if (!parts || !user?.isActive || pathId === undefined || Number(parts[2]) < now) return undefined
  const expected = Buffer.from(sign(user, claim))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? { user, pathId } : undefined
}

const sign = (user: UserRecord, claim: string) =>
  createHmac('sha256', user.apiKey).update(`temporary upload ${claim}`).digest('base64url')
