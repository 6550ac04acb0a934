import { editProblem } from '@tagma/rules/messages.ts'
import type { Call } from '#call/call.ts'
import { settingOf } from '#directory/organization-directory.ts'
import { badRequest } from '#model/refusal.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { audienceOfMessages } from '../audience.ts'
import { requireMessage } from '../require-message.ts'

/** Tells everybody who can read a message of the caller that it is being edited, or not any more. */
export async function announceEditTyping(call: Call, messageId: number, op: 'start' | 'stop'): Promise<void> {
  const { caller, db, directory, now, services } = call
  const message = await requireMessage(db, directory, caller, messageId)
  const problem = editProblem(directory, caller, message, now)
  if (problem !== undefined) throw badRequest(problem)
  const isDirect = message.channel_id === 0
  if (
    !settingOf(caller, isDirect ? 'send_private_typing_notifications' : 'send_stream_typing_notifications')
  ) {
    throw badRequest(`User has disabled typing notifications for ${isDirect ? 'direct' : 'channel'} messages`)
  }
  const recipient = isDirect
    ? {
        type: 'direct' as const,
        user_ids: (await participantsOf(db, [message.conversation_id])).get(message.conversation_id) ?? [],
      }
    : { type: 'channel' as const, channel_id: message.channel_id, topic: message.topic }
  services.live.events.announce(
    directory.organization.id,
    { type: 'typing_edit_message', op, sender_id: caller.id, message_id: messageId, recipient },
    await audienceOfMessages(db, directory, message, [messageId], caller.id),
  )
}
