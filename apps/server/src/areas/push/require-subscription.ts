import { createECDH } from 'node:crypto'
import type { Args } from '@tagma/contract/define.ts'
import type { addWebPushSubscription } from '@tagma/contract/endpoints/push/add-web-push-subscription.ts'
import { badRequest } from '#model/refusal.ts'

const longestEndpoint = 2048

export const unknownSubscription = () => badRequest('Invalid `subscription_id`')

type Subscription = Omit<Args<typeof addWebPushSubscription>, 'is_renewal'>

/** Checks what a browser says of its subscription. Returns its keys in one form. */
export const requireSubscription = ({ endpoint, p256dh, auth }: Subscription): Subscription => ({
  endpoint: requireEndpoint(endpoint),
  p256dh: requireBrowserKey(p256dh),
  auth: requireAuthSecret(auth),
})

/** Checks the address of a push service. Whether it may be called is found out when it is. */
function requireEndpoint(endpoint: string): string {
  const url = URL.parse(endpoint)
  if (!url || !/^https?:$/.test(url.protocol) || endpoint.length > longestEndpoint)
    throw badRequest(
      'Invalid `endpoint`: it should be the address of a push service, of at most 2048 characters',
    )
  return endpoint
}

/** Checks base64url of a point on the curve P-256 in its long form. */
function requireBrowserKey(p256dh: string): string {
  const bytes = Buffer.from(p256dh, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4 || !isOnCurve(bytes))
    throw badRequest('Invalid `p256dh`: it should be base64url of a public key of 65 bytes')
  return bytes.toString('base64url')
}

/** Checks base64url of 16 bytes. */
function requireAuthSecret(auth: string): string {
  const bytes = Buffer.from(auth, 'base64url')
  if (bytes.length !== 16) throw badRequest('Invalid `auth`: it should be base64url of 16 bytes')
  return bytes.toString('base64url')
}

function isOnCurve(point: Buffer): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(point)
    return true
  } catch {
    return false
  }
}
