import { useState } from 'preact/hooks'
import { deleteTopic } from '#actions/delete-topic.ts'
import { errorText } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { addressFor } from '#state/addresses.ts'
import { windowOf } from '#state/message-window.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { topicName } from './conversation-title.ts'

interface DeleteTopicProps {
  readonly channelId: number
  readonly topic: string
  readonly onClose: () => void
}

/** Asks before a topic is deleted with all its messages, and stays until the last one is gone. */
export function DeleteTopicQuestion({ channelId, topic, onClose }: DeleteTopicProps) {
  const app = useApp()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [parts, setParts] = useState(0)
  const [atFirst, setAtFirst] = useState<number>()
  // The number is known where all messages of the topic are.
  const left = useKnown((known) => {
    const window = windowOf(known, {
      kind: 'conversation',
      conversation: { kind: 'topic', channelId, topic },
    })
    return window?.hasOldest && window.hasNewest ? window.ids.length : undefined
  })
  const { state } = app.store.get()
  const name = topicName(state, topic)
  const remove = async () => {
    if (isBusy) return
    setBusy(true)
    setAtFirst(left)
    setFailure(undefined)
    try {
      await deleteTopic(app, { channelId, topic }, () => setParts((done) => done + 1))
      onClose()
      showToast(app, {
        name: 'topic deleted',
        kind: 'status',
        text: t('conversation.deleted', { topic: name }),
      })
      app.go(addressFor(state, { kind: 'topics', channelId }), { replace: true })
    } catch (error) {
      setFailure(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('conversation.delete-title', { topic: name })}
      onClose={onClose}
      onSubmit={() => void remove()}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" class="button button-bad" autofocus disabled={isBusy}>
            {t('conversation.delete-topic')}
          </button>
        </>
      }
    >
      <p>{t('conversation.delete-text')}</p>
      {isBusy && (
        <div class="delete-progress">
          <progress
            aria-label={t('conversation.deleting')}
            {...(atFirst && left !== undefined ? { max: atFirst, value: atFirst - left } : {})}
          />
          <p role="status">
            {parts === 0 ? t('conversation.deleting') : t('conversation.deleting-on', { parts })}
          </p>
        </div>
      )}
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  )
}
