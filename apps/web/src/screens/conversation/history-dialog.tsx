import type { Answer } from '@tagma/contract/define.ts'
import type { getMessageHistory } from '@tagma/contract/endpoints/messages/get-message-history.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { useEffect, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { MessageHtml } from '#parts/messages/message-html.tsx'
import type { Reader } from '#parts/messages/reader.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { topicName } from './conversation-title.ts'

type Version = Answer<typeof getMessageHistory>['message_history'][number]

interface HistoryDialogProps {
  readonly message: Message
  readonly reader: Reader
  readonly onClose: () => void
}

/** Shows earlier versions of a message, the newest first, with what changed marked. */
export function HistoryDialog({ message, reader, onClose }: HistoryDialogProps) {
  const { client } = useApp()
  const [versions, setVersions] = useState<readonly Version[]>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    client.call(wire.getMessageHistory, { message_id: message.id, allow_empty_topic_name: true }).then(
      (answer) => setVersions(answer.message_history.toReversed()),
      (error: unknown) => setFailure(errorText(error)),
    )
  }, [client, message.id])
  return (
    <Dialog title={t('message.earlier')} wide onClose={onClose}>
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
      <ol class="versions">
        {(versions ?? []).map((version, index) => (
          <li key={index} class="version">
            <p class="version-head">
              {t(
                version.prev_content !== undefined
                  ? 'acting.edited-by'
                  : version.prev_topic !== undefined || version.prev_stream !== undefined
                    ? 'acting.moved-by'
                    : 'acting.sent-by',
                {
                  name: reader.nameOf(version.user_id ?? -1) ?? t('message.unknown-person'),
                  time: reader.times.exact(version.timestamp),
                },
              )}
            </p>
            <MoveLine version={version} reader={reader} />
            <MessageHtml
              id={`version-${index}`}
              html={version.content_html_diff ?? version.rendered_content}
              reader={reader}
              hasAlertWord={false}
            />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

/** Names the topic, and if it changed the channel, that a message was moved from and to. */
function MoveLine({ version, reader }: { readonly version: Version; readonly reader: Reader }) {
  const state = useKnown((known) => known.state)
  const { topic, prev_topic: topicBefore, stream: channel, prev_stream: channelBefore } = version
  if (topicBefore === undefined && channelBefore === undefined) return null
  const placeOf = (channelId: number | undefined, title: string) => {
    const shown = topicName(state, title)
    if (channelId === undefined || channelBefore === undefined) return shown
    const name = reader.channelNameOf(channelId) ?? t('conversation.unknown-channel')
    return t('conversation.channel-and-topic', { channel: name, topic: shown })
  }
  return (
    <p class="version-topic">
      <del dir="auto">{placeOf(channelBefore, topicBefore ?? topic)}</del> →{' '}
      <ins dir="auto">{placeOf(channel, topic)}</ins>
    </p>
  )
}
