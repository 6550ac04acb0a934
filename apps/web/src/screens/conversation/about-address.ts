import type { MessageView } from '@tagma/contract/address.ts'
import { addressOfMessage, conversationKeyOf, viewAt } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import { emojiFormOf } from '#state/emoji-form.ts'
import type { Known } from '#state/known.ts'
import { windowOf } from '#state/message-window.ts'
import { peopleOf } from '#state/people.ts'
import { selectConversations } from '#state/selectors.ts'
import { snippetOf } from '#state/snippet.ts'
import { listOf } from '#words/list-of.ts'
import { t } from '#words/words.ts'
import { titleOf } from './conversation-title.ts'

/** The most people that are named. */
const most = 5

/**
 * Returns what the page knows of the conversation behind an address: its title, who wrote in it lately, and its newest
 * message, a line each. Undefined for what is no conversation, or none that the reader may know.
 */
export function aboutAddress(known: Known, address: string): string | undefined {
  const view = presentView(known, address)
  if (view.kind !== 'conversation') return undefined
  const { conversation } = view
  const title = titleOf(known.state, view)
  if (conversation.kind === 'direct') return lines(title, newestOf(known, view))
  const channel = channelById(known.state, conversation.channelId)
  if (!channel) return undefined
  return lines(`#${channel.name} > ${title}`, writersOf(known, view), newestOf(known, view))
}

const lines = (...all: readonly (string | undefined)[]) => all.filter(Boolean).join('\n')

/** Returns the view that an address means now: a message may have been moved since its link was written. */
export function presentView(known: Known, address: string) {
  const view = viewAt(known.state, address)
  const at = view.kind === 'conversation' ? view.at : undefined
  const id = at && ('near' in at ? at.near : 'with' in at ? at.with : undefined)
  const message = id === undefined ? undefined : known.messages.byId.get(id)
  return message ? viewAt(known.state, addressOfMessage(known.state, message)) : view
}

function writersOf(known: Known, view: MessageView): string {
  const ids = windowOf(known, view)?.ids ?? []
  const senders = ids.toReversed().map((id) => known.messages.byId.get(id)?.sender_id ?? -1)
  const people = peopleOf(known.state)
  const names = [...new Set(senders)].flatMap((id) => people.get(id)?.full_name ?? [])
  return listOf(names.length > most ? [...names.slice(0, most), t('message.others')] : names)
}

function newestOf(known: Known, view: MessageView): string | undefined {
  const key = conversationKeyOf(view, known.state?.user_id ?? -1)
  const conversation = selectConversations(known).find((each) => each.key === key)
  const id = conversation?.lastId || windowOf(known, view)?.ids.at(-1)
  const message = id === undefined ? undefined : known.messages.byId.get(id)
  const isHidden = known.state?.muted_users?.some((muted) => muted.id === message?.sender_id)
  if (!message || isHidden) return undefined
  const name = peopleOf(known.state).get(message.sender_id)?.full_name ?? t('message.unknown-person')
  return `${name}: ${snippetOf(message.content, emojiFormOf(known))}`
}
