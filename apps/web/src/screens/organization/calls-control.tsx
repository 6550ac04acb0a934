import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { ControlProps } from './organization-control.tsx'

/** The value that stands for no calls. */
const noCalls = 0

/** The service for calls, of those that the server is set up for. */
export function CallsControl({ value, isDisabled, onSave }: ControlProps<'calls'>) {
  const offered = useKnown(({ state }) => state?.realm_available_video_chat_providers)
  const providers = Object.values(offered ?? {})
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
      {/* A service that the server is no longer set up for. */}
      {providers.every(({ id }) => id !== value) && <option value={String(value)}>{String(value)}</option>}
      {providers.map(({ id, name }) => (
        <option key={id} value={String(id)}>
          {id === noCalls ? t('organization.calls.none') : name}
        </option>
      ))}
    </select>
  )
}
