import { draftKey, type DraftPlace } from '#outbox/drafts.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'

/** Offers the other text where a draft was changed here and elsewhere. */
export function OtherText({ to }: { readonly to: DraftPlace }) {
  const { writing } = useApp()
  const other = useKnown(({ drafts }) => drafts.get(draftKey(to))?.other)
  if (!other) return null
  const time = new Intl.DateTimeFormat(locale(), { hour: 'numeric', minute: '2-digit' }).format(
    other.editedAt,
  )
  return (
    <p class="editor-other">
      {t('compose.other-text', { time })}{' '}
      <button type="button" class="button-link" onClick={() => writing.drafts.exchange(to)}>
        {t('compose.show-other')}
      </button>
    </p>
  )
}
