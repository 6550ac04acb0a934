import type { State } from '@tagma/sync/state.ts'
import { useState } from 'preact/hooks'
import { changeOwnChannel, type OwnProperty } from '#actions/change-own-channel.ts'
import { joinChannel } from '#actions/set-subscription.ts'
import { channelNotifications } from '#screens/settings/channel-exceptions.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { ChannelPartProps } from './channel-page.tsx'

/** Settings of a channel for oneself: its colour, its place, and its notifications. */
export function PersonalSettings({ channel }: ChannelPartProps) {
  const app = useApp()
  const canSave = useCanSave()
  const own = useKnown(({ state }) =>
    state?.subscriptions?.find(({ stream_id }) => stream_id === channel.stream_id),
  )
  if (!own) {
    return (
      <section class="setting-group">
        <p class="setting-note">{t('channel.not-in')}</p>
        {!channel.is_archived && !channel.invite_only && (
          <button
            type="button"
            class="button"
            disabled={!canSave}
            onClick={() => void joinChannel(app, channel)}
          >
            {t('channels.join')}
          </button>
        )}
      </section>
    )
  }
  const set = (property: OwnProperty, value: boolean | string, before: boolean | string) =>
    void changeOwnChannel(app, channel.stream_id, property, value, before)
  return (
    <>
      <section class="setting-group">
        <h2>{t('channel.look')}</h2>
        <label class="setting">
          <span class="setting-text">{t('channel.color')}</span>
          <Colour
            key={own.color}
            value={own.color}
            isDisabled={!canSave}
            onChange={(next) => set('color', next, own.color)}
          />
        </label>
        <OwnSwitch
          label={t('channels.pin')}
          isOn={own.pin_to_top}
          onChange={(isOn) => set('pin_to_top', isOn, !isOn)}
        />
        <OwnSwitch
          label={t('channels.mute')}
          note={t('channel.mute-about')}
          isOn={own.is_muted}
          onChange={(isOn) => set('is_muted', isOn, !isOn)}
        />
      </section>
      <Notifications own={own} onChange={set} />
    </>
  )
}

interface NotificationsProps {
  readonly own: NonNullable<State['subscriptions']>[number]
  readonly onChange: (property: OwnProperty, value: boolean, before: boolean) => void
}

function Notifications({ own, onChange }: NotificationsProps) {
  const general = useKnown(({ state }) => state?.user_settings)
  return (
    <section class="setting-group">
      <h2>{t('channel.notifications')}</h2>
      {channelNotifications.map(([, property, name]) => {
        const isGeneral = general?.[name] === true
        const value = own[property]
        return (
          <OwnSwitch
            key={property}
            label={t(`channel.${property}`)}
            note={
              value === null ? t(isGeneral ? 'channel.as-general-on' : 'channel.as-general-off') : undefined
            }
            isOn={value ?? isGeneral}
            onChange={(isOn) => onChange(property, isOn, !isOn)}
          />
        )
      })}
      <p class="setting-note">
        <a class="button-link" href="#settings/notifications">
          {t('channel.general-notifications')}
        </a>
      </p>
    </section>
  )
}

interface OwnSwitchProps {
  readonly label: string
  readonly note?: string | undefined
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function OwnSwitch({ label, note, isOn, onChange }: OwnSwitchProps) {
  const canSave = useCanSave()
  return (
    <label class="setting">
      <span class="setting-text">
        <span>{label}</span>
        {note !== undefined && <small>{note}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        class="switch"
        checked={isOn}
        disabled={!canSave}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
    </label>
  )
}

interface ColourProps {
  readonly value: string
  readonly isDisabled: boolean
  readonly onChange: (value: string) => void
}

/** A colour is saved when it is chosen, not at each one that the pointer passes. */
function Colour({ value, isDisabled, onChange }: ColourProps) {
  const [shown, setShown] = useState(value)
  return (
    <input
      type="color"
      class="channel-colour"
      value={shown}
      disabled={isDisabled}
      onInput={({ currentTarget }) => setShown(currentTarget.value)}
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== value) onChange(currentTarget.value)
      }}
    />
  )
}
