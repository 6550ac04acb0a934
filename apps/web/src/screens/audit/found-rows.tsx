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
  const { rows, hasOlder, isBusy, failure, findOlder } = found
  return (
    <>
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
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
