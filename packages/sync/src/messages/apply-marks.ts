import type { MessageFlag, Reaction } from '@tagma/contract/objects/message.ts'
import { canBringIn } from './depends-on.ts'
import type { Facts } from './facts.ts'
import type { MessageReducer } from './message-reducer.ts'
import type { Message } from './message.ts'
import { changeWindows, type Messages } from './messages.ts'
import { type Changed, withChanged, withUnknown } from './recheck.ts'
import { covers, stale } from './window.ts'

/** Takes in flags added or removed. */
export const applyFlags: MessageReducer<'update_message_flags'> = (messages, event, facts) => {
  const { flag } = event
  const isAdded = event.op === 'add'
  const ids = event.all ? [...messages.byId].map(([id]) => id) : event.messages
  const next = withFlag(messages, ids, flag, isAdded, facts)
  const unknown = event.all ? [] : ids.filter((id) => !messages.byId.has(id))
  if (unknown.length === 0) return next
  return changeWindows(next, (window) =>
    canBringIn(window.narrow, flag, isAdded) && unknown.some((id) => covers(window, id))
      ? stale(window, messages.position)
      : window,
  )
}

/** Sets or removes a flag on the messages that are known. */
export function withFlag(
  messages: Messages,
  ids: readonly number[],
  flag: MessageFlag,
  isAdded: boolean,
  facts: Facts,
): Messages {
  const changes: Changed[] = []
  for (const id of ids) {
    const before = messages.byId.get(id)
    if (!before || before.flags.includes(flag) === isAdded) continue
    const flags = isAdded ? [...before.flags, flag] : before.flags.filter((other) => other !== flag)
    changes.push({ before, after: { ...before, flags } })
  }
  return withChanged(messages, changes, 'flags', facts)
}

const isSame = (a: Reaction, b: Reaction) =>
  a.user_id === b.user_id && a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type

/** Takes in a reaction that was added or removed. */
export const applyReaction: MessageReducer<'reaction'> = (messages, event, facts) => {
  const { emoji_name, emoji_code, reaction_type, user_id, message_id: id } = event
  const reaction: Reaction = { emoji_name, emoji_code, reaction_type, user_id }
  const before = messages.byId.get(id)
  if (!before) {
    const unknown = { before: { id, reactions: event.op === 'add' ? [] : [reaction] }, after: { id } }
    return withUnknown(messages, [unknown], 'reactions', facts)
  }
  const others = before.reactions.filter((other) => !isSame(other, reaction))
  const isThere = others.length < before.reactions.length
  if (isThere === (event.op === 'add')) return messages
  const reactions = event.op === 'add' ? [...others, reaction] : others
  return withChanged(messages, [{ before, after: { ...before, reactions } }], 'reactions', facts)
}

/** Takes in a step in a poll or a to-do list. */
export const applySubmessage: MessageReducer<'submessage'> = (messages, event) => {
  const { message_id, msg_type, content, sender_id, submessage_id: id } = event
  const message = messages.byId.get(message_id)
  if (!message || message.submessages.some((other) => other.id === id)) return messages
  const submessages = [...message.submessages, { msg_type, content, message_id, sender_id, id }]
  const after: Message = { ...message, submessages }
  return { ...messages, byId: messages.byId.with(message_id, after) }
}
