import { ChevronRight } from 'lucide'
import type { ComponentChildren } from 'preact'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { Icon } from '#parts/icon.tsx'
import { useNarrow } from '#parts/use-narrow.ts'
import { channelById } from '#state/channels.ts'
import type { ListSection } from '#state/list-rows.ts'
import type { ListPlace } from '#state/place.ts'
import { selectInboxFolders } from '#state/selectors.ts'
import { useFolded } from '#state/use-folded.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { ConversationRow } from './conversation-row.tsx'
import { foldKey, folds } from './folding.ts'

interface SectionProps {
  readonly section: ListSection
  /** The number of its rows, of which only the first may be drawn. */
  readonly total: number
  readonly place: ListPlace
  /** The key of the conversation that is open. */
  readonly open: string | undefined
  /** Stands behind the last row. */
  readonly end: ComponentChildren
}

/** A part of a list, with its heading. */
export function Section({ section, total, place, open, end }: SectionProps) {
  const [isTurned, setTurned] = useFolded(foldKey(place, section))
  const isFolded = folds(section) && !isTurned
  const SectionHeading = useNarrow() ? 'h2' : 'h3'
  const channel = useKnown(({ state }) =>
    section.channelId === undefined ? undefined : channelById(state, section.channelId),
  )
  const folder = useKnown((known) =>
    section.channelId === undefined ? undefined : selectInboxFolders(known).get(section.channelId),
  )
  return (
    <>
      {section.kind !== 'all' && (
        <SectionHeading class="list-section">
          {folds(section) ? (
            <button type="button" aria-expanded={!isFolded} onClick={() => setTurned(!isTurned)}>
              {t(`list.section.${section.kind === 'muted' ? 'muted' : 'resolved'}`, {
                count: total,
              })}
            </button>
          ) : (
            <>
              {folder !== undefined && (
                <>
                  <span class="list-folder" dir="auto">
                    {folder}
                  </span>
                  <Icon of={ChevronRight} size={0.75} turns />
                </>
              )}
              {channel && <ChannelSign channel={channel} size={0.875} />}
              <span dir="auto">{channel?.name ?? t('places.direct')}</span>
            </>
          )}
        </SectionHeading>
      )}
      {!isFolded && (
        <ul>
          {section.rows.map((conversation) => (
            <ConversationRow
              key={conversation.key}
              conversation={conversation}
              namesChannel={place.kind === 'recent'}
              isCurrent={open === conversation.key}
            />
          ))}
          {end}
        </ul>
      )}
    </>
  )
}
