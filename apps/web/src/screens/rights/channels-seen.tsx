import type { RightsOf } from '@tagma/contract/address.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { FilteredList } from '#screens/settings/filtered-list.tsx'
import { addressFor } from '#state/addresses.ts'
import { channelsById } from '#state/channels.ts'
import { rulingIn } from '#state/rights-of.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'

interface ChannelsSeenProps {
  readonly of: RightsOf
  /** Ids of the channels that they are in. */
  readonly present: ReadonlySet<number>
}

/** Each channel that the reader knows, and whether somebody reads it, writes there, or knows that it exists. */
export function ChannelsSeen({ of, present }: ChannelsSeenProps) {
  const state = useKnown((known) => known.state)
  const channels = [...channelsById(state).values()]
    .filter(({ is_archived }) => !is_archived)
    .toSorted((a, b) => a.name.localeCompare(b.name, locale()))
  return (
    <section class="setting-group">
      <h2>{t('rights.channels')}</h2>
      <p class="setting-note">{t('rights.channels-note')}</p>
      <FilteredList
        label={t('rights.channels')}
        empty={t('rights.no-channels')}
        entries={channels.map((channel) => {
          const { stream_id: channelId } = channel
          const place = { kind: 'channel', channelId } as const
          const question = { of, place, isSubscribed: present.has(channelId) }
          const may = (deed: 'know' | 'read' | 'post') =>
            state !== undefined && rulingIn(state, question, deed)?.isAllowed === true
          const sight = may('post')
            ? 'rights.sees-writes'
            : may('read')
              ? 'rights.sees-reads'
              : may('know')
                ? 'rights.sees-knows'
                : 'rights.sees-nothing'
          return {
            key: String(channelId),
            name: channel.name,
            row: (
              <span class="setting">
                <ChannelSign channel={channel} size={1} />
                <a class="setting-text" href={addressFor(state, { kind: 'rights', place, of })} dir="auto">
                  {channel.name}
                </a>
                <span>
                  {t(sight)}
                  {present.has(channelId) && ` · ${t('rights.is-in')}`}
                </span>
              </span>
            ),
          }
        })}
      />
    </section>
  )
}
