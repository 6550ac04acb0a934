import { useState } from 'preact/hooks'
import { Question } from '#parts/dialog/dialog.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { t } from '#words/words.ts'
import { ChannelChoices } from './channel-choices.tsx'
import { ChannelMail } from './channel-mail.tsx'
import { ChannelNames } from './channel-names.tsx'
import type { ChannelPartProps } from './channel-page.tsx'
import { ChannelReaders } from './channel-readers.tsx'
import { FailureLine } from './failure-line.tsx'
import { useChangeReason } from './use-change-reason.ts'
import { useChannelChange } from './use-channel-change.ts'

/** A channel's name, purpose, readers, folder, topics and messages, its address for mail, and its end. */
export function ChannelGeneral({ channel }: ChannelPartProps) {
  return (
    <>
      <ChannelNames channel={channel} />
      <ChannelReaders channel={channel} />
      <ChannelChoices channel={channel} />
      <ChannelMail channel={channel} />
      <Archive channel={channel} />
    </>
  )
}

/** Ends a channel, or takes it back. */
function Archive({ channel }: ChannelPartProps) {
  const reason = useChangeReason(channel, 'details')
  const canSave = useCanSave()
  const { failure, change } = useChannelChange(channel.stream_id)
  const [isAsked, setAsked] = useState(false)
  const { is_archived: isArchived } = channel
  return (
    <section class="setting-group">
      <h2>{t(isArchived ? 'channel.unarchive' : 'channel.archive')}</h2>
      <p class="setting-note">{t(isArchived ? 'channel.unarchive-about' : 'channel.archive-about')}</p>
      <FailureLine text={failure} />
      <button
        type="button"
        class={isArchived ? 'button' : 'button button-bad'}
        disabled={reason !== undefined || !canSave}
        onClick={() =>
          isArchived ? void change({ is_archived: false }, { is_archived: true }) : setAsked(true)
        }
      >
        {t(isArchived ? 'channel.unarchive' : 'channel.archive')}
      </button>
      {isAsked && (
        <Question
          title={t('channel.archive-title', { name: channel.name })}
          text={t('channel.archive-about')}
          action={t('channel.archive')}
          dangerous
          onClose={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            void change({ is_archived: true }, { is_archived: false })
          }}
        />
      )}
    </section>
  )
}
