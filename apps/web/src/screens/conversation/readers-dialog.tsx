import * as wire from '@tagma/contract/wire.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { useEffect, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

/** Shows who has read a message. */
export function ReadersDialog({
  message,
  onClose,
}: {
  readonly message: Message
  readonly onClose: () => void
}) {
  const { client, store } = useApp()
  const [readers, setReaders] = useState<readonly number[]>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    client.call(wire.getReadReceipts, { message_id: message.id }).then(
      ({ user_ids }) => setReaders(user_ids),
      (error: unknown) => setFailure(errorText(error)),
    )
  }, [client, message.id])
  const people = peopleOf(store.get().state)
  return (
    <Dialog title={t('message.who-read')} onClose={onClose}>
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
      {readers && (
        <>
          <p class="readers-count">{t('acting.readers', { count: readers.length })}</p>
          <ul class="readers">
            {readers.map((id) => (
              <li key={id} class="readers-person" dir="auto">
                <PersonAvatar person={people.get(id)} size={1.5} />
                {people.get(id)?.full_name ?? t('message.unknown-person')}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
