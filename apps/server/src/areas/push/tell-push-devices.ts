import type { Tx } from '#store/log/tx.ts'

/** Tells clients of these users that their list of devices that get notifications has changed. */
export function tellPushDevices(tx: Tx, users: readonly number[]): void {
  if (users.length > 0) tx.emit({ type: 'tagma_push_devices' }, { users: [...users] })
}
