import { removeMessages } from '#areas/messages/delete/delete-messages.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { systemBotEmail, systemBots } from '#directory/system-bots.ts'
import type { Tx } from '#store/log/tx.ts'
import { oldestMessages } from '#store/messages/message-bounds.ts'

const daySeconds = 24 * 3600
const batch = 500

/**
 * Deletes a batch of messages that are older than their channel keeps them. The organization's setting decides for
 * direct messages. Returns whether there may be more.
 */
export async function deleteExpired(tx: Tx, directory: OrganizationDirectory): Promise<boolean> {
  const bot = directory.userByEmail(systemBotEmail(systemBots.notification.key))
  if (!bot) return false
  const forAll = directory.organization.settings.message_retention_days
  const places = [
    // Channel id 0 means direct messages.
    { id: 0, days: forAll },
    ...[...directory.channels.values()].map(({ id, messageRetentionDays }) => ({
      id,
      days: messageRetentionDays ?? forAll,
    })),
  ]
  for (const { id, days } of places) {
    if (days === -1) continue
    const oldest = await oldestMessages(tx.db, tx.organizationId, id, batch)
    const end = oldest.findIndex((message) => message.sent_at >= tx.now - days * daySeconds)
    const expired = end === -1 ? oldest : oldest.slice(0, end)
    for (const group of Map.groupBy(expired, (message) => message.conversation_id).values()) {
      const [first] = group
      if (first)
        await removeMessages(
          tx,
          directory,
          first,
          group.map((message) => message.id),
          bot,
        )
    }
    if (expired.length > 0) return true
  }
  return false
}
