import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { useKnown } from '#state/use-known.ts'
import { ring, type Sound } from '#wire/ring.ts'
import { t } from '#words/words.ts'
import { SettingSourceContext } from './setting-source.ts'

interface SoundSettingProps {
  /** The id of the control. */
  readonly id: string
  readonly children: ComponentChildren
}

/** The setting for the sound of notifications, with a button that plays it. */
export function SoundSetting({ id, children }: SoundSettingProps) {
  const source = useContext(SettingSourceContext)
  const sound: Sound = useKnown(({ state }) => source.read(state)?.notification_sound ?? 'zulip')
  const isSilent = sound === 'none'
  return (
    <div class="setting">
      <label class="setting-text" for={id}>
        {t('settings.notification_sound')}
      </label>
      <span class="setting-sound">
        <button type="button" class="button" aria-disabled={isSilent} onClick={() => isSilent || ring(sound)}>
          {t('settings.sound.play')}
        </button>
        {children}
      </span>
    </div>
  )
}
