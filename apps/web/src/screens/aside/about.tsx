import type { MessageView, View } from '@tagma/contract/address.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { FileText, Link } from 'lucide'
import type { ComponentChildren } from 'preact'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { Icon } from '#parts/icon.tsx'
import { addressFor, addressOfMessage } from '#state/addresses.ts'
import { type Channel, channelById } from '#state/channels.ts'
import { isResolved } from '#state/conversations.ts'
import { listTime } from '#state/list-time.ts'
import { peopleOf } from '#state/people.ts'
import { plainText, snippetOf } from '#state/snippet.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { type FoundLink, foundLinks } from './found-links.ts'
import { PersonRow } from './person-row.tsx'
import { type Found, type Held, type Kind, useBeginning, useFound, useHeld } from './use-about.ts'

/** Rows of a kind that the aside shows; the rest is a search. */
const most = 8

/** Says what a conversation or a channel is, and lists its files, links and starred messages. */
export function About({ view }: { readonly view: MessageView }) {
  const held = useHeld(view)
  const files = useFound(view, 'files', held, hasOf('file'))
  const links = useFound(view, 'links', held, hasOf('link'))
  const starred = useFound(view, 'starred', held, ({ flags }) => flags?.includes('starred') ?? false)
  const all = [files, links, starred]
  const isEmpty = all.every(({ messages }) => messages?.length === 0)
  const failed = all.filter(({ isFailed }) => isFailed)
  return (
    <div class="aside-scroll">
      <Facts view={view} held={held} />
      <Linked kind="files" of="file" found={files} />
      <Linked kind="links" of="link" found={links} />
      <Starred found={starred} />
      {isEmpty && <p class="aside-note">{t('aside.none')}</p>}
      {failed.length > 0 && (
        <p class="aside-note" role="alert">
          {t('aside.failed')}{' '}
          <button
            type="button"
            class="button-link"
            onClick={() => failed.forEach(({ tryAgain }) => tryAgain())}
          >
            {t('aside.try-again')}
          </button>
        </p>
      )}
    </div>
  )
}

const hasOf =
  (kind: FoundLink['kind']) =>
  ({ content }: Message) =>
    foundLinks(content, location.origin).some((link) => link.kind === kind)

function Facts({ view, held }: { readonly view: MessageView; readonly held: Held }) {
  const channelId =
    view.kind === 'feed'
      ? view.channelId
      : view.kind === 'conversation' && view.conversation.kind === 'topic'
        ? view.conversation.channelId
        : undefined
  const channel = useKnown(({ state }) =>
    channelId === undefined ? undefined : channelById(state, channelId),
  )
  const topic =
    view.kind === 'conversation' && view.conversation.kind === 'topic' ? view.conversation : undefined
  return (
    <section class="aside-facts">
      {view.kind === 'conversation' && view.conversation.kind === 'direct' && (
        <Participants userIds={view.conversation.userIds} />
      )}
      {topic && isResolved(topic) && <p class="aside-resolved">{t('aside.resolved')}</p>}
      <Beginning view={view} held={held} />
      {view.kind === 'conversation' && held.isWhole && (
        <p>{t('aside.messages', { count: held.messages.length })}</p>
      )}
      {channel && <ChannelFacts channel={channel} />}
    </section>
  )
}

function Beginning({ view, held }: { readonly view: MessageView; readonly held: Held }) {
  const beginning = useBeginning(view, held)
  const name = useKnown(({ state }) => beginning && peopleOf(state).get(beginning.senderId)?.full_name)
  const day = useDay()
  const address = useKnown(({ state }) =>
    beginning ? addressFor(state, { ...view, at: { near: beginning.id } }) : '',
  )
  if (!beginning) return null
  return (
    <p>
      <a href={address} dir="auto">
        {t('aside.begun', { name: name ?? t('people.unknown'), day: day(beginning.timestamp) })}
      </a>
    </p>
  )
}

function Participants({ userIds }: { readonly userIds: readonly number[] }) {
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const others = userIds.filter((id) => id !== ownId)
  if (others.length === 0) return <p>{t('aside.notes')}</p>
  return (
    <ul class="aside-people">
      {others.map((id) => (
        <PersonRow key={id} userId={id} isDetailed />
      ))}
    </ul>
  )
}

function ChannelFacts({ channel }: { readonly channel: Channel }) {
  const folder = useKnown(
    ({ state }) => state?.channel_folders?.find(({ id }) => id === channel.folder_id)?.name,
  )
  const address = useKnown(({ state }) => addressFor(state, { kind: 'topics', channelId: channel.stream_id }))
  const description = plainText(channel.rendered_description)
  const access = channel.invite_only ? 'private' : channel.is_web_public ? 'web-public' : 'public'
  return (
    <div class="aside-channel">
      <a href={address} dir="auto">
        <ChannelSign channel={channel} size={1} />
        {channel.name}
      </a>
      {description !== '' && <p dir="auto">{description}</p>}
      <p class="aside-soft">
        {t(channel.is_archived ? 'aside.archived' : `aside.${access}`)}
        {folder !== undefined && ` · ${folder}`}
        {` · ${t('channels.people', { count: channel.subscriber_count })}`}
      </p>
    </div>
  )
}

function Linked({
  kind,
  of,
  found,
}: {
  readonly kind: Kind
  readonly of: FoundLink['kind']
  readonly found: Found
}) {
  const rows = (found.messages ?? []).flatMap((message) =>
    foundLinks(message.content, location.origin)
      .filter((link) => link.kind === of)
      .map((link) => ({ message, link })),
  )
  return (
    <Section kind={kind} all={found.all} count={rows.length}>
      {rows.slice(0, most).map(({ message, link }) => (
        <li key={`${message.id} ${link.address}`} class="aside-row">
          <Icon of={of === 'file' ? FileText : Link} size={1} />
          <span class="aside-row-text">
            <a href={link.address} target="_blank" rel="noopener noreferrer" dir="auto">
              {link.name}
            </a>
            <From message={message} />
          </span>
        </li>
      ))}
    </Section>
  )
}

function Starred({ found }: { readonly found: Found }) {
  const rows = found.messages ?? []
  return (
    <Section kind="starred" all={found.all} count={rows.length}>
      {rows.slice(0, most).map((message) => (
        <li key={message.id} class="aside-row">
          <span class="aside-row-text">
            <span class="aside-excerpt" dir="auto">
              {snippetOf(message.content)}
            </span>
            <From message={message} />
          </span>
        </li>
      ))}
    </Section>
  )
}

interface SectionProps {
  readonly kind: Kind
  readonly all: View
  /** All rows, of which some are shown. */
  readonly count: number
  readonly children: ComponentChildren
}

function Section({ kind, all, count, children }: SectionProps) {
  const address = useKnown(({ state }) => addressFor(state, all))
  if (count === 0) return null
  return (
    <section class="aside-section">
      <h2>{t(`aside.${kind}`)}</h2>
      <ul>{children}</ul>
      {count > most && (
        <a class="aside-all" href={address}>
          {t('aside.all')}
        </a>
      )}
    </section>
  )
}

/** Who wrote a message, and when: leads to it. */
function From({ message }: { readonly message: Message }) {
  const name = useKnown(({ state }) => peopleOf(state).get(message.sender_id)?.full_name)
  const address = useKnown(({ state }) => addressOfMessage(state, message))
  const day = useDay()
  return (
    <a class="aside-soft" href={address} dir="auto">
      {t('aside.from', { name: name ?? t('people.unknown'), day: day(message.timestamp) })}
    </a>
  )
}

function useDay(): (seconds: number) => string {
  const { clock } = useApp()
  const timeZone = useKnown(({ state }) => state?.user_settings?.timezone)
  const isTwentyFourHour = useKnown(({ state }) => state?.user_settings?.twenty_four_hour_time)
  return (seconds) =>
    listTime(seconds * 1000, clock.now(), {
      locale: locale(),
      timeZone,
      ...(isTwentyFourHour == null ? {} : { isTwentyFourHour }),
    })
}
