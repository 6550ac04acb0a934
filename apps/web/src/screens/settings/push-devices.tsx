import type { PushDevice } from '@tagma/contract/objects/push-device.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useRef, useState } from 'preact/hooks'
import { Question } from '#parts/dialog/dialog.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { FetchNote } from './fetch-note.tsx'
import { keyOf, nameOf } from './push-device-name.ts'
import { PushDeviceRow } from './push-device-row.tsx'
import { useCanSave } from './setting-control.tsx'
import { useFetched } from './use-fetched.ts'
import { usePushDeeds } from './use-push-deeds.ts'

/** Lists the browsers and phones that get the reader's notifications. Each says how the last one went; it can be tested and removed. */
export function PushDevices() {
  const app = useApp()
  const canSave = useCanSave()
  const phones = useKnown(({ state }) => state?.devices)
  const reachesPhones = useKnown(({ state }) => state?.realm_push_notifications_enabled ?? true)
  const fetched = useFetched(
    async () => (await app.client.call(wire.getPushDevices, {})).devices,
    'tagma_push_devices',
    phones,
  )
  const devices = fetched.value
  const [doomed, setDoomed] = useState<PushDevice>()
  const { test, remove } = usePushDeeds(fetched)
  const list = useRef<HTMLUListElement>(null)
  const askOrRemove = (device: PushDevice) => {
    // A browser comes back by one press. A phone comes back only by its app, so the reader is asked first.
    if (device.kind !== 'browser') {
      setDoomed(device)
      return
    }
    leaveRow(list.current, device)
    void remove(device)
  }
  return (
    <section class="setting-group" aria-label={t('told.devices')}>
      <h2>{t('told.devices')}</h2>
      <p class="setting-note">{t('told.devices.note')}</p>
      <FetchNote fetched={fetched} />
      {devices?.length === 0 && <p>{t('told.devices.none')}</p>}
      {!reachesPhones && devices?.some(({ kind }) => kind !== 'browser') && (
        <p class="setting-note">{t('told.devices.no-phones')}</p>
      )}
      <ul ref={list} class="setting-list push-devices" aria-label={t('told.devices')}>
        {devices?.map((device) => (
          <PushDeviceRow
            key={keyOf(device)}
            device={device}
            onTest={() => void test([device])}
            onRemove={() => askOrRemove(device)}
          />
        ))}
      </ul>
      {devices && devices.filter(({ state }) => state === 'told').length > 1 && (
        <button type="button" class="button" disabled={!canSave} onClick={() => void test(devices)}>
          {t('told.devices.test-all')}
        </button>
      )}
      {doomed && (
        <Question
          title={t('told.devices.remove-question', { name: nameOf(doomed) })}
          text={<p>{t('told.devices.remove-text')}</p>}
          action={t('told.devices.remove')}
          dangerous
          onClose={() => setDoomed(undefined)}
          onConfirm={() => {
            setDoomed(undefined)
            leaveRow(list.current, doomed)
            void remove(doomed)
          }}
        />
      )}
    </section>
  )
}

/** Moves the focus from the row of a removed device to the next row, or to the one before. */
function leaveRow(list: HTMLUListElement | null, device: PushDevice): void {
  const row = list?.querySelector(`[data-device="${keyOf(device)}"]`)
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  next?.querySelector<HTMLElement>('button:last-of-type')?.focus()
}
