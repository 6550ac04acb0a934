import type { OrganizationSettingName } from '@tagma/contract/settings/organization-settings.ts'
import type { OrganizationChange } from '#actions/change-organization.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { channelsById } from '#state/channels.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t, type WordId } from '#words/words.ts'
import { CallsControl } from './calls-control.tsx'
import { changeReason } from './change-reason.ts'
import { useEffectCounts } from './effect-counts.ts'
import { NumberControl } from './number-control.tsx'
import { type OrganizationRow, saysOnlyWhy } from './organization-groups.ts'
import { TextControl } from './text-control.tsx'
import { TimeControl } from './time-control.tsx'
import { useOrganizationChange } from './use-organization-change.ts'
import { WelcomeControl } from './welcome-control.tsx'

export type Value = string | number | boolean | null

/** A setting as its control draws it. */
export interface ControlProps<K extends OrganizationRow['kind']> {
  readonly row: Extract<OrganizationRow, { kind: K }>
  readonly value: Value
  readonly isDisabled: boolean
  /** Saves a value. `putBack` is called if the server refuses it: until then, the control shows what was chosen. */
  readonly onSave: (next: Value, putBack: () => void) => void
}

const changeTo = (name: OrganizationSettingName, value: Value): OrganizationChange => ({ [name]: value })

/**
 * A setting of the organization, with a sentence that says what it changes and who is affected. Each change is saved at once.
 * People who may not change it read who may.
 */
export function OrganizationControl({ row }: { readonly row: OrganizationRow }) {
  const { name } = row
  const label = t(`organization.${name}` as WordId)
  const value = useKnown(({ state }) => state?.[`realm_${name}`])
  const reason = useKnown(({ state }) => state && changeReason(state, name))
  const general = useKnown(({ state }) => state && changeReason(state))
  const canSave = useCanSave()
  const counts = useEffectCounts()
  const { failure, change } = useOrganizationChange(label)
  if (value === undefined) return null
  const given = {
    value,
    isDisabled: reason !== undefined || !canSave,
    onSave: (next: Value, putBack: () => void) => {
      void change(changeTo(name, next), changeTo(name, value)).then((isDone) => {
        if (!isDone) putBack()
      })
    },
  }
  // The message of the Welcome Bot has a button beside its field.
  const Frame = row.kind === 'welcome' ? 'div' : 'label'
  return (
    <>
      <Frame class="setting" data-setting={name}>
        <span class="setting-text">
          <span>{label}</span>
          {!saysOnlyWhy.has(name) && <small>{t(`organization.${name}.note` as WordId, { ...counts })}</small>}
          {reason !== undefined && (
            <small class={reason === general ? 'hidden-visually' : undefined}>{reason}</small>
          )}
        </span>
        <Control row={row} {...given} />
      </Frame>
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
    </>
  )
}

function Control({ row, ...given }: ControlProps<OrganizationRow['kind']>) {
  switch (row.kind) {
    case 'switch':
      return <SwitchControl row={row} {...given} />
    case 'choice':
      return <ChoiceControl row={row} {...given} />
    case 'time':
      return <TimeControl row={row} {...given} />
    case 'channel':
      return <ChannelControl row={row} {...given} />
    case 'number':
      return <NumberControl row={row} {...given} />
    case 'calls':
      return <CallsControl row={row} {...given} />
    case 'welcome':
      return <WelcomeControl row={row} {...given} />
    default:
      return <TextControl row={row} {...given} />
  }
}

function SwitchControl({ value, isDisabled, onSave }: ControlProps<'switch'>) {
  return (
    <input
      type="checkbox"
      role="switch"
      class="switch"
      checked={value === true}
      disabled={isDisabled}
      onChange={({ currentTarget }) =>
        onSave(value !== true, () => {
          currentTarget.checked = value === true
        })
      }
    />
  )
}

function ChoiceControl({ row: { choices }, value, isDisabled, onSave }: ControlProps<'choice'>) {
  const chosen = choices.findIndex((each) => each.value === value)
  return (
    <select
      class="field"
      value={String(chosen)}
      disabled={isDisabled}
      onChange={({ currentTarget }) => {
        const next = choices[Number(currentTarget.value)]
        if (!next) return
        onSave(next.value, () => {
          currentTarget.value = String(chosen)
        })
      }}
    >
      {/* Another program chose what this page does not offer. */}
      {chosen < 0 && <option value="-1">{String(value)}</option>}
      {choices.map(({ text }, at) => (
        <option key={text} value={String(at)}>
          {t(text)}
        </option>
      ))}
    </select>
  )
}

/** A channel, or none. One that the reader may not know keeps its place without a name. */
function ChannelControl({ row: { isPrivate }, value, isDisabled, onSave }: ControlProps<'channel'>) {
  const channels = useKnown(({ state }) => channelsById(state))
  const offered = [...channels.values()]
    .filter(
      ({ stream_id, is_archived, invite_only }) =>
        stream_id === value || (!is_archived && (!isPrivate || invite_only)),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, locale()))
  const isHidden = value !== -1 && !channels.has(Number(value))
  return (
    <select
      class="field"
      value={String(value)}
      disabled={isDisabled}
      onChange={({ currentTarget }) =>
        onSave(Number(currentTarget.value), () => {
          currentTarget.value = String(value)
        })
      }
    >
      <option value="-1">{t('organization.no-channel')}</option>
      {isHidden && <option value={String(value)}>{t('organization.hidden-channel')}</option>}
      {offered.map(({ stream_id, name }) => (
        <option key={stream_id} value={String(stream_id)}>
          {name}
        </option>
      ))}
    </select>
  )
}
