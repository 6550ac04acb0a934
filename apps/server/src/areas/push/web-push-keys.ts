import type { Services } from '#call/services.ts'
import type { WebPushKeys } from '#ports/web-push.ts'
import { findWebPushKey, saveWebPushKey } from '#store/notifying/web-push-subscriptions.ts'
import { tellPushDevices } from './tell-push-devices.ts'

const placeOf = (organizationId: number) => `web push of organization ${organizationId}`

/** Finds the key with which the organization signs; undefined without one, and without the key that sealed it. */
export async function findWebPushKeys(
  { data: { db }, outside: { sealed } }: Services,
  organizationId: number,
): Promise<WebPushKeys | undefined> {
  const row = await findWebPushKey(db, organizationId)
  const secret = row && sealed.open(row.sealed, placeOf(organizationId))
  return secret && row && { publicKey: row.public_key, privateKey: Buffer.from(secret).toString('utf8') }
}

/** Returns the key of the organization, or makes one: at first, and when the key that sealed it was lost. */
export async function requireWebPushKeys(services: Services, organizationId: number): Promise<WebPushKeys> {
  const present = await findWebPushKeys(services, organizationId)
  if (present) return present
  const made = await services.outside.webPush.makeKeys()
  const { sealed } = services.outside
  return services.data.transact(organizationId, async (tx) => {
    // Another browser may have asked at the same time.
    const other = await findWebPushKey(tx.db, organizationId)
    const secret = other && sealed.open(other.sealed, placeOf(organizationId))
    if (other && secret)
      return { publicKey: other.public_key, privateKey: Buffer.from(secret).toString('utf8') }
    const key = {
      public_key: made.publicKey,
      sealed: sealed.seal(Buffer.from(made.privateKey), placeOf(organizationId)),
    }
    tellPushDevices(tx, await saveWebPushKey(tx, key))
    return made
  })
}
