import type { Device } from '@tagma/contract/objects/device.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  deleteDevice,
  deleteDevicesOf,
  type DeviceRow,
  insertDevice,
  updateDevice,
} from '#store/notifying/devices.ts'
import { deleteLegacyTokenById, legacyTokensOf } from '#store/notifying/legacy-push-tokens.ts'
import { presentDevice } from './present.ts'
import { tellPushDevices } from './tell-push-devices.ts'

export const unknownDevice = () => badRequest('Invalid `device_id`')

/** Adds a device and returns its id. `program` is the name that the app gives itself. */
export async function addDevice(tx: Tx, user: UserRecord, program: string | null): Promise<number> {
  const id = await insertDevice(tx, user.id, program)
  tx.emit({ type: 'device', op: 'add', device_id: id }, { users: [user.id] })
  return id
}

/** Removes one of a user's devices, with notifications on their way to it. */
export async function removeDevice(tx: Tx, user: UserRecord, id: number): Promise<void> {
  if (!(await deleteDevice(tx, user.id, id))) throw unknownDevice()
  tx.emit({ type: 'device', op: 'remove', device_id: id }, { users: [user.id] })
}

/** Removes every device and token of a user: devices of the old API key get nothing more. Feature level 492. */
export async function forgetDevices(tx: Tx, userId: number): Promise<void> {
  const tokens = await legacyTokensOf(tx.db, [userId])
  for (const { id } of tokens) await deleteLegacyTokenById(tx, id)
  if (tokens.length > 0) tellPushDevices(tx, [userId])
  for (const id of await deleteDevicesOf(tx, userId))
    tx.emit({ type: 'device', op: 'remove', device_id: id }, { users: [userId] })
}

/** Changes a device and tells the differences to its user's clients. */
export async function changeDevice(tx: Tx, row: DeviceRow, change: Partial<DeviceRow>): Promise<void> {
  await updateDevice(tx, row.id, change)
  const before = presentDevice(row)
  const after = presentDevice({ ...row, ...change })
  const names = Object.keys(after) as (keyof Device)[]
  const changed = names.filter((name) => after[name] !== before[name])
  if (changed.length === 0) return
  tx.emit(
    {
      type: 'device',
      op: 'update',
      device_id: row.id,
      ...Object.fromEntries(changed.map((name) => [name, after[name]])),
    },
    { users: [row.user_id] },
  )
}
