import { draftKey, type DraftPlace } from '#outbox/drafts.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** Offers the other text where a draft was changed here and elsewhere. */
export function OtherText({ to }: { readonly to: DraftPlace }) {
  const { writing } = useApp()
  const other = useKnown(({ drafts }) => drafts.get(draftKey(to))?.other)
  const { time } = useTimes()
  if (!other) return null
  return (
    <p class="editor-other">
      {t('compose.other-text', { time: time(other.editedAt / 1000) })}{' '}
      <button type="button" class="button-link" onClick={() => writing.drafts.exchange(to)}>
        {t('compose.show-other')}
      </button>
    </p>
  )
}
