import type { Input } from '@tagma/contract/define.ts'
import type { getAuditLog } from '@tagma/contract/endpoints/audit/get-audit-log.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useRef, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { useApp } from '#state/use-app.ts'
import type { AuditRow } from './audit-kinds.ts'

export type AuditFilter = Pick<
  Input<typeof getAuditLog>,
  'everybody' | 'user_id' | 'actions' | 'since' | 'until'
>

interface AuditRows {
  /** Undefined until the first answer. */
  readonly rows: readonly AuditRow[] | undefined
  readonly hasOlder: boolean
  readonly isBusy: boolean
  readonly failure: string | undefined
  /** Fetches the newest rows of a filter. */
  readonly find: (filter: AuditFilter) => Promise<void>
  /** Fetches the rows before those that are there. */
  readonly findOlder: () => Promise<void>
  /** Fetches again what did not come. */
  readonly again: () => Promise<void>
}

/** Fetches rows of the audit log, the newest first, so many at a time. */
export function useAuditRows(rowsAtOnce: number): AuditRows {
  const { client } = useApp()
  const [rows, setRows] = useState<readonly AuditRow[]>()
  const [hasOlder, setOlder] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const filter = useRef<AuditFilter>({})
  const failed = useRef<readonly AuditRow[]>([])
  const fetch = async (before: readonly AuditRow[]) => {
    setBusy(true)
    setFailure(undefined)
    const from = before.at(-1)?.number
    try {
      const { audit_log: found } = await client.call(wire.getAuditLog, {
        ...filter.current,
        limit: rowsAtOnce,
        ...(from === undefined ? {} : { before: from }),
      })
      setRows([...before, ...found])
      setOlder(found.length === rowsAtOnce)
    } catch (error) {
      failed.current = before
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    rows,
    hasOlder,
    isBusy,
    failure,
    find: (next) => {
      filter.current = next
      return fetch([])
    },
    findOlder: () => fetch(rows ?? []),
    again: () => fetch(failed.current),
  }
}
