import { Bell, BellOff, Check, CircleAlert, type IconNode, PencilLine } from 'lucide'
import { useMemo } from 'preact/hooks'
import { destinationKey } from '#outbox/destination.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { Count } from '#parts/count.tsx'
import { Icon } from '#parts/icon.tsx'
import { memo } from '#parts/memo.ts'
import { widgetTitle } from '#parts/messages/widget-title.ts'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { PresenceDot } from '#parts/presence-dot.tsx'
import { StatusEmoji } from '#parts/status-emoji.tsx'
import { addressFor, viewOf } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import { type Conversation, isResolved, resolvedPrefix } from '#state/conversations.ts'
import { emojiFormOf } from '#state/emoji-form.ts'
import { emptyTopicName } from '#state/empty-topic-name.ts'
import { listTime } from '#state/list-time.ts'
import { namesOf, peopleOf } from '#state/people.ts'
import { snippetOf } from '#state/snippet.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { listOf } from '#words/list-of.ts'
import { locale, t, type WordId } from '#words/words.ts'

interface ConversationRowProps {
  readonly conversation: Conversation
  /** Whether the row says which channel its topic is in. */
  readonly namesChannel: boolean
  readonly isCurrent: boolean
}

/** A conversation in a list: title, newest message, time, and the number of unread messages. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, namesChannel, isCurrent } = props
  const { unread, hasMention, isMuted, isFollowed, channelId } = conversation
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const { store } = useApp()
  const channel = useKnown(({ state }) =>
    channelId === undefined ? undefined : channelById(state, channelId),
  )
  const address = useMemo(
    () => addressFor(store.get().state, viewOf(conversation, ownId)),
    // A channel's name stands in the address.
    [store, conversation, ownId, channel],
  )
  const names = ['row']
  if (unread > 0) names.push('row-unread')
  if (isMuted) names.push('row-muted')
  return (
    <li>
      <a
        class={names.join(' ')}
        href={address}
        aria-current={isCurrent ? 'page' : undefined}
        data-key={conversation.key}
      >
        <RowPicture conversation={conversation} />
        <span class="row-text">
          <span class="row-first">
            {namesChannel && channel && (
              <span class="row-channel">
                <ChannelSign channel={channel} size={0.875} />
                <span dir="auto">{channel.name}</span>
              </span>
            )}
            {isResolved(conversation) && <RowMark icon={Check} name="list.resolved" size={0.875} />}
            <Title conversation={conversation} />
            {conversation.userIds?.length === 1 && <Status userId={conversation.userIds[0]!} />}
            {isFollowed && <RowMark icon={Bell} name="list.followed" />}
            {isMuted && <RowMark icon={BellOff} name="list.muted" />}
            <WritingMarks conversation={conversation} />
            <Time lastId={conversation.lastId} />
          </span>
          <span class="row-second">
            <Newest conversation={conversation} />
            {namesChannel && <TakingPart writers={conversation.writers} />}
            <Count
              of={unread}
              isLoud={conversation.userIds !== undefined}
              hasMention={hasMention && channelId !== undefined}
            />
          </span>
        </span>
      </a>
    </li>
  )
})

interface RowMarkProps {
  readonly icon: IconNode
  readonly name: WordId
  readonly size?: number
}

/** A sign of what a conversation is to the reader, with its name for those who do not see it. */
function RowMark({ icon, name, size = 0.75 }: RowMarkProps) {
  return (
    <>
      <Icon of={icon} size={size} />
      <span class="hidden-visually">{t(name)}</span>
    </>
  )
}

/** The status of the other person of a conversation. */
function Status({ userId }: { readonly userId: number }) {
  const text = useKnown(({ state }) => state?.user_status?.[userId]?.status_text ?? '')
  return (
    <>
      <StatusEmoji userId={userId} />
      {text !== '' && (
        <span class="row-status" dir="auto">
          {text}
        </span>
      )}
    </>
  )
}

/** Faces that stand for all who take part. */
const mostFaces = 3

/** Shows who takes part in a topic besides oneself: whoever wrote last comes first. */
function TakingPart({ writers }: { readonly writers: readonly number[] }) {
  const people = useKnown(({ state }) => peopleOf(state))
  const ownId = useKnown(({ state }) => state?.user_id)
  const others = writers.filter((id) => id !== ownId && people.has(id)).slice(0, mostFaces)
  if (others.length === 0) return null
  const names = listOf(namesOf(others, people, t('people.unknown')))
  return (
    <span class="row-faces" role="img" aria-label={t('list.taking-part', { names })}>
      {others.map((id) => (
        <PersonAvatar key={id} person={people.get(id)} size={1.25} />
      ))}
    </span>
  )
}

/** Says that one has begun a text here, and that a message could not be sent. */
function WritingMarks({ conversation: { key } }: { readonly conversation: Conversation }) {
  const hasDraft = useKnown(
    ({ drafts, recordings }) =>
      (drafts.get(key)?.content ?? '') !== '' || recordings.get(key)?.phase === 'done',
  )
  const hasFailed = useKnown(({ outbox }) =>
    outbox.some(
      ({ to, state: { kind } }) => (kind === 'failed' || kind === 'unsure') && destinationKey(to) === key,
    ),
  )
  return (
    <>
      {hasDraft && <RowMark icon={PencilLine} name="list.draft" />}
      {hasFailed && (
        <span class="row-failed">
          <RowMark icon={CircleAlert} name="list.failed" size={0.875} />
        </span>
      )}
    </>
  )
}

function Title({ conversation }: { readonly conversation: Conversation }) {
  const { userIds, topic } = conversation
  const people = useKnown(({ state }) => peopleOf(state))
  const emptyName = useKnown(({ state }) => emptyTopicName(state))
  if (userIds)
    return (
      <span class="row-title" dir="auto">
        {userIds.length === 0 ? t('places.notes') : namesOf(userIds, people, t('people.unknown')).join(', ')}
      </span>
    )
  const name = isResolved(conversation) ? topic.slice(resolvedPrefix.length) : topic
  return (
    <span class={topic === '' ? 'row-title row-title-empty' : 'row-title'} dir="auto">
      {name === '' ? emptyName : name}
    </span>
  )
}

function RowPicture({ conversation: { userIds } }: { readonly conversation: Conversation }) {
  const people = useKnown(({ state }) => peopleOf(state))
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  if (!userIds) return null
  const shown = userIds.length === 0 ? [ownId] : userIds.slice(0, 2)
  return (
    <span class={shown.length > 1 ? 'row-picture row-picture-two' : 'row-picture'}>
      {shown.map((id) => (
        <PersonAvatar key={id} person={people.get(id)} size={shown.length > 1 ? 1.5 : 2.25} />
      ))}
      {userIds.length === 1 && <PresenceDot userId={userIds[0]!} />}
    </span>
  )
}

/** The sender of the newest message and its beginning. */
function Newest({ conversation: { lastId, userIds } }: { readonly conversation: Conversation }) {
  const message = useKnown(({ messages }) => messages.byId.get(lastId))
  const people = useKnown(({ state }) => peopleOf(state))
  const ownId = useKnown(({ state }) => state?.user_id)
  const form = useKnown(emojiFormOf)
  if (!message) return <span class="row-newest" />
  const name = people.get(message.sender_id)?.full_name ?? t('people.unknown')
  const isOwn = message.sender_id === ownId
  const showsSender = isOwn || !userIds || userIds.length > 1
  return (
    <span class="row-newest" dir="auto">
      {showsSender && `${isOwn ? t('list.you') : (name.split(' ')[0] ?? name)}: `}
      {widgetTitle(message, ownId ?? -1) ?? snippetOf(message.content, form)}
    </span>
  )
}

function Time({ lastId }: { readonly lastId: number }) {
  const { clock } = useApp()
  const timestamp = useKnown(({ messages }) => messages.byId.get(lastId)?.timestamp)
  const isTwentyFourHour = useKnown(({ state }) => state?.user_settings?.twenty_four_hour_time)
  const timeZone = useKnown(({ state }) => state?.user_settings?.timezone)
  if (timestamp === undefined) return <span class="row-time" />
  const options = {
    locale: locale(),
    timeZone: timeZone || undefined,
    isTwentyFourHour: isTwentyFourHour ?? undefined,
  }
  return (
    <time class="row-time" dateTime={new Date(timestamp * 1000).toISOString()}>
      {listTime(timestamp * 1000, clock.now(), options)}
    </time>
  )
}
