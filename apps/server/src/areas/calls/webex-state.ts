import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds that a person may take to let Webex know. */
const patience = 15 * 60

interface Bearer {
  readonly organizationId: number
  readonly sessionId: number
}

/**
 * Makes the text with which Webex leads a person back. Only the browser session that it was made for can use it:
 * otherwise a stranger could connect their own Webex account to somebody else's.
 */
export const webexState = (secret: string, bearer: Bearer, now: number): string =>
  `${now}.${signature(secret, bearer, now).toString('base64url')}`

/** Tells whether this session has begun to connect an account with this text, not long ago. */
export function isWebexState(secret: string, bearer: Bearer, now: number, state: string): boolean {
  const [time = '', sign = ''] = state.split('.', 2)
  const begun = Number(time)
  if (!/^\d{1,12}$/.test(time) || begun > now || begun + patience < now) return false
  const [own, given] = [signature(secret, bearer, begun), Buffer.from(sign, 'base64url')]
  return given.length === own.length && timingSafeEqual(given, own)
}

const signature = (secret: string, { organizationId, sessionId }: Bearer, begun: number): Buffer =>
  createHmac('sha256', secret).update(`webex state\n${organizationId}\n${sessionId}\n${begun}`).digest()
