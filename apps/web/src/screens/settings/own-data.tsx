import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { ArchiveList } from './archive-list.tsx'
import { OwnForm } from './own-form.tsx'
import { useFetched } from './use-fetched.ts'

/** Asks for an archive of everything that is one's own, and lists those that were made. */
export function OwnData() {
  const app = useApp()
  const [hasReceived, setReceived] = useState(false)
  const [done, setDone] = useState<string>()
  const archives = useFetched(
    async () => (await app.client.call(wire.getOwnExports, {})).exports,
    'tagma_exports',
  )
  return (
    <>
      <OwnForm
        title={t('settings.data')}
        action={t('settings.data.ask')}
        isReady
        done={done}
        onSend={async () => {
          setDone(undefined)
          await app.client.call(wire.askForOwnExport, { include_received: hasReceived })
          setDone(t('settings.data.asked'))
        }}
      >
        <p class="setting-note">{t('settings.data.note')}</p>
        <label class="setting">
          <span class="setting-text">
            <span>{t('settings.data.received')}</span>
            <small>{t('settings.data.received-note')}</small>
          </span>
          <input
            type="checkbox"
            class="switch"
            role="switch"
            checked={hasReceived}
            onChange={({ currentTarget }) => setReceived(currentTarget.checked)}
          />
        </label>
      </OwnForm>
      <ArchiveList
        label={t('settings.data.list')}
        fetched={archives}
        titleOf={({ include_received }) =>
          t(include_received ? 'settings.data.with-received' : 'settings.data.own')
        }
        remove={(export_id) => app.client.call(wire.deleteOwnExport, { export_id })}
      />
    </>
  )
}
