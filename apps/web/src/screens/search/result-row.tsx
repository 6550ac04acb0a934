import { viewOfTerms } from '@tagma/contract/address.ts'
import { type Message, othersOf } from '@tagma/sync/messages/message.ts'
import type { Match } from '@tagma/sync/messages/window.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { addressFor } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import { emptyTopicName } from '#state/empty-topic-name.ts'
import { listTime } from '#state/list-time.ts'
import { namesOf, peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { listOf } from '#words/list-of.ts'
import { locale, t } from '#words/words.ts'
import { excerptOf, type Piece } from './excerpt.ts'

interface ResultRowProps {
  readonly id: number
  /** The server's HTML with the matches marked. */
  readonly match: Match | undefined
  readonly words: readonly string[]
}

/** A message that was found. It opens in its conversation. */
export function ResultRow({ id, match, words }: ResultRowProps) {
  const message = useKnown(({ messages }) => messages.byId.get(id))
  const sender = useKnown(({ state }) => message && peopleOf(state).get(message.sender_id))
  const address = useKnown(
    ({ state }) => message && addressFor(state, conversationAt(message, state?.user_id ?? -1)),
  )
  const isCurrent = useKnown(
    ({ view }) => 'at' in view && view.at !== undefined && 'near' in view.at && view.at.near === id,
  )
  if (!message) return null
  return (
    <li>
      <a class="result" href={address} aria-current={isCurrent ? 'page' : undefined}>
        <PersonAvatar person={sender} size={2} />
        <span class="result-text">
          <span class="result-first">
            <span class="result-sender" dir="auto">
              {sender?.full_name ?? t('people.unknown')}
            </span>
            <Time timestamp={message.timestamp} />
          </span>
          <Where message={message} match={match} words={words} />
          <span class="result-excerpt" dir="auto">
            <Pieces of={excerptOf(match?.content ?? message.content, words)} />
          </span>
        </span>
      </a>
    </li>
  )
}

function conversationAt(message: Message, ownId: number) {
  const at = { operator: 'near', operand: message.id } as const
  if (message.stream_id === undefined)
    return viewOfTerms([{ operator: 'dm', operand: peopleIn(message, ownId) }, at])
  return viewOfTerms([
    { operator: 'channel', operand: message.stream_id },
    { operator: 'topic', operand: message.subject },
    at,
  ])
}

function peopleIn(message: Message, ownId: number): number[] {
  const others = othersOf(message, ownId)
  return others.length > 0 ? [...others] : [ownId]
}

function Where({ message, match, words }: Omit<ResultRowProps, 'id'> & { readonly message: Message }) {
  const state = useKnown((known) => known.state)
  const channel = message.stream_id === undefined ? undefined : channelById(state, message.stream_id)
  if (message.stream_id === undefined) {
    const others = othersOf(message, state?.user_id ?? -1)
    const names = namesOf(others, peopleOf(state), t('people.unknown'))
    return (
      <span class="result-where" dir="auto">
        {others.length === 0 ? t('places.notes') : t('search.with', { names: listOf(names) })}
      </span>
    )
  }
  return (
    <span class="result-where">
      {channel && <ChannelSign channel={channel} size={0.8125} />}
      <span dir="auto">{channel?.name ?? t('search.otherChannel')}</span>
      <span aria-hidden="true">›</span>
      <span class="result-topic" dir="auto">
        {message.subject === '' ? (
          <i>{emptyTopicName(state)}</i>
        ) : (
          <Pieces of={excerptOf(match?.subject ?? escaped(message.subject), words)} />
        )}
      </span>
    </span>
  )
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function Pieces({ of }: { readonly of: readonly Piece[] }) {
  return <>{of.map(({ text, isMatch }, at) => (isMatch ? <mark key={at}>{text}</mark> : text))}</>
}

function Time({ timestamp }: { readonly timestamp: number }) {
  const { clock } = useApp()
  const isTwentyFourHour = useKnown(({ state }) => state?.user_settings?.twenty_four_hour_time) ?? undefined
  const timeZone = useKnown(({ state }) => state?.user_settings?.timezone) || undefined
  return (
    <time class="row-time" dateTime={new Date(timestamp * 1000).toISOString()}>
      {listTime(timestamp * 1000, clock.now(), { locale: locale(), timeZone, isTwentyFourHour })}
    </time>
  )
}
