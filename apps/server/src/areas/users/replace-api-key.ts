import { forgetDevices } from '#areas/push/change-device.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Call } from '#server/call.ts'
import { updateUser } from '#store/users.ts'

/** Gives a user a new API key, at once the only one, and returns it. Whoever had the old one gets no notifications more. */
export async function replaceApiKey({ services, transact }: Call, user: UserRecord): Promise<string> {
  const key = services.random.token(32)
  await transact(async (tx) => {
    await updateUser(tx, user.id, { api_key: key })
    await forgetDevices(tx, user.id)
  })
  return key
}
