import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '@tagma/contract/define.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { letsSpectatorsIn, spectatorOf } from '#directory/spectator.ts'
import type { HeldToken } from '#directory/token-book.ts'
import { Refusal } from '#model/refusal.ts'
import { callerAddress } from './caller-address.ts'
import { countWrongKey, countWrongSession, isWrongKey } from './count-wrong-key.ts'
import { isTokenShaped } from './credentials/access-token-form.ts'
import { type BroughtToken, recognizeToken, tokenOfHeader } from './credentials/access-token.ts'
import { keyOfAddress, recognizeByAddress } from './credentials/address-key.ts'
import { requireStep } from './credentials/require-step.ts'
import { recognizeSession, type SignedIn } from './credentials/session-cookie.ts'
import type { RouteParts } from './endpoint-route.ts'
import type { Admitted } from './http-call.ts'
import { refuseForged } from './same-origin.ts'

/** Credentials that an address takes: the header Authorization below /api/v1, a session below /json. */
export type TakenCredential = 'key' | 'session'

/** An endpoint, or a page that acts like one, at one of its addresses. */
interface Entrance {
  readonly endpoint: Pick<Endpoint, 'id' | 'method' | 'role' | 'keyInAddress' | 'spectators'>
  readonly takes: TakenCredential
  readonly parts: RouteParts
  /** True where agents call tools. */
  readonly isForAgents?: boolean
}

/** Returns who calls. Throws a Refusal for wrong credentials, and for a stranger who may not call the endpoint. */
export function admit(
  entrance: Entrance,
  request: IncomingMessage,
  directory: OrganizationDirectory,
): Admitted | Promise<Admitted> {
  if (entrance.takes === 'session') return admitBySession(entrance, request, directory)
  const again = (error: unknown) => admitAfterCatchingUp(entrance, request, directory, error)
  try {
    const admitted = admitByHeader(entrance, request, directory)
    return admitted instanceof Promise ? admitted.catch(again) : admitted
  } catch (error) {
    return again(error)
  }
}

function admitByHeader(
  entrance: Entrance,
  request: IncomingMessage,
  directory: OrganizationDirectory,
): Admitted | Promise<Admitted> {
  const brought = tokenOf(entrance, request)
  if (!brought) return admitByKey(entrance, request, directory)
  const { services } = entrance.parts
  const address = () => callerAddress(request, services.config.proxies)
  const admitted = (token: HeldToken): Admitted => {
    refuseForgedChange(entrance, request, directory)
    return { caller: token.user, session: undefined, token }
  }
  const { isForAgents = false } = entrance
  const held = recognizeToken(services, { ...brought, isForAgents }, directory, address)
  return held instanceof Promise ? held.then(admitted) : admitted(held)
}

/** Returns the access token that a request brings, in the header or where an endpoint takes keys in its address. */
function tokenOf({ endpoint }: Entrance, request: IncomingMessage): BroughtToken | undefined {
  const inHeader = tokenOfHeader(request.headers.authorization)
  if (inHeader || !endpoint.keyInAddress || request.headers.authorization !== undefined) return inHeader
  const key = keyOfAddress(request)
  return key !== undefined && isTokenShaped(key) ? { token: key, email: undefined } : undefined
}

function admitByKey(
  entrance: Entrance,
  request: IncomingMessage,
  directory: OrganizationDirectory,
): Admitted {
  const { keys } = entrance.parts
  const caller = entrance.endpoint.keyInAddress
    ? recognizeByAddress(keys, request, directory)
    : keys.recognize(request.headers.authorization, directory)
  if (!caller) return stranger(entrance, directory)
  requireStep(entrance.parts.services, directory, caller, { kind: 'key', has: caller.keyHasStep })
  refuseForgedChange(entrance, request, directory)
  return { caller, session: undefined, token: undefined }
}

/** Refuses a change that another site made a browser ask for. */
function refuseForgedChange(
  { endpoint, parts: { services } }: Entrance,
  request: IncomingMessage,
  directory: OrganizationDirectory,
): void {
  if (endpoint.method !== 'GET')
    refuseForged(requestOf(request), 'key', organizationUrl(services.config, directory.organization))
}

/**
 * Tries again with the newest state where a key was wrong: another process may have made the user or the key a moment
 * ago. Clients log their user out when a key is refused. Counts the wrong key, so that guesses read the log rarely.
 */
async function admitAfterCatchingUp(
  entrance: Entrance,
  request: IncomingMessage,
  directory: OrganizationDirectory,
  error: unknown,
): Promise<Admitted> {
  if (!isWrongKey(error)) throw error
  const { services } = entrance.parts
  countWrongKey(entrance.parts, request)
  if (!services.data.isShared) throw error
  await services.live.events.log.catchUp(directory.organization.id)
  return admitByHeader(entrance, request, directory)
}

function admitBySession(
  entrance: Entrance,
  request: IncomingMessage,
  directory: OrganizationDirectory,
): Admitted | Promise<Admitted> {
  const { services } = entrance.parts
  // Strangers may ask what has become of the organization.
  if (isOpen(entrance) && directory.organization.deactivatedAt !== null) return stranger(entrance, directory)
  const address = () => callerAddress(request, services.config.proxies)
  const found = recognizeSession(services, { headers: request.headers, address }, directory)
  if (found instanceof Promise) return admitFound(entrance, request, directory, found)
  return found ? signedIn(entrance, request, directory, found) : stranger(entrance, directory)
}

/** Admits by a session that is not remembered. An ended one counts as wrong, and as none where none is needed. */
async function admitFound(
  entrance: Entrance,
  request: IncomingMessage,
  directory: OrganizationDirectory,
  finding: Promise<SignedIn>,
): Promise<Admitted> {
  let session: SignedIn
  try {
    session = await finding
  } catch (error) {
    if (!isWrongKey(error)) throw error
    countWrongSession(entrance.parts, request)
    if (isOpen(entrance)) return stranger(entrance, directory)
    throw error
  }
  return signedIn(entrance, request, directory, session)
}

function signedIn(
  { parts: { services } }: Entrance,
  request: IncomingMessage,
  directory: OrganizationDirectory,
  session: SignedIn,
): Admitted {
  const own = organizationUrl(services.config, directory.organization)
  refuseForged(requestOf(request), 'session', own)
  return { caller: session.user, session, token: undefined }
}

/** Admits somebody without credentials, if the endpoint does. */
function stranger(
  { endpoint, takes, parts: { services } }: Entrance,
  directory: OrganizationDirectory,
): Admitted {
  if (endpoint.role !== 'anyone') {
    if (endpoint.spectators !== undefined && letsSpectatorsIn(directory, services.config))
      return { caller: spectatorOf(directory), session: undefined, token: undefined }
    throw new Refusal(
      'UNAUTHORIZED',
      takes === 'key' ? 'Missing authorization header for basic auth' : 'You are not signed in.',
    )
  }
  if (directory.organization.deactivatedAt !== null && endpoint.id !== 'get-server-settings')
    throw new Refusal('REALM_DEACTIVATED', 'This organization has been deactivated')
  return { caller: undefined, session: undefined, token: undefined }
}

const isOpen = ({ endpoint }: Entrance) => endpoint.role === 'anyone'

const requestOf = ({ method = '', headers }: IncomingMessage) => ({ method, headers })
