import { settingOf } from '#directory/organization-directory.ts'
import type { Call } from '#server/call.ts'
import { badRequest } from '#server/refusal.ts'
import { participantsOf } from '#store/conversations.ts'
import { audienceOfMessage } from './audience.ts'
import { requireMessage } from './require-message.ts'

/** Tells those who can read one of the caller's messages that it is being edited, or not any more. */
export async function announceEditTyping(call: Call, messageId: number, op: 'start' | 'stop'): Promise<void> {
  const { caller, db, directory, now, services } = call
  const message = await requireMessage(db, directory, caller, messageId)
  const { allow_message_editing, message_content_edit_limit_seconds: limit } = directory.organization.settings
  if (message.sender_id !== caller.id) throw badRequest("You don't have permission to edit this message")
  if (!allow_message_editing) throw badRequest('Your organization has turned off message editing')
  if (limit !== null && now - message.sent_at > limit)
    throw badRequest('The time limit for editing this message has passed')
  const isDirect = message.channel_id === 0
  if (
    !settingOf(caller, isDirect ? 'send_private_typing_notifications' : 'send_stream_typing_notifications')
  ) {
    throw badRequest(`User has disabled typing notifications for ${isDirect ? 'direct' : 'channel'} messages`)
  }
  const recipient = isDirect
    ? {
        type: 'direct',
        user_ids: (await participantsOf(db, [message.conversation_id])).get(message.conversation_id) ?? [],
      }
    : { type: 'channel', channel_id: message.channel_id, topic: message.topic }
  services.events.announce(
    directory.organization.id,
    { type: 'typing_edit_message', op, sender_id: caller.id, message_id: messageId, recipient },
    await audienceOfMessage(db, directory, message),
  )
}
