import type { Attachment } from '@tagma/contract/objects/attachment.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { addressOfMessage } from '#state/addresses.ts'
import { destinationOf } from '#state/destination-of.ts'
import { destinationTitle } from '#state/destination-title.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { linkedFrom, sizeText } from './file-rows.ts'
import { useCanSave } from './setting-control.tsx'

interface FileRowProps {
  readonly file: Attachment
  readonly onDelete: () => void
}

/** A file, with the messages that link it. */
export function FileRow({ file, onDelete }: FileRowProps) {
  const { name, size, path_id, create_time, message_ids } = file
  const canSave = useCanSave()
  const { exact } = useTimes()
  const links = linkedFrom(file).toReversed()
  const rest = message_ids.length - links.length
  return (
    <>
      <span class="setting-text">
        <a href={`/user_uploads/${path_id}`} target="_blank" rel="noopener noreferrer" dir="auto">
          {name}
        </a>
        <small>
          {t('settings.files.facts', { size: sizeText(size, locale()), time: exact(create_time) })}
        </small>
        {links.length === 0 && <small>{t('settings.files.unused')}</small>}
        {links.length > 0 && (
          <small class="file-uses">
            {t('settings.files.in')}
            {links.map((id) => (
              <MessageLink key={id} messageId={id} />
            ))}
            {rest > 0 && <span>{t('settings.files.more', { count: rest })}</span>}
          </small>
        )}
      </span>
      <button
        type="button"
        class="button"
        aria-label={t('settings.files.delete-one', { name })}
        disabled={!canSave}
        onClick={onDelete}
      >
        {t('settings.files.delete')}
      </button>
    </>
  )
}

/** Leads to a message, by the name of its conversation. */
function MessageLink({ messageId }: { readonly messageId: number }) {
  const state = useKnown((known) => known.state)
  const message = useKnown(({ messages }) => messages.byId.get(messageId))
  if (!message) return <span>{t('settings.files.unknown-message')}</span>
  return (
    <a href={addressOfMessage(state, message)} dir="auto">
      {destinationTitle(state, destinationOf(message, state?.user_id ?? -1))}
    </a>
  )
}
