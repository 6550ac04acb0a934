import { sql } from 'kysely'
import { archiveKeptSeconds } from '#store/organization/data-exports.ts'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'

/** Kinds of work that wait in the database until a job does them. */
export const workKinds = [
  'log',
  'unindexed',
  'outgoing_mail',
  'outgoing_pushes',
  'outgoing_hooks',
  'feeds',
  'preview_wishes',
  'push_registrations',
  'data_exports',
  'scheduled_messages',
  'held_notifications',
  'waiting_email_notifications',
] as const
export type WorkKind = (typeof workKinds)[number]

/** An organization, and what there is to do for it. */
export interface OrganizationWork {
  readonly id: number
  /** Id of the newest row of its log; 0 if the log is empty. */
  readonly newestLogId: number
  readonly waits: ReadonlySet<WorkKind>
}

type Row = { id: number; newest: number } & Record<WorkKind, number>

/**
 * Finds the work of all organizations by one statement: an idle server asks nothing else. Each kind costs a look into
 * an index for each organization. `now` is in UNIX seconds.
 */
export async function findWork(
  db: Db,
  { now, processId }: { now: number; processId: string },
): Promise<OrganizationWork[]> {
  const rows = await survey.all(db, { now, process: processId })
  return rows.map((row) => ({
    id: row.id,
    newestLogId: row.newest,
    waits: new Set(workKinds.filter((kind) => row[kind] === 1)),
  }))
}

const one = (condition: ReturnType<typeof sql>) => sql`case when ${condition} then 1 else 0 end`

const survey = prepared((db, p: { now: number; process: string }) => {
  const waits = (table: string, condition: ReturnType<typeof sql>) =>
    sql`${one(sql`exists (select 1 from ${sql.table(table)} w where w.organization_id = o.id and ${condition})`)}
      as ${sql.ref(table)}`
  // As `isDue`. The first half finds its rows by the index, which an "or" would not use.
  const outbox = (table: string) =>
    sql`${one(sql`exists (select 1 from ${sql.table(table)} w where w.organization_id = o.id and w.next_at <= ${p.now})
      or exists (select 1 from ${sql.table(table)} w
        where w.organization_id = o.id and w.taken_by is not null and w.taken_by <> ${p.process})`)}
      as ${sql.ref(table)}`
  const columns = [
    outbox('outgoing_mail'),
    outbox('outgoing_pushes'),
    outbox('outgoing_hooks'),
    waits('feeds', sql`w.next_at <= ${p.now}`),
    waits('preview_wishes', sql`1 = 1`),
    waits('push_registrations', sql`w.next_at <= ${p.now}`),
    waits(
      'data_exports',
      sql`(w.made_at is null and w.failed_at is null
        or w.query <> '' and w.blob_key is not null and w.made_at + ${sql.lit(archiveKeptSeconds)} <= ${p.now})`,
    ),
    waits('scheduled_messages', sql`w.has_failed = 0 and w.deliver_at <= ${p.now}`),
    waits('held_notifications', sql`w.due_at <= ${p.now}`),
    waits('waiting_email_notifications', sql`w.due_at <= ${p.now}`),
  ]
  const newest = sql`coalesce((select max(l.id) from event_log l where l.organization_id = o.id), 0)`
  return {
    compile: () =>
      sql<Row>`select o.id, ${newest} as newest,
        ${one(sql`${newest} > coalesce((select c.position from log_cursors c
          where c.organization_id = o.id and c.job = 'notify'), 0)`)} as log,
        ${one(sql`exists (select 1 from search_stale w where w.organization_id = o.id)
          or exists (select 1 from messages m where m.organization_id = o.id and m.id > coalesce(
            (select s.through from search_progress s where s.organization_id = o.id), 0))`)} as unindexed,
        ${sql.join(columns)}
        from organizations o order by o.id`.compile(db),
  }
})
