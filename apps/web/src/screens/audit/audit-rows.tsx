import { useTimes } from '#parts/messages/use-times.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { AuditRow } from './audit-kinds.ts'
import { actorOf, factsOf, targetOf } from './row-facts.ts'

interface AuditRowsProps {
  readonly label: string
  readonly rows: readonly AuditRow[]
  /** The account whose own page this is: it is not named again in each row. */
  readonly ownId?: number | undefined
}

/** Rows of the audit log: the change, its author, its time and its network address. */
export function AuditRows({ label, rows, ownId }: AuditRowsProps) {
  const state = useKnown((known) => known.state)
  const { moment } = useTimes()
  return (
    <ul class="setting-list audit-rows" aria-label={label}>
      {rows.map((row) => {
        const target =
          row.target_kind === 'user' && row.target_id === ownId ? undefined : targetOf(state, row)
        const isOwnAct = row.actor_id !== null && row.actor_id === ownId
        const facts = factsOf(row)
        return (
          <li key={row.number}>
            <span class="setting-text">
              <span>
                {t(`audit.action.${row.action}`)}
                {target !== undefined && (
                  <>
                    {': '}
                    <bdi>{target}</bdi>
                  </>
                )}
              </span>
              <small>
                {[
                  moment(row.timestamp),
                  ...(isOwnAct ? [] : [t('audit.by', { actor: actorOf(state, row) })]),
                  ...(row.address === null ? [] : [t('audit.from-address', { address: row.address })]),
                ].join(', ')}
              </small>
              {facts.length > 0 && (
                <details>
                  <summary>{t('audit.details')}</summary>
                  <ul dir="ltr">
                    {facts.map((fact) => (
                      <li key={fact}>{fact}</li>
                    ))}
                  </ul>
                </details>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
