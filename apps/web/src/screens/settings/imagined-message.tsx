import { type ImaginedKind, imaginedKinds, whyToldOf } from '@tagma/rules/notifications/imagined-message.ts'
import { useState } from 'preact/hooks'
import { WhyTold } from '#parts/why-told/why-told.tsx'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'

/** Says of a message that one imagines whether it would tell, and by which switch. */
export function ImaginedMessage() {
  const state = useKnown((known) => known.state)
  const [kind, setKind] = useState<ImaginedKind>('direct')
  const [chosen, setChosen] = useState<number>()
  if (!state) return null
  const channels = (state.subscriptions ?? []).toSorted((a, b) => a.name.localeCompare(b.name, locale()))
  const channelId = channels.some(({ stream_id }) => stream_id === chosen) ? chosen : channels[0]?.stream_id
  const isDirect = kind === 'direct'
  return (
    <section class="setting-group">
      <h2>{t('told.imagined')}</h2>
      <label class="setting">
        <span class="setting-text">{t('told.imagined.kind')}</span>
        <select
          class="field"
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as ImaginedKind)}
        >
          {imaginedKinds
            .filter((each) => each === 'direct' || channels.length > 0)
            .map((each) => (
              <option key={each} value={each}>
                {t(`told.imagined.${each}`)}
              </option>
            ))}
        </select>
      </label>
      {!isDirect && (
        <label class="setting">
          <span class="setting-text">{t('told.imagined.channel')}</span>
          <select
            class="field"
            value={channelId}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          >
            {channels.map(({ stream_id, name }) => (
              <option key={stream_id} value={stream_id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <div role="status">
        <WhyTold
          explained={whyToldOf(state, kind, channelId)}
          channelId={isDirect ? undefined : channelId}
          author=""
        />
      </div>
      <p class="setting-note">{t('told.as-now')}</p>
    </section>
  )
}
