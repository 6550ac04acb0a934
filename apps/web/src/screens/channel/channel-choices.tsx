import { type TopicsPolicy, topicsPolicies } from '@tagma/contract/topics-policies.ts'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ChannelChange } from '#actions/change-channel.ts'
import { Meanwhile } from '#parts/meanwhile/meanwhile.tsx'
import { useDraft } from '#parts/meanwhile/use-draft.ts'
import { NumberField } from '#parts/number-field/number-field.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { ChannelPartProps } from './channel-page.tsx'
import type { ChannelPart } from './channel-rights.ts'
import { FailureLine } from './failure-line.tsx'
import { useChangeReason } from './use-change-reason.ts'
import { useChannelChange } from './use-channel-change.ts'

/** Settings of a channel that are chosen from a list or switched. Each is saved at once. */
export function ChannelChoices({ channel }: ChannelPartProps) {
  const folders = useKnown(({ state }) => state?.channel_folders)
  const isDefault = useKnown(
    ({ state }) => state?.realm_default_streams?.includes(channel.stream_id) === true,
  )
  const shownFolders = (folders ?? []).filter(
    ({ id, is_archived }) => !is_archived || id === channel.folder_id,
  )
  return (
    <section class="setting-group">
      <h2>{t('channel.more')}</h2>
      {shownFolders.length > 0 && (
        <Choice
          channel={channel}
          part="details"
          label={t('channels.folder')}
          value={String(channel.folder_id ?? '')}
          options={[
            ['', t('channels.no-folder')],
            ...shownFolders.map(({ id, name }) => [String(id), name] as const),
          ]}
          changeTo={(value) => ({ folder_id: value === '' ? null : Number(value) })}
        />
      )}
      <Choice
        channel={channel}
        part="topics"
        label={t('channel.topics')}
        value={channel.topics_policy}
        options={topicsPolicies.map((policy) => [policy, t(`channel.topics.${policy}`)] as const)}
        changeTo={(value) => ({ topics_policy: value as TopicsPolicy })}
      />
      <Retention channel={channel} />
      <Switch
        channel={channel}
        label={t('channel.default')}
        note={t('channel.default-about')}
        problem={channel.invite_only && !isDefault ? t('channels.default-public-only') : undefined}
        isOn={isDefault}
        changeTo={(is_default_stream) => ({ is_default_stream })}
      />
      <Switch
        channel={channel}
        label={t('channel.push')}
        note={t('channel.push-about')}
        isOn={channel.default_push_notifications}
        changeTo={(default_push_notifications) => ({ default_push_notifications })}
      />
      <Switch
        channel={channel}
        part="details"
        label={t('channel.agents')}
        note={t('channel.agents-about')}
        isOn={channel.hidden_from_agents}
        changeTo={(hidden_from_agents) => ({ hidden_from_agents })}
      />
    </section>
  )
}

interface RowProps {
  readonly label: string
  readonly note?: string | undefined
  readonly reason: string | undefined
  readonly failure: string | undefined
  readonly children: ComponentChildren
}

function Row({ label, note, reason, failure, children }: RowProps) {
  return (
    <>
      <label class="setting">
        <span class="setting-text">
          <span>{label}</span>
          {(reason || note) && <small>{reason || note}</small>}
        </span>
        {children}
      </label>
      <FailureLine text={failure} />
    </>
  )
}

interface ChoiceProps extends ChannelPartProps {
  readonly part: ChannelPart
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly changeTo: (value: string) => ChannelChange
}

function Choice({ channel, part, label, value, options, changeTo }: ChoiceProps) {
  const reason = useChangeReason(channel, part)
  const canSave = useCanSave()
  const { failure, change } = useChannelChange(channel.stream_id)
  const draft = useDraft(value, (next) => change(changeTo(next), changeTo(value)), channel)
  const isDisabled = reason !== undefined || !canSave
  const nameOf = (key: string) => options.find(([each]) => each === key)?.[1] ?? key
  return (
    <>
      <Row {...{ label, reason, failure }}>
        <select
          class="field"
          value={draft.value}
          disabled={isDisabled}
          onFocus={draft.begin}
          onChange={({ currentTarget }) => void draft.choose(currentTarget.value)}
        >
          {options.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      </Row>
      <Meanwhile draft={draft} nameOf={nameOf} canSave={!isDisabled} />
    </>
  )
}

interface SwitchProps extends ChannelPartProps {
  readonly part?: ChannelPart
  readonly label: string
  readonly note: string
  /** The reason why a channel of this kind cannot have it. */
  readonly problem?: string | undefined
  readonly isOn: boolean
  readonly changeTo: (isOn: boolean) => ChannelChange
}

function Switch({ channel, part = 'newcomers', label, note, problem, isOn, changeTo }: SwitchProps) {
  const reason = useChangeReason(channel, part) ?? problem
  const canSave = useCanSave()
  const { failure, change } = useChannelChange(channel.stream_id)
  return (
    <Row {...{ label, note, reason, failure }}>
      <input
        type="checkbox"
        role="switch"
        class="switch"
        checked={isOn}
        disabled={reason !== undefined || !canSave}
        onChange={({ currentTarget }) => {
          // By the element: somebody else may have switched it in the same moment.
          const next = currentTarget.checked
          void change(changeTo(next), changeTo(!next)).then((done) => done || (currentTarget.checked = !next))
        }}
      />
    </Row>
  )
}

/** Days that messages are kept, or whose rule holds. */
type Keeping = 'realm_default' | 'unlimited' | number

/** Days that messages are kept: those of the organization, for ever, or a number. */
function Retention({ channel }: ChannelPartProps) {
  const reason = useChangeReason(channel, 'retention')
  const general = useKnown(({ state }) => state?.realm_message_retention_days ?? -1)
  const canSave = useCanSave()
  const { failure, change } = useChannelChange(channel.stream_id)
  const { message_retention_days: days } = channel
  const present: Keeping = days === null ? 'realm_default' : days === -1 ? 'unlimited' : days
  const draft = useDraft<Keeping>(
    present,
    (next) => change({ message_retention_days: next }, { message_retention_days: present }),
    channel,
  )
  const [isTyping, setTyping] = useState(false)
  // The field for the number begins again when what was typed is given up.
  const [round, setRound] = useState(0)
  const shown = isTyping || typeof draft.value === 'number' ? 'days' : draft.value
  const note = shown === 'days' ? t('channel.keeps-about') : undefined
  const isDisabled = reason !== undefined || !canSave
  const inherited =
    general === -1 ? t('channel.keeps-general') : t('channel.keeps-general-days', { count: general })
  const nameOf = (keeping: Keeping) =>
    typeof keeping === 'number'
      ? t('channel.keeps-count', { count: keeping })
      : keeping === 'unlimited'
        ? t('channel.keeps-all')
        : inherited
  return (
    <>
      <Row {...{ label: t('channel.keeps'), note, reason, failure }}>
        <span class="setting-number" onFocusIn={draft.begin}>
          <select
            class="field channel-keeps"
            value={shown}
            disabled={isDisabled}
            onChange={({ currentTarget: { value } }) => {
              setTyping(value === 'days')
              if (value === 'realm_default' || value === 'unlimited') void draft.choose(value)
            }}
          >
            <option value="realm_default">{inherited}</option>
            <option value="unlimited">{t('channel.keeps-all')}</option>
            <option value="days">{t('channel.keeps-days')}</option>
          </select>
          {shown === 'days' && (
            <NumberField
              key={round}
              label={t('channel.days')}
              least={1}
              value={typeof draft.value === 'number' ? draft.value : undefined}
              isDisabled={isDisabled}
              fitting={t('channel.whole-days')}
              onSave={(next, onRefused) => {
                void draft.save(next).then((done) => (done ? setTyping(false) : onRefused()))
              }}
            />
          )}
        </span>
      </Row>
      <Meanwhile
        draft={draft}
        nameOf={nameOf}
        canSave={!isDisabled}
        onChosen={() => {
          setTyping(false)
          setRound(round + 1)
        }}
      />
    </>
  )
}
