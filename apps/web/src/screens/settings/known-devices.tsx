import type { Answer } from '@tagma/contract/define.ts'
import type { getKnownDevices } from '@tagma/contract/endpoints/sign-in/get-known-devices.ts'
import * as wire from '@tagma/contract/wire.ts'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { FetchNote } from './fetch-note.tsx'
import { programName } from './program-name.ts'
import { useCanSave } from './setting-control.tsx'
import { useFetched } from './use-fetched.ts'

type Device = Answer<typeof getKnownDevices>['devices'][number]

/** The devices that one has signed in with, each with a button that forgets it. */
export function KnownDevices() {
  const app = useApp()
  const canSave = useCanSave()
  const fetched = useFetched(async () => (await app.client.call(wire.getKnownDevices, {})).devices)
  const { value: devices, reload } = fetched
  const { moment } = useTimes()
  const forget = async ({ id, program }: Device) => {
    try {
      await app.client.call(wire.forgetKnownDevice, { device_id: id })
      reload()
      const text = t('settings.devices.forgotten', { program: programName(program) })
      showToast(app, { name: 'devices', kind: 'status', text })
    } catch (error) {
      showError(app, error)
    }
  }
  return (
    <section class="setting-group">
      <h2>{t('settings.devices')}</h2>
      <p class="setting-note">{t('settings.devices.note')}</p>
      <FetchNote fetched={fetched} />
      {devices?.length === 0 && <p>{t('settings.devices.none')}</p>}
      <ul class="setting-list" aria-label={t('settings.devices')}>
        {devices?.map((device) => (
          <li key={device.id}>
            <span class="setting-text">
              <span dir="auto">{programName(device.program)}</span>
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
              aria-label={t('settings.devices.forget-one', { program: programName(device.program) })}
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
