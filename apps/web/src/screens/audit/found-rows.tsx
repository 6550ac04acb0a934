import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { t } from '#words/words.ts'
import { AuditRows } from './audit-rows.tsx'
import type { useAuditRows } from './use-audit-rows.ts'

interface FoundRowsProps {
  readonly label: string
  readonly found: ReturnType<typeof useAuditRows>
  readonly ownId?: number | undefined
}

/** The rows that were found, and a way to older ones. */
export function FoundRows({ label, found, ownId }: FoundRowsProps) {
  const canSave = useCanSave()
  const { rows, hasOlder, isBusy, failure, findOlder, again } = found
  return (
    <>
      {(isBusy || failure !== undefined) && (
        <FetchNote fetched={{ value: undefined, failure, reload: () => void again() }} />
      )}
      {rows?.length === 0 && <p role="status">{t('audit.none')}</p>}
      {rows && rows.length > 0 && <AuditRows label={label} rows={rows} ownId={ownId} />}
      {hasOlder && (
        <p class="own-form-foot">
          <button type="button" class="button" disabled={isBusy || !canSave} onClick={() => void findOlder()}>
            {t('audit.older')}
          </button>
        </p>
      )}
    </>
  )
}
