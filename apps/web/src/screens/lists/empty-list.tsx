import { useNarrow } from '#parts/use-narrow.ts'
import { conversationKeyOf } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import type { Filter } from '#state/list-rows.ts'
import type { ListPlace } from '#state/place.ts'
import { selectNewest, wantsChannels } from '#state/selectors.ts'
import { isSpectator } from '#state/spectator.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { beginningIn } from './beginning-in.ts'
import { ConversationRow } from './conversation-row.tsx'

/** Says why a list is empty, and what to do about it. */
export function EmptyList({ place, filter }: { readonly place: ListPlace; readonly filter: Filter }) {
  const isLoading = useKnown(
    ({ topics, state }) =>
      state === undefined || (place.kind === 'channel' && topics.get(place.channelId)?.isWhole !== true),
  )
  const isUnknown = useKnown(
    ({ state }) => state && place.kind === 'channel' && !channelById(state, place.channelId),
  )
  const isOnlyRead = useKnown(isSpectator)
  const offersChannels = useKnown((known) => place.kind === 'inbox' && wantsChannels(known))
  if (isUnknown) return <p class="list-empty">{t('list.no-channel')}</p>
  if (isLoading) return <ListSkeleton />
  if (filter !== 'all') return <p class="list-empty">{t('list.emptyFilter')}</p>
  const step =
    place.kind === 'recent' || offersChannels
      ? { address: '#channels/available', name: t('places.browse') }
      : beginningIn(place)
  return (
    <>
      <p class="list-empty">{t(offersChannels ? 'list.nothing-waits' : `list.empty.${place.kind}`)}</p>
      {step && !isOnlyRead && (
        <a class="button list-empty-step" href={step.address}>
          {step.name}
        </a>
      )}
      {place.kind === 'inbox' && <NewestConversations />}
    </>
  )
}

/** The way back to what was read last, where nothing is left to read. */
function NewestConversations() {
  const open = useKnown(({ main, state }) => conversationKeyOf(main, state?.user_id ?? -1))
  const SectionHeading = useNarrow() ? 'h2' : 'h3'
  const newest = useKnown(selectNewest)
  if (newest.length === 0) return null
  return (
    <section aria-label={t('list.newest')}>
      <SectionHeading class="list-section">{t('list.newest')}</SectionHeading>
      <ul>
        {newest.map((conversation) => (
          <ConversationRow
            key={conversation.key}
            conversation={conversation}
            namesChannel
            isCurrent={open === conversation.key}
          />
        ))}
      </ul>
    </section>
  )
}

/** Rows without text, while a list is on its way. */
function ListSkeleton() {
  return (
    <div class="list-skeleton" aria-hidden="true">
      {[70, 50, 85, 60].map((width) => (
        <div key={width}>
          <span style={{ inlineSize: `${width}%` }} />
          <span style={{ inlineSize: `${width - 15}%` }} />
        </div>
      ))}
    </div>
  )
}
