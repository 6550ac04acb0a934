import { Readable } from 'node:stream'
import { decode } from '@tagma/contract/decode.ts'
import { getAuditLog } from '@tagma/contract/endpoints/audit/get-audit-log.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import type { Services } from '#call/services.ts'
import type { Page } from '#http/page.ts'
import { byAccount } from '#model/audit.ts'
import { Refusal } from '#model/refusal.ts'
import { type AuditQuery, listAuditRows } from '#store/log/audit-log.ts'
import { auditQueryOf } from './audit-log-for.ts'
import { type PresentedAuditRow, presentAuditRow } from './present.ts'

/** Rows that are in memory at a time. */
const rowsAtOnce = 1000

/** A way to write rows as a file. */
interface FileForm {
  readonly type: string
  readonly head: string
  readonly line: (row: PresentedAuditRow) => string
}

const columns = [
  'number',
  'timestamp',
  'actor_kind',
  'actor_id',
  'credential',
  'address',
  'action',
  'target_kind',
  'target_id',
  'detail',
  'digest',
] as const satisfies readonly (keyof PresentedAuditRow)[]

/** A field by RFC 4180. */
const csvField = (value: unknown): string => {
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const forms = {
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    head: '',
    line: (row) => `${JSON.stringify(row)}\n`,
  },
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    head: `${columns.join(',')}\r\n`,
    line: (row) => `${columns.map((name) => csvField(row[name])).join(',')}\r\n`,
  },
} satisfies Record<string, FileForm>

/** Makes a page with the rows of the whole organization as a file, for owners. Its query filters as the endpoint does. */
const filePage = (name: keyof typeof forms): Page => ({
  method: 'GET',
  path: `/tagma/audit.${name}`,
  limit: 'page',
  async answer({ services, directory, caller, fields, address, now, session }) {
    const { organization } = await directory()
    const user = await caller('organization')
    if (!user) throw new Refusal('UNAUTHORIZED', 'Not logged in: API authentication or user session required')
    if (!isOwner(user)) throw new Refusal('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
    const decoded = decode(getAuditLog, { path: {}, form: fields })
    if (!decoded.ok)
      throw new Refusal(decoded.failure.code, decoded.failure.message, {
        var_name: decoded.failure.variable,
      })
    const { everybody: _, limit: __, ...filter } = decoded.args
    const query = auditQueryOf(filter)
    const { id } = (await session()) ?? {}
    await services.data.transact(
      organization.id,
      async (tx) => tx.audit('audit.read', null, { ...filter, file: name }),
      { by: byAccount(user, address, id === undefined ? null : `session ${id}`) },
    )
    const date = new Date(now * 1000).toISOString().slice(0, 10)
    return {
      status: 200,
      headers: {
        'content-type': forms[name].type,
        'content-disposition': `attachment; filename="audit-${date}.${name}"`,
        'cache-control': 'no-store',
      },
      body: Readable.from(linesOf(services, organization.id, query, forms[name])),
    }
  },
})

async function* linesOf(
  { data }: Pick<Services, 'data'>,
  organizationId: number,
  query: Omit<AuditQuery, 'limit'>,
  { head, line }: FileForm,
): AsyncGenerator<string> {
  if (head !== '') yield head
  let { before } = query
  for (;;) {
    const rows = await listAuditRows(data.db, organizationId, { ...query, before, limit: rowsAtOnce })
    if (rows.length > 0) yield rows.map((row) => line(presentAuditRow(row))).join('')
    if (rows.length < rowsAtOnce) return
    before = rows.at(-1)?.number
  }
}

export const auditLinesPage: Page = filePage('jsonl')
export const auditTablePage: Page = filePage('csv')
