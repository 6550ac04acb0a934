import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'

/** How long a temporary address opens its file, in seconds. */
const lifetime = 60

/** An address that opens an upload without credentials. It is signed with the user's API key, and dies with it. */
export function temporaryUrl(user: UserRecord, pathId: string, now: number): string {
  const until = now + lifetime
  const claim = Buffer.from(`${user.id}.${until}.${pathId}`).toString('base64url')
  const filename = pathId.split('/').at(-1) ?? ''
  return `/user_uploads/temporary/${claim}.${sign(user, claim)}/${filename}`
}

/** The path id that a token opens, and for whom it was made; undefined when it opens nothing, or not any more. */
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
