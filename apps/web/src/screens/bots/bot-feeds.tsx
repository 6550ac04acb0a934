import { limits } from '@tagma/contract/limits.ts'
import * as wire from '@tagma/contract/wire.ts'
import { X } from 'lucide'
import { useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { OwnForm } from '#screens/settings/own-form.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useFetched } from '#screens/settings/use-fetched.ts'
import { channelById } from '#state/channels.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { ChannelChoice } from './webhook-fields.tsx'

/** Feeds (RSS, Atom) whose new entries a bot posts. */
export function BotFeeds({ botId: bot_id }: { readonly botId: number }) {
  const app = useApp()
  const canSave = useCanSave()
  const state = useKnown((known) => known.state)
  const fetched = useFetched(async () => (await app.client.call(wire.getBotFeeds, { bot_id })).feeds)
  const { value: feeds, reload } = fetched
  const remove = async (feed_id: number) => {
    try {
      await app.client.call(wire.removeBotFeed, { bot_id, feed_id })
    } catch (error) {
      showError(app, error)
    }
    reload()
  }
  return (
    <details class="setting-group bot-more">
      <summary>{t('bots.feeds', { count: feeds?.length ?? 0 })}</summary>
      <FetchNote fetched={fetched} />
      <ul class="setting-list" aria-label={t('bots.feeds-label')}>
        {feeds?.map(({ id, url, stream_id, topic, problem }) => (
          <li key={id}>
            <span class="setting-text">
              <span dir="ltr">{url}</span>
              <small dir="auto">
                #{channelById(state, stream_id)?.name ?? stream_id}
                {topic === '' ? '' : ` > ${topic}`}
              </small>
              {problem !== '' && (
                <small class="form-error" lang="en">
                  {problem}
                </small>
              )}
            </span>
            <IconButton
              icon={X}
              label={t('bots.feed-remove', { url })}
              disabled={!canSave}
              onClick={() => void remove(id)}
            />
          </li>
        ))}
      </ul>
      <AddFeed botId={bot_id} onAdded={reload} />
    </details>
  )
}

function AddFeed({ botId: bot_id, onAdded }: { readonly botId: number; readonly onAdded: () => void }) {
  const app = useApp()
  const [url, setUrl] = useState('')
  const [stream_id, setChannel] = useState<number>()
  const [topic, setTopic] = useState('')
  const add = async () => {
    if (stream_id === undefined) return
    await app.client.call(wire.addBotFeed, { bot_id, url: url.trim(), stream_id, topic: topic.trim() })
    setUrl('')
    setTopic('')
    onAdded()
  }
  return (
    <OwnForm
      title={t('bots.feed-new')}
      action={t('bots.feed-add')}
      isReady={url.trim() !== '' && stream_id !== undefined}
      onSend={add}
    >
      <p class="setting-note">{t('bots.feeds-about')}</p>
      <TextField
        label={t('bots.feed-url')}
        type="url"
        most={2000}
        placeholder="https://"
        value={url}
        onText={setUrl}
      />
      <ChannelChoice label={t('bots.channel')} value={stream_id} onChange={setChannel} />
      <TextField
        label={t('bots.topic')}
        most={limits.maxTopicLength}
        placeholder={t('bots.topic-feed')}
        value={topic}
        onText={setTopic}
      />
    </OwnForm>
  )
}
