import type { GroupRecord } from '#model/records.ts'
import type { Tx } from '#store/log/transactions.ts'
import type { DeactivatedGroupBody } from './shape.ts'

const mark: DeactivatedGroupBody = { ofDeactivated: true }

/** Tells everybody of a change of a group; of a deactivated group only clients that know such groups. */
export function tellGroup(
  tx: Tx,
  group: Pick<GroupRecord, 'id' | 'isDeactivated'>,
  op: 'update' | 'add_members' | 'remove_members' | 'add_subgroups' | 'remove_subgroups',
  change: Readonly<Record<string, unknown>>,
): void {
  tx.emit(
    { type: 'user_group', op, group_id: group.id, ...change, ...(group.isDeactivated ? mark : {}) },
    { everyone: true },
  )
}
