import { useContext } from 'preact/hooks'
import { NumberField } from '#parts/number-field/number-field.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { settingLabel } from '#words/setting-label.ts'
import { t, type WordId } from '#words/words.ts'
import type { SettingGroup, SettingRow } from './setting-groups.ts'
import { SettingSourceContext } from './setting-source.ts'
import { SoundSetting } from './sound-setting.tsx'

/** Whether settings can be changed now: they are not kept for later, because somebody may change the same elsewhere. */
export const useCanSave = () => useKnown(({ connection }) => connection.state === 'live')

/** Settings that belong together. Each is saved when it is changed. */
export function SettingGroupForm({ group }: { readonly group: SettingGroup }) {
  return (
    <section class="setting-group">
      <h2>{t(group.title)}</h2>
      {group.rows.map((row) => (
        <SettingControl key={row.name} row={row} />
      ))}
    </section>
  )
}

const soundId = 'setting-sound'

function SettingControl({ row }: { readonly row: SettingRow }) {
  if (row.kind === 'choice' && row.name === 'notification_sound')
    return (
      <SoundSetting id={soundId}>
        <ChoiceControl row={row} id={soundId} />
      </SoundSetting>
    )
  const label = settingLabel(row.name)
  return (
    <label class="setting">
      <span class="setting-text">
        <span>{t(label)}</span>
        {row.hasNote && <small>{t(`${label}.note` as WordId)}</small>}
      </span>
      <Control row={row} />
    </label>
  )
}

function Control({ row }: { readonly row: SettingRow }) {
  switch (row.kind) {
    case 'switch':
      return <SettingSwitch name={row.name} />
    case 'choice':
      return <ChoiceControl row={row} />
    default:
      return <NumberControl row={row} />
  }
}

type RowOf<K extends SettingRow['kind']> = Extract<SettingRow, { kind: K }>

interface SettingSwitchProps {
  readonly name: RowOf<'switch'>['name']
  /** The accessible name, where no label stands around the switch. */
  readonly label?: string
}

/** A switch of a setting that is on or off. */
export function SettingSwitch({ name, label }: SettingSwitchProps) {
  const app = useApp()
  const source = useContext(SettingSourceContext)
  const isOn = useKnown(({ state }) => source.read(state)?.[name] === true)
  const canSave = useCanSave() && !source.isLocked
  return (
    <input
      type="checkbox"
      role="switch"
      class="switch"
      aria-label={label}
      data-setting={name}
      checked={isOn}
      disabled={!canSave}
      onChange={({ currentTarget: { checked } }) =>
        void source.change(app, name, checked, settingLabel(name))
      }
    />
  )
}

interface ChoiceControlProps {
  readonly row: RowOf<'choice'>
  /** Set where a label stands elsewhere. */
  readonly id?: string
}

/** A setting that is one of several values. */
function ChoiceControl({ row: { name, choices }, id }: ChoiceControlProps) {
  const app = useApp()
  const source = useContext(SettingSourceContext)
  const value = useKnown(({ state }) => source.read(state)?.[name])
  const canSave = useCanSave() && !source.isLocked
  const chosen = choices.findIndex((each) => each.value === value)
  return (
    <select
      id={id}
      class="field"
      data-setting={name}
      value={String(chosen)}
      disabled={!canSave}
      onChange={({ currentTarget }) => {
        const next = choices[Number(currentTarget.value)]
        if (next) void source.change(app, name, next.value, settingLabel(name))
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

function NumberControl({ row: { name, least, most, step } }: { readonly row: RowOf<'number'> }) {
  const app = useApp()
  const source = useContext(SettingSourceContext)
  const value = useKnown(({ state }) => source.read(state)?.[name])
  const canSave = useCanSave() && !source.isLocked
  return (
    <span class="setting-number">
      <NumberField
        {...{ least, most, step, value }}
        setting={name}
        isDisabled={!canSave}
        fitting={t('settings.between', { least, most })}
        onSave={(next, onRefused) => {
          void source.change(app, name, next, settingLabel(name)).then((isDone) => {
            if (isDone === false) onRefused()
          })
        }}
      />
    </span>
  )
}
