import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { ChannelGroupSetting } from '@tagma/contract/settings/channel-permissions.ts'
import { type TopicsPolicy, topicsPolicies } from '@tagma/contract/topics-policies.ts'
import type { State } from '@tagma/sync/state.ts'
import { useState } from 'preact/hooks'
import { type FurtherSettings, isPrivate, type NewChannel } from '#actions/create-channel.ts'
import { PermissionChoice } from '#parts/permission/permission-field.tsx'
import { type GeneralPart, partReason } from '#screens/channel/channel-rights.ts'
import { channelPermissions, noteOf } from '#screens/channel/permission-rows.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

interface MoreSettingsProps {
  readonly channel: NewChannel
  readonly onChange: (further: FurtherSettings) => void
}

/** All other settings of a new channel, folded away: most channels are made without them. */
export function MoreSettings({ channel, onChange }: MoreSettingsProps) {
  const change = (part: FurtherSettings) => onChange({ ...channel.further, ...part })
  const given = { channel, onChange: change }
  return (
    <details class="channel-further">
      <summary>{t('channels.more')}</summary>
      <p class="channel-note">{t('channels.more-about')}</p>
      <Topics {...given} />
      <Retention {...given} />
      <Switch
        {...given}
        name="is_default_stream"
        label={t('channel.default')}
        part="newcomers"
        note={t('channel.default-about')}
        problem={isPrivate(channel.privacy) ? t('channels.default-public-only') : undefined}
      />
      <Switch
        {...given}
        name="default_push_notifications"
        label={t('channel.push')}
        part="newcomers"
        note={t('channel.push-about')}
      />
      <Switch
        {...given}
        name="hidden_from_agents"
        label={t('channel.agents')}
        note={t('channel.agents-about')}
      />
      <Switch {...given} name="send_new_subscription_messages" label={t('channels.told')} isOnAtFirst />
      {channelPermissions.map(({ title, rows }) => (
        <section key={title} class="setting-group">
          <h2>{t(title)}</h2>
          {rows.map(([name, part]) => (
            <Permission key={name} {...given} name={name} part={part} />
          ))}
        </section>
      ))}
    </details>
  )
}

function useReason(part: GeneralPart | undefined): string | undefined {
  return useKnown(({ state }) => (state && part ? partReason(state, part) : undefined))
}

function Topics({ channel, onChange }: MoreSettingsProps) {
  const reason = useReason('topics')
  return (
    <label class="form-field">
      <span>{t('channel.topics')}</span>
      <select
        class="field"
        value={channel.further.topics_policy ?? 'inherit'}
        disabled={reason !== undefined}
        onChange={({ currentTarget: { value } }) => onChange({ topics_policy: value as TopicsPolicy })}
      >
        {topicsPolicies.map((policy) => (
          <option key={policy} value={policy}>
            {t(`channel.topics.${policy}`)}
          </option>
        ))}
      </select>
      {reason !== undefined && <small>{reason}</small>}
    </label>
  )
}

function Retention({ channel, onChange }: MoreSettingsProps) {
  const reason = useReason('retention')
  const general = useKnown(({ state }) => state?.realm_message_retention_days ?? -1)
  const value = channel.further.message_retention_days ?? 'realm_default'
  const [typed, setTyped] = useState('30')
  const kind = typeof value === 'number' ? 'days' : value
  return (
    <label class="form-field">
      <span>{t('channel.keeps')}</span>
      <select
        class="field"
        value={kind}
        disabled={reason !== undefined}
        onChange={({ currentTarget: { value: next } }) =>
          onChange({
            message_retention_days:
              next === 'realm_default' || next === 'unlimited' ? next : Math.max(1, Number(typed)),
          })
        }
      >
        <option value="realm_default">
          {general === -1 ? t('channel.keeps-general') : t('channel.keeps-general-days', { count: general })}
        </option>
        <option value="unlimited">{t('channel.keeps-all')}</option>
        <option value="days">{t('channel.keeps-days')}</option>
      </select>
      {kind === 'days' && (
        <input
          class="field"
          type="number"
          aria-label={t('channel.days')}
          required
          min={1}
          step={1}
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            if (currentTarget.validity.valid)
              onChange({ message_retention_days: currentTarget.valueAsNumber })
          }}
        />
      )}
      {reason !== undefined && <small>{reason}</small>}
    </label>
  )
}

interface SwitchProps extends MoreSettingsProps {
  readonly name:
    | 'is_default_stream'
    | 'default_push_notifications'
    | 'hidden_from_agents'
    | 'send_new_subscription_messages'
  readonly label: string
  readonly part?: GeneralPart
  readonly note?: string
  /** The reason why a channel of this kind cannot have it. */
  readonly problem?: string | undefined
  readonly isOnAtFirst?: boolean
}

function Switch({ channel, onChange, name, label, part, note, problem, isOnAtFirst = false }: SwitchProps) {
  const reason = useReason(part) ?? problem
  return (
    <label class="setting">
      <span class="setting-text">
        <span>{label}</span>
        {(reason ?? note) !== undefined && <small>{reason ?? note}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        class="switch"
        checked={reason === undefined && (channel.further[name] ?? isOnAtFirst)}
        disabled={reason !== undefined}
        onChange={({ currentTarget: { checked } }) => onChange({ [name]: checked })}
      />
    </label>
  )
}

interface PermissionProps extends MoreSettingsProps {
  readonly name: ChannelGroupSetting
  readonly part: 'access' | GeneralPart | 'privacy'
}

function Permission({ channel, onChange, name, part }: PermissionProps) {
  const isNeeded = name === 'can_create_topic_group' && channel.privacy === 'private-protected'
  const own = useReason(part === 'access' || part === 'privacy' ? undefined : part)
  const limits = useKnown(({ state }) => state?.server_supported_permission_settings?.stream[name])
  const usual = useKnown(({ state }) => usualSetting(state, limits?.default_group_name))
  const note = useKnown(({ state }) => noteOf(state, name))
  if (!limits || usual === undefined) return null
  return (
    <PermissionChoice
      label={t(`channel.${name}`)}
      value={isNeeded ? usual : (channel.further[name] ?? usual)}
      limits={limits}
      note={note}
      reason={isNeeded ? t('channels.topics-need-everybody') : own}
      onChange={(next) => onChange({ [name]: next })}
    />
  )
}

/** Returns the value that a permission of a new channel has. One of its maker alone is kept by id, so that it compares. */
function usualSetting(state: State | undefined, name: string | undefined): GroupSetting | undefined {
  if (name === 'channel_creator') return creatorOnly(state?.user_id ?? -1)
  return state?.realm_user_groups?.find((group) => group.name === name)?.id
}

const creators = new Map<number, GroupSetting>()

function creatorOnly(userId: number): GroupSetting {
  const known = creators.get(userId) ?? { direct_members: [userId], direct_subgroups: [] }
  creators.set(userId, known)
  return known
}
