import type { Uses } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { HeldToken } from '#directory/token-book.ts'
import { tokenEnded } from '#events/end-access-tokens.ts'
import { Refusal } from '#model/refusal.ts'
import { isTokenShaped, isWholeToken } from './access-token-form.ts'
import { requireStep } from './require-step.ts'

/** An access token as a request brings it. */
export interface BroughtToken {
  readonly token: string
  /** API email address of its account, where the request names one. */
  readonly email: string | undefined
  /** True at the address of tools for agents, which takes tokens of OAuth too. */
  readonly isForAgents?: boolean
}

const longestHeader = 512

/** Returns the access token of a header Authorization: a bearer token, or the password of HTTP Basic. */
export function tokenOfHeader(header: string | undefined): BroughtToken | undefined {
  if (header === undefined || header.length > longestHeader) return undefined
  const bearer = /^bearer +(tgm_\S*) *$/i.exec(header)?.[1]
  if (bearer !== undefined) return { token: bearer, email: undefined }
  const basic = /^basic +([a-z0-9+/=_-]+)$/i.exec(header.trim())?.[1]
  if (basic === undefined) return undefined
  const decoded = Buffer.from(basic, 'base64').toString('utf8')
  const colon = decoded.lastIndexOf(':')
  const token = decoded.slice(colon + 1)
  return colon > 0 && isTokenShaped(token) ? { token, email: decoded.slice(0, colon) } : undefined
}

/**
 * Recognizes the account of an access token: at once if this process remembers the token, otherwise by a query. Throws a
 * Refusal for a token that has ended, or that belongs to another account than the request names.
 */
export function recognizeToken(
  services: Uses<'live' | 'clock'>,
  { token, ...wanted }: BroughtToken,
  directory: OrganizationDirectory,
  address: () => string,
): HeldToken | Promise<HeldToken> {
  const { tokens } = services.live
  if (!isWholeToken(token))
    throw new Refusal('INVALID_API_KEY', 'Malformed access token: a character is wrong or missing.')
  const held = tokens.recall(token, directory, address)
  if (held) return requireGood(services, held, wanted, directory)
  return tokens
    .find(token, directory, address)
    .then((found) => requireGood(services, found, wanted, directory))
}

function requireGood(
  services: Uses<'clock'>,
  held: HeldToken | undefined,
  { email, isForAgents = false }: Omit<BroughtToken, 'token'>,
  directory: OrganizationDirectory,
): HeldToken {
  if (!held || (email !== undefined && directory.userByEmail(email)?.id !== held.user.id))
    throw new Refusal('INVALID_API_KEY', tokenEnded)
  if (held.isForAgents && !isForAgents)
    throw new Refusal('INVALID_API_KEY', 'This access token is for tools at /mcp, and for nothing else.')
  if (directory.organization.deactivatedAt !== null)
    throw new Refusal('REALM_DEACTIVATED', 'This organization has been deactivated')
  if (!held.user.isActive) throw new Refusal('USER_DEACTIVATED', 'Account is deactivated')
  requireStep(services, directory, held.user, { kind: 'token', has: held.hasStep })
  return held
}
