import type { PushDeviceKind } from '@tagma/contract/objects/push-device.ts'
import type { Tx } from '#store/log/tx.ts'
import type { ContactColumns } from '#store/sql/tables/notifying.ts'

const tables = {
  browser: 'web_push_subscriptions',
  phone: 'devices',
  older_phone: 'legacy_push_tokens',
} as const satisfies Record<PushDeviceKind, string>

/** Stores the outcome of the last notifications for a browser or phone. Does nothing if its row is gone. */
export async function saveContact(
  tx: Tx,
  kind: PushDeviceKind,
  id: number,
  contact: Partial<ContactColumns>,
): Promise<void> {
  await tx.db.updateTable(tables[kind]).set(contact).where('id', '=', id).execute()
}
