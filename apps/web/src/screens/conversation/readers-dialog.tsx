import * as wire from '@tagma/contract/wire.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { useEffect, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { PeopleList } from './people-list.tsx'

/** Shows how many people have read a message, and who they are. */
export function ReadersDialog({
  message,
  onClose,
}: {
  readonly message: Message
  readonly onClose: () => void
}) {
  const { client } = useApp()
  const [readers, setReaders] = useState<readonly number[]>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    client.call(wire.getReadReceipts, { message_id: message.id }).then(
      ({ user_ids }) => setReaders(user_ids),
      (error: unknown) => setFailure(errorText(error)),
    )
  }, [client, message.id])
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
          <PeopleList ids={readers} />
        </>
      )}
    </Dialog>
  )
}
