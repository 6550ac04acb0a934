import * as wire from '@tagma/contract/wire.ts'
import { Copy } from 'lucide'
import { useState } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { errorText } from '#actions/show-error.ts'
import { Icon } from '#parts/icon.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import type { ChannelPartProps } from './channel-page.tsx'
import { FailureLine } from './failure-line.tsx'

/** The address that posts into a channel. It is a secret of the channel: it is shown when it is asked for. */
export function ChannelMail({ channel }: ChannelPartProps) {
  const app = useApp()
  const canSave = useCanSave()
  const [address, setAddress] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const ask = async () => {
    setFailure(undefined)
    try {
      const { email } = await app.client.call(wire.getStreamEmailAddress, { stream_id: channel.stream_id })
      if (email === '') setFailure(t('channel.no-mail'))
      else setAddress(email)
    } catch (error) {
      setFailure(errorText(error))
    }
  }
  if (channel.is_archived) return null
  return (
    <section class="setting-group">
      <h2>{t('channel.mail')}</h2>
      <p class="setting-note">{t('channel.mail-about')}</p>
      <FailureLine text={failure} />
      {address === undefined ? (
        <button type="button" class="button" disabled={!canSave} onClick={() => void ask()}>
          {t('channel.show-mail')}
        </button>
      ) : (
        <p class="channel-address">
          <code>{address}</code>
          <button
            type="button"
            class="button"
            onClick={() => void copyAndTell(app, address, t('channel.mail-copied'))}
          >
            <Icon of={Copy} size={1} />
            {t('channel.copy')}
          </button>
        </p>
      )}
    </section>
  )
}
