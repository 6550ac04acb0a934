import type { Args } from '@tagma/contract/define.ts'
import type { setTypingStatus } from '@tagma/contract/endpoints/messages/set-typing-status.ts'
import { mayPost } from '@tagma/rules/channels.ts'
import type { Call } from '#call/call.ts'
import { settingOf } from '#directory/organization-directory.ts'
import { isNoTopic } from '#model/empty-topic-name.ts'
import { badRequest } from '#model/refusal.ts'
import { requireTopic } from '../rules.ts'
import { resolveChannel, resolveParticipants } from '../send/resolve-destination.ts'

type Arguments = Args<typeof setTypingStatus>

/** Tells the recipients of a message to come that the caller is writing it, or has stopped. */
export async function announceTyping(call: Call, args: Arguments): Promise<void> {
  if (args.type === 'direct' || args.type === 'private') await announceDirect(call, args)
  else await announceInChannel(call, args)
}

async function announceDirect({ caller, db, directory, services }: Call, args: Arguments): Promise<void> {
  const to = Array.isArray(args.to) ? args.to : args.to === undefined ? [] : [args.to]
  const participants = await resolveParticipants(db, directory, caller, to)
  if (!settingOf(caller, 'send_private_typing_notifications')) {
    throw badRequest('User has disabled typing notifications for direct messages')
  }
  services.live.events.announce(
    directory.organization.id,
    {
      type: 'typing',
      op: args.op,
      message_type: 'direct',
      sender: { user_id: caller.id, email: caller.email },
      recipients: participants.map((user) => ({ user_id: user.id, email: user.email })),
    },
    { users: participants.map((user) => user.id) },
  )
}

async function announceInChannel({ caller, db, directory, services }: Call, args: Arguments): Promise<void> {
  const channelId = args.stream_id ?? (Array.isArray(args.to) ? args.to[0] : args.to)
  if (channelId === undefined) throw badRequest("Missing 'stream_id' argument")
  if (args.topic === undefined) throw badRequest("Missing 'topic' argument")
  const topic = requireTopic(args.topic)
  const channel = await resolveChannel(db, directory, caller, channelId)
  if (!mayPost(directory, caller, channel))
    throw badRequest(`Not authorized to send to channel '${channel.name}'`)
  if (!settingOf(caller, 'send_stream_typing_notifications')) {
    throw badRequest('User has disabled typing notifications for channel messages')
  }
  services.live.events.announce(
    directory.organization.id,
    {
      type: 'typing',
      op: args.op,
      message_type: 'stream',
      sender: { user_id: caller.id, email: caller.email },
      stream_id: channel.id,
      topic: isNoTopic(topic) ? '' : topic,
    },
    { channels: [channel.id] },
  )
}
