import type { SubscriptionRecord } from '@tagma/importers/record.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertImported } from '#store/organization/imports.ts'
import type { MappedIds } from './mapped-ids.ts'

const bit = (isSo: boolean): 0 | 1 => (isSo ? 1 : 0)
const choice = (value: boolean | null): 0 | 1 | null => (value === null ? null : bit(value))

/** Writes who is subscribed to which channel, or was. */
export async function loadSubscriptions(
  tx: Tx,
  subscriptions: readonly SubscriptionRecord[],
  ids: MappedIds,
): Promise<void> {
  await insertImported(
    tx,
    'subscriptions',
    subscriptions.flatMap((row) => {
      const [user, channel] = [ids.users.get(row.person), ids.channels.get(row.channel)]
      if (user === undefined || channel === undefined) return []
      return [
        {
          user_id: user,
          channel_id: channel,
          is_active: bit(row.isActive),
          color: /^#[0-9a-f]{6}$/i.test(row.color) ? row.color : '#c2c2c2',
          is_muted: bit(row.isMuted),
          pin_to_top: bit(row.isPinned),
          desktop_notifications: choice(row.desktop),
          email_notifications: choice(row.email),
          push_notifications: choice(row.push),
          audible_notifications: choice(row.sound),
          wildcard_mentions_notify: choice(row.wildcard),
          read_through: 0,
        },
      ]
    }),
  )
}
