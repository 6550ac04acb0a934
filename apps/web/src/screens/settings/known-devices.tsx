import type { Answer } from '@tagma/contract/define.ts'
import type { getKnownDevices } from '@tagma/contract/endpoints/sign-in/get-known-devices.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useEffect, useState } from 'preact/hooks'
import { errorText, showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { timesFor } from '#parts/messages/times.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { useCanSave } from './setting-control.tsx'

type Device = Answer<typeof getKnownDevices>['devices'][number]

/** The devices that one has signed in with, each with a button that forgets it. */
export function KnownDevices() {
  const app = useApp()
  const canSave = useCanSave()
  const timeZone = useKnown(({ state }) => state?.user_settings?.timezone ?? '')
  const isTwentyFourHour = useKnown(({ state }) => state?.user_settings?.twenty_four_hour_time) ?? null
  const [devices, setDevices] = useState<readonly Device[]>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (!canSave) return
    app.client.call(wire.getKnownDevices, {}).then(
      (answer) => {
        setDevices(answer.devices)
        setFailure(undefined)
      },
      (error: unknown) => setFailure(errorText(error)),
    )
  }, [app, canSave])
  const { moment } = timesFor(locale(), timeZone, isTwentyFourHour)
  const forget = async ({ id, program }: Device) => {
    try {
      await app.client.call(wire.forgetKnownDevice, { device_id: id })
      setDevices((all) => all?.filter((one) => one.id !== id))
      const text = t('settings.devices.forgotten', { program })
      showToast(app, { name: 'devices', kind: 'status', text })
    } catch (error) {
      showError(app, error)
    }
  }
  return (
    <section class="setting-group">
      <h2>{t('settings.devices')}</h2>
      <p class="setting-note">{t('settings.devices.note')}</p>
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
      {devices?.length === 0 && <p>{t('settings.devices.none')}</p>}
      <ul class="setting-list" aria-label={t('settings.devices')}>
        {devices?.map((device) => (
          <li key={device.id}>
            <span class="setting-text">
              <span dir="auto">{device.program}</span>
              <small>
                {t('settings.devices.times', {
                  network: device.network,
                  first: moment(device.first_at),
                  last: moment(device.last_at),
                })}
              </small>
            </span>
            <button
              type="button"
              class="button"
              aria-label={t('settings.devices.forget-one', { program: device.program })}
              disabled={!canSave}
              onClick={() => void forget(device)}
            >
              {t('settings.devices.forget')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
