import { useId } from 'preact/hooks'
import { t } from '#words/words.ts'
import { type DeviceSettingName, deviceSettings } from './device-setting-names.ts'

interface DeviceChoiceProps {
  readonly name: DeviceSettingName
  readonly note: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChoose: (value: string) => void
}

/** A setting of this device that is one of several values. */
export function DeviceChoice({ name, note, value, options, onChoose }: DeviceChoiceProps) {
  const id = useId()
  return (
    <label class="setting">
      <span class="setting-text">
        <span>{t(deviceSettings[name])}</span>
        <small id={id}>{note}</small>
      </span>
      <select
        class="field"
        data-setting={name}
        aria-describedby={id}
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
