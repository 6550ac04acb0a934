import type { Snapshot } from '#call/snapshot.ts'
import { devicesOf } from '#store/notifying/devices.ts'
import { presentDevice } from './present.ts'

/** The devices' part of the registration response. */
export const pushSnapshot: Snapshot = async ({ db, user, wants }) => {
  if (!wants('device')) return {}
  const devices = await devicesOf(db, user.id)
  return { devices: Object.fromEntries(devices.map((row) => [row.id, presentDevice(row)])) }
}
