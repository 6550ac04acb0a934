import type { State } from '@tagma/sync/state.ts'
import { useState } from 'preact/hooks'
import { switchOwnChannel } from '#actions/switch-own-channel.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { addressFor } from '#state/addresses.ts'
import { type Channel, channelById } from '#state/channels.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { listOf } from '#words/list-of.ts'
import { locale, t } from '#words/words.ts'
import { channelNotifications, differencesOf } from './channel-exceptions.ts'
import { NotificationHead } from './notification-table.tsx'
import { TopicPolicies } from './own-topics.tsx'
import { useCanSave } from './setting-control.tsx'

/** Lists the channels and topics that differ from the general settings, and lets the reader change each. */
export function NotificationExceptions() {
  const subscriptions = useKnown(({ state }) => state?.subscriptions) ?? []
  const settings = useKnown(({ state }) => state?.user_settings)
  // A channel that was added or changed here stays in sight, even if nothing in it differs.
  const [kept, setKept] = useState<readonly number[]>([])
  const keep = (channelId: number) => setKept((ids) => [...ids.filter((id) => id !== channelId), channelId])
  const inOrder = subscriptions
    .filter(({ is_archived: isArchived }) => !isArchived)
    .toSorted((a, b) => a.name.localeCompare(b.name, locale()))
  const isShown = (own: (typeof inOrder)[number]) =>
    kept.includes(own.stream_id) || differencesOf(own, settings).length > 0
  const shown = inOrder.filter(isShown)
  return (
    <>
      <section class="setting-group">
        <h2>{t('settings.told.exceptions')}</h2>
        <p class="setting-note">{t('settings.told.note')}</p>
        {shown.length === 0 ? (
          <p class="setting-note">{t('settings.told.no-exceptions')}</p>
        ) : (
          <div class="setting-table-frame" tabIndex={-1}>
            <table class="setting-table" aria-label={t('settings.told.exceptions')}>
              <NotificationHead first={t('settings.told.channel')} />
              <tbody>
                {shown.map((own) => (
                  <ExceptionRow
                    key={own.stream_id}
                    own={own}
                    onChange={() => keep(own.stream_id)}
                    onReset={() => setKept((ids) => ids.filter((id) => id !== own.stream_id))}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
        <AddChannel offered={inOrder.filter((own) => !isShown(own))} onAdd={keep} />
      </section>
      <section class="setting-group">
        <h2>{t('settings.told.topics')}</h2>
        <p class="setting-note">{t('settings.told.topics-about')}</p>
        <TopicPolicies />
      </section>
    </>
  )
}

interface ExceptionRowProps {
  readonly own: NonNullable<State['subscriptions']>[number]
  readonly onChange: () => void
  readonly onReset: () => void
}

function ExceptionRow({ own, onChange, onReset }: ExceptionRowProps) {
  const app = useApp()
  const canSave = useCanSave()
  const channel = useKnown(({ state }) => channelById(state, own.stream_id))
  const settings = useKnown(({ state }) => state?.user_settings)
  const differences = differencesOf(own, settings)
  const valuesOf = (read: (entry: (typeof channelNotifications)[number]) => boolean) =>
    Object.fromEntries(differences.map((entry) => [entry[1], read(entry)]))
  const reset = async () => {
    const isDone = await switchOwnChannel(
      app,
      own.stream_id,
      valuesOf(([, , general]) => settings?.[general] === true),
      valuesOf(([, property]) => own[property] === true),
    )
    if (isDone) onReset()
  }
  return (
    <tr>
      <th scope="row" class="setting-exception">
        <ChannelLink channel={channel} />
        <small>
          {differences.length === 0
            ? t('settings.told.as-general')
            : t('settings.told.differs', {
                ways: listOf(differences.map(([way]) => t(`settings.way.${way}`))),
              })}
        </small>
        {own.is_muted && <small>{t('settings.told.muted')}</small>}
        <button
          type="button"
          class="button-link"
          aria-label={t('settings.told.reset-channel', { name: own.name })}
          disabled={!canSave}
          onClick={() => (differences.length === 0 ? onReset() : void reset())}
        >
          {t('settings.told.reset')}
        </button>
      </th>
      {channelNotifications.map(([way, property, general]) => {
        const isGeneral = settings?.[general] === true
        const isOn = own[property] ?? isGeneral
        return (
          <td key={way} data-way={t(`settings.way.${way}`)}>
            <input
              type="checkbox"
              role="switch"
              class="switch"
              aria-label={`${own.name}: ${t(`settings.way.${way}`)}`}
              checked={isOn}
              disabled={!canSave}
              onChange={({ currentTarget: { checked } }) => {
                onChange()
                void switchOwnChannel(app, own.stream_id, { [property]: checked }, { [property]: !checked })
              }}
            />
          </td>
        )
      })}
    </tr>
  )
}

/** The name of a channel, as a link to the reader's settings of it. */
function ChannelLink({ channel }: { readonly channel: Channel | undefined }) {
  const state = useKnown((known) => known.state)
  if (!channel) return null
  return (
    <a href={addressFor(state, { kind: 'channel', channelId: channel.stream_id, page: 'personal' })}>
      <ChannelSign channel={channel} size={0.875} /> <span dir="auto">{channel.name}</span>
    </a>
  )
}

interface AddChannelProps {
  readonly offered: readonly { readonly stream_id: number; readonly name: string }[]
  readonly onAdd: (channelId: number) => void
}

/** Adds a channel to the table, so that its settings can be changed there. */
function AddChannel({ offered, onAdd }: AddChannelProps) {
  const [chosen, setChosen] = useState('')
  const channel = offered.find(({ stream_id }) => String(stream_id) === chosen)
  if (offered.length === 0) return null
  return (
    <form
      class="setting-add"
      onSubmit={(event) => {
        event.preventDefault()
        if (channel) onAdd(channel.stream_id)
      }}
    >
      <select
        class="field"
        aria-label={t('settings.told.channel')}
        value={channel ? chosen : ''}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      >
        <option value="">{t('settings.told.choose')}</option>
        {offered.map(({ stream_id, name }) => (
          <option key={stream_id} value={String(stream_id)}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" class="button" disabled={!channel}>
        {t('settings.told.add')}
      </button>
    </form>
  )
}
