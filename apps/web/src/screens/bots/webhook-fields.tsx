import type { State } from '@tagma/sync/state.ts'
import { channelsById } from '#state/channels.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'

export type Service = NonNullable<State['realm_incoming_webhook_bots']>[number]

const none: readonly Service[] = []

/** The services of the server, by their names to show. */
export function useServices(): readonly Service[] {
  const services = useKnown(({ state }) => state?.realm_incoming_webhook_bots) ?? none
  return services.toSorted((a, b) => a.display_name.localeCompare(b.display_name, locale()))
}

interface ChoiceProps<T> {
  readonly value: T
  readonly isDisabled?: boolean
  readonly onChange: (value: T) => void
}

/** Chooses the service that sends. */
export function ServiceChoice({ value, isDisabled = false, onChange }: ChoiceProps<string>) {
  return (
    <label class="form-field">
      <span>{t('bots.service')}</span>
      <select
        class="field"
        value={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">{t('bots.service-none')}</option>
        {useServices().map(({ name, display_name }) => (
          <option key={name} value={name}>
            {display_name}
          </option>
        ))}
      </select>
    </label>
  )
}

interface ChannelChoiceProps extends ChoiceProps<number | undefined> {
  readonly label: string
  /** The words for no channel. Omitted where one has to be chosen. */
  readonly nothing?: string
}

/** Chooses a channel that is not archived. */
export function ChannelChoice({ label, value, nothing, isDisabled = false, onChange }: ChannelChoiceProps) {
  const state = useKnown((known) => known.state)
  const channels = [...channelsById(state).values()]
    .filter(({ is_archived }) => !is_archived)
    .toSorted((a, b) => a.name.localeCompare(b.name, locale()))
  return (
    <label class="form-field">
      <span>{label}</span>
      <select
        class="field"
        value={String(value ?? '')}
        disabled={isDisabled}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))
        }
      >
        <option value="" disabled={nothing === undefined}>
          {nothing ?? t('bots.channel-choose')}
        </option>
        {channels.map(({ stream_id, name }) => (
          <option key={stream_id} value={String(stream_id)}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
