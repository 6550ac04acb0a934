import type { GroupChanged } from '#model/log-event.ts'
import type { GroupRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'

type ChangeOf<E> = E extends GroupChanged
  ? Omit<E, 'type' | 'group_id' | 'ofDeactivated' | 'outOfSight'>
  : never

/** Tells everybody of a change of a group; of a deactivated group only clients that know such groups. */
export function tellGroup(
  tx: Tx,
  group: Pick<GroupRecord, 'id' | 'isDeactivated'>,
  change: ChangeOf<Exclude<GroupChanged, { op: 'add' | 'remove' }>>,
): void {
  tx.emit(
    {
      type: 'user_group',
      group_id: group.id,
      ...change,
      ...(group.isDeactivated ? { ofDeactivated: true } : {}),
    },
    { everyone: true },
  )
}
