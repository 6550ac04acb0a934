import { escapeLiteral } from '@tagma/markdown/html.ts'
import { notifier, person, say } from '#areas/messages/send/notice.ts'
import { sendMessage } from '#areas/messages/send/send-message.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { GroupRecord, UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'

/** Tells people by direct messages that somebody else added them to a group or removed them. */
export async function tellMembership(
  tx: Tx,
  directory: OrganizationDirectory,
  actor: UserRecord,
  group: GroupRecord,
  change: 'added you to the group' | 'removed you from the group',
  userIds: readonly number[],
): Promise<void> {
  const bot = notifier(directory)
  if (!bot) return
  const who = person(actor)
  const name = escapeLiteral(group.name)
  const notice = say(
    actor,
    `${who.text} ${change} @_*${group.name}*.`,
    `<p>${who.html} ${change} <span class="user-group-mention silent" data-user-group-id="${group.id}">${name}</span>.</p>`,
  )
  for (const id of userIds) {
    const user = directory.users.get(id)
    if (!user?.isActive || user.id === actor.id || user.botType !== null) continue
    await sendMessage(tx, directory, {
      sender: bot,
      destination: { kind: 'direct', users: [bot, user] },
      ...notice,
      client: 'Internal',
      readBySender: true,
    })
  }
}
