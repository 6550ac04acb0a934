import type { State } from '@tagma/sync/state.ts'
import { useMemo, useState } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { discardDraft } from '#actions/discard-draft.ts'
import { draftKey, type DraftPlace } from '#outbox/drafts.ts'
import { fitOf, folded } from '#parts/completion/match.ts'
import { FilterField } from '#parts/filter-field.tsx'
import { useTimes } from '#parts/messages/use-times.ts'
import { insertIntoBox } from '#screens/conversation/insert-into-box.ts'
import { addressFor, viewOf } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import { destinationTitle } from '#state/destination-title.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { LaterRow } from './later-row.tsx'

/** Texts that were not sent, the last one first. */
export function DraftsList() {
  const app = useApp()
  const drafts = useKnown((known) => known.drafts)
  const state = useKnown((known) => known.state)
  const isSynced = useKnown(({ state: now }) => now?.user_settings?.enable_drafts_synchronization ?? false)
  const [query, setQuery] = useState('')
  const shown = useMemo(() => {
    const asked = folded(query.trim())
    return [...drafts.values()]
      .filter(({ content }) => content !== '')
      .map((draft) => ({
        draft,
        title: destinationTitle(state, draft.to),
        address: addressOfPlace(state, draft.to),
      }))
      .filter(({ draft, title }) => fitOf(asked, folded(`${title} ${draft.content}`)) !== undefined)
      .toSorted((a, b) => b.draft.editedAt - a.draft.editedAt)
  }, [drafts, state, query])
  const { moment } = useTimes()
  return (
    <>
      {!isSynced && <p class="later-note">{t('later.on-device')}</p>}
      {drafts.size > 5 && <FilterField label={t('later.find')} value={query} onText={setQuery} />}
      {shown.length === 0 && <p class="later-note">{t('later.no-drafts')}</p>}
      <ul>
        {shown.map(({ draft, title, address }) => (
          <LaterRow
            key={draftKey(draft.to)}
            {...{ title, address }}
            text={draft.content}
            time={moment(draft.editedAt / 1000)}
            problem={address === undefined ? t('later.no-place') : undefined}
          >
            {address === undefined ? (
              <button
                type="button"
                class="button-link"
                onClick={() => void copyAndTell(app, draft.content, t('message.text-copied'))}
              >
                {t('message.copy-text')}
              </button>
            ) : (
              <a
                class="button-link"
                href={address}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return
                  event.preventDefault()
                  insertIntoBox(app, '', () => app.go(address))
                }}
              >
                {t('later.write-on')}
              </a>
            )}
            <button type="button" class="button-link" onClick={() => discardDraft(app, draft)}>
              {t('later.delete')}
            </button>
          </LaterRow>
        ))}
      </ul>
    </>
  )
}

/** Returns the address of the box that a draft belongs to; undefined if its channel is gone. */
function addressOfPlace(state: State | undefined, to: DraftPlace): string | undefined {
  const isGone = (to.kind === 'topic' || to.kind === 'new topic') && !channelById(state, to.channelId)
  if (isGone) return undefined
  if (to.kind === 'new topic') return addressFor(state, { kind: 'new topic', channelId: to.channelId })
  if (to.kind === 'new people') return addressFor(state, { kind: 'new direct' })
  const conversation =
    to.kind === 'topic'
      ? { channelId: to.channelId, topic: to.topic, userIds: undefined }
      : { channelId: undefined, topic: '', userIds: to.userIds }
  return addressFor(state, viewOf(conversation, state?.user_id ?? 0))
}
