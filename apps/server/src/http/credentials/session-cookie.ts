import type { Uses } from '#call/services.ts'
import type { Config } from '#config/config.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { lostAfter, type Session } from '#directory/session-book.ts'
import { endSessions, signedOut } from '#events/end-sessions.ts'
import { byStranger } from '#model/audit.ts'
import { Refusal } from '#model/refusal.ts'
import { StoreUnavailable } from '#store/log/transactions.ts'
import { rotateSession } from '#store/people/sessions.ts'
import { type CookieHeaders, ownCookie, ownCookieValue } from './own-cookie.ts'
import { requireStep } from './require-step.ts'

const cookieName = 'tagma'

/** Letters of a cookie's value: 256 bits. */
export const tokenLength = 43

/** Seconds without use after which a session ends whose person does not want to stay signed in. */
export const shortIdleSeconds = 12 * 3600

/** Returns the value of a request's session cookie. Over https, a cookie that others could have planted does not count. */
export const sessionToken = (headers: CookieHeaders, config: Pick<Config, 'publicUrl'>): string | undefined =>
  ownCookieValue(headers, config, cookieName)

/** Makes the header Set-Cookie for a session. A session that stays is kept when the browser closes. */
export function sessionCookie(
  headers: CookieHeaders,
  config: Pick<Config, 'publicUrl'>,
  { token, idleSeconds }: { readonly token: string; readonly idleSeconds: number },
): string {
  const stays = idleSeconds > shortIdleSeconds ? `; Max-Age=${idleSeconds}` : ''
  return `${ownCookie(headers, config, { name: cookieName, value: token })}${stays}`
}

/** Makes the header Set-Cookie that takes the session's cookie away. */
export const noSessionCookie = (headers: CookieHeaders, config: Pick<Config, 'publicUrl'>): string =>
  `${ownCookie(headers, config, { name: cookieName, value: '' })}; Max-Age=0`

/** A session with the value that the request brought. */
export interface SignedIn extends Session {
  readonly token: string
}

type Parts = Uses<'data' | 'live' | 'time' | 'security' | 'config'>

/**
 * Recognizes the session of a request: at once if this process remembers it, otherwise by a query. Returns undefined for
 * a request without a session cookie. Throws a Refusal for a session that has ended.
 */
export function recognizeSession(
  services: Parts,
  { headers, address }: { readonly headers: CookieHeaders; readonly address: () => string },
  directory: OrganizationDirectory,
): SignedIn | undefined | Promise<SignedIn> {
  const token = sessionToken(headers, services.config)
  if (token === undefined) return undefined
  if (directory.organization.deactivatedAt !== null)
    throw new Refusal('REALM_DEACTIVATED', 'This organization has been deactivated')
  const session = services.live.sessions.recall(token, directory)
  return session
    ? withStep(services, directory, { ...session, token })
    : findSession(services, { token, address }, directory)
}

function withStep(services: Parts, directory: OrganizationDirectory, session: SignedIn): SignedIn {
  requireStep(services, directory, session.user, { kind: 'session', has: session.hasStep })
  return session
}

async function findSession(
  services: Parts,
  { token, address }: { readonly token: string; readonly address: () => string },
  directory: OrganizationDirectory,
): Promise<SignedIn> {
  const ended = new Refusal('UNAUTHORIZED', signedOut)
  if (!isToken.test(token)) throw ended
  const { sessions, events } = services.live
  const organization = directory.organization.id
  let finding = await sessions.find(token, directory)
  if (finding.kind === 'behind' && services.data.isShared) {
    // Another process has just made the user.
    await events.log.catchUp(organization)
    finding = await sessions.find(token, directory)
  }
  if (finding.kind === 'good') return withStep(services, directory, { ...finding.session, token })
  if (finding.kind === 'reused') {
    const { id, userId } = finding
    await services.data.transact(organization, (tx) => endSessions(tx, userId, [id]), {
      by: byStranger(address()),
    })
    services.security.note('session.reused', {
      organization,
      actor: null,
      address: address(),
      target: userId,
    })
  }
  throw ended
}

const isToken = new RegExp(`^[A-Za-z0-9]{${tokenLength}}$`)

/**
 * Gives a session a new value if that is due. Returns the header Set-Cookie that brings it; undefined if the browser
 * keeps the value that it has.
 */
export async function rotated(
  services: Parts,
  headers: CookieHeaders,
  directory: OrganizationDirectory,
  session: SignedIn,
): Promise<string | undefined> {
  const { token, id, user, idleSeconds } = session
  const next = services.time.random.token(tokenLength)
  try {
    const isNew = await services.data.transact(directory.organization.id, (tx) =>
      rotateSession(tx, { id, userId: user.id }, { token, next, patience: lostAfter }),
    )
    return isNew ? sessionCookie(headers, services.config, { token: next, idleSeconds }) : undefined
  } catch (error) {
    // A later request rotates it: this one may only read.
    if (error instanceof StoreUnavailable) return undefined
    throw error
  }
}
