import { botTypes } from '@tagma/contract/objects/bot.ts'
import { requireMessage } from '#areas/messages/require-message.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { submessagesOf } from '#store/messages/submessages.ts'
import { insertHook } from '#store/notifying/outgoing-hooks.ts'
import { buttonsOf } from './rules.ts'

/** Tells a bot that a person pressed a button of its message. */
export async function pressButton(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  { messageId, action }: { readonly messageId: number; readonly action: string },
): Promise<void> {
  const message = await requireMessage(tx.db, directory, user, messageId)
  if (user.botType !== null) throw badRequest('Bots press no buttons: only people do.')
  const buttons = buttonsOf((await submessagesOf(tx.db, [messageId])).get(messageId) ?? [], message.sender_id)
  if (!buttons?.extra_data.choices.some((choice) => choice.action === action))
    throw badRequest('The message has no such button any more.')
  const bot = directory.users.get(message.sender_id)
  if (!bot?.isActive) throw badRequest('The bot of this message is deactivated.')
  if (bot.botType === botTypes.outgoingWebhook) {
    const details = JSON.stringify({ action, user_id: user.id })
    await insertHook(tx, { bot_id: bot.id, message_id: messageId, trigger: 'action', details })
    return
  }
  const participants = await participantsOf(tx.db, [message.conversation_id])
  tx.emit(
    {
      type: 'tagma_action',
      message_id: messageId,
      user_id: user.id,
      action,
      ...(message.channel_id === 0
        ? { user_ids: [...(participants.get(message.conversation_id) ?? [])] }
        : { stream_id: message.channel_id, topic: message.topic }),
    },
    { users: [bot.id] },
  )
}
