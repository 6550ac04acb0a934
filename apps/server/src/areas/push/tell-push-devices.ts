import type { Tx } from '#store/log/tx.ts'

/** Tells people's clients that the list of their devices with notifications has changed. */
export function tellPushDevices(tx: Tx, users: readonly number[]): void {
  if (users.length > 0) tx.emit({ type: 'tagma_push_devices' }, { users: [...users] })
}
