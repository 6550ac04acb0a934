import type { PushDevice } from '@tagma/contract/objects/push-device.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { t, type WordId } from '#words/words.ts'
import { keyOf, nameOf } from './push-device-name.ts'
import { useCanSave } from './setting-control.tsx'

interface PushDeviceRowProps {
  readonly device: PushDevice
  readonly onTest: () => void
  readonly onRemove: () => void
}

/** Reasons why a device gets nothing, or nothing yet. */
const states: Readonly<Record<Exclude<PushDevice['state'], 'told' | 'rejected'>, WordId>> = {
  registering: 'told.devices.registering',
  ended: 'told.devices.ended',
  silent: 'told.devices.silent',
  barred: 'told.devices.barred',
}

const failures: Readonly<Record<NonNullable<PushDevice['failure']>, WordId>> = {
  unreachable: 'told.devices.unreachable',
  fault: 'told.devices.fault',
  refused: 'told.devices.refused',
  unexpected: 'told.devices.not-taken',
  unfit: 'told.devices.unfit',
  gone: 'told.devices.unknown',
}

/** A browser or phone in the list of devices that get notifications. */
export function PushDeviceRow({ device, onTest, onRemove }: PushDeviceRowProps) {
  const canSave = useCanSave()
  const name = nameOf(device)
  return (
    <li data-device={keyOf(device)}>
      <span class="setting-text">
        <span dir="auto">{name}</span>
        {device.is_current && (
          <small>
            <strong>{t('settings.browser')}</strong>
          </small>
        )}
        <Standing device={device} />
        <Times device={device} />
        <Failure device={device} />
      </span>
      <span class="passkey-acts">
        {device.state === 'told' && (
          <button
            type="button"
            class="button"
            aria-label={t('told.devices.test-one', { name })}
            disabled={!canSave}
            onClick={onTest}
          >
            {t('told.devices.test')}
          </button>
        )}
        <button
          type="button"
          class="button"
          aria-label={t('told.devices.remove-one', { name })}
          disabled={!canSave}
          onClick={onRemove}
        >
          {t('told.devices.remove')}
        </button>
      </span>
    </li>
  )
}

/** Says why a device gets nothing, or that its notifications are not encrypted. */
function Standing({ device: { kind, state, error_code: code } }: Pick<PushDeviceRowProps, 'device'>) {
  if (state === 'told') return kind === 'older_phone' ? <small>{t('told.devices.unencrypted')}</small> : null
  return (
    <small>
      {state === 'rejected' ? t('told.devices.rejected', { code: code ?? '' }) : t(states[state])}
    </small>
  )
}

function Times({ device }: Pick<PushDeviceRowProps, 'device'>) {
  const { moment } = useTimes()
  const { state, created_at: since, ends_at: end, reached_at: reached, failed_at: failed } = device
  const parts = [
    since !== null && t('told.devices.since', { time: moment(since) }),
    reached !== null && t('told.devices.reached', { time: moment(reached) }),
    state === 'told' && reached === null && failed === null && t('told.devices.unreached'),
    end !== null && t('told.devices.ends', { time: moment(end) }),
  ].filter((part) => part !== false)
  return parts.length > 0 ? <small>{parts.join(' ')}</small> : null
}

/** Says why the last notification failed. The server's own words help to find the cause. */
function Failure({ device }: Pick<PushDeviceRowProps, 'device'>) {
  const { moment } = useTimes()
  const { failed_at: at, failure, failure_text: text } = device
  if (at === null || failure === null) return null
  return (
    <small class="push-failure">
      {t('told.devices.failure', { time: moment(at), reason: t(failures[failure]) })}
      {text !== null && <span dir="auto"> {t('told.devices.server-says', { text })}</span>}
    </small>
  )
}
