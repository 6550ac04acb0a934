import { useEffect } from 'preact/hooks'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { FoundRows } from './found-rows.tsx'
import { useAuditRows } from './use-audit-rows.ts'

/** One's own rows of the audit log. Reading them leaves none. */
export function OwnAudit() {
  const canSave = useCanSave()
  const ownId = useKnown(({ state }) => state?.user_id)
  const found = useAuditRows(10)
  useEffect(() => {
    if (canSave) void found.find({})
  }, [canSave])
  return (
    <section class="setting-group">
      <h2>{t('audit.own')}</h2>
      <p class="setting-note">{t('audit.own-note')}</p>
      <FoundRows label={t('audit.own')} found={found} ownId={ownId} />
    </section>
  )
}
