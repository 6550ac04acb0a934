import { Losses, type LossReport } from '@tagma/importers/losses.ts'
import type { ImportRecord, MessageRecord, ReceivedRecord, UnreadRecord } from '@tagma/importers/record.ts'
import type { Uses } from '#call/services.ts'
import { readDirectory } from '#directory/directories.ts'
import { must } from '#model/must.ts'
import { installation } from '#store/log/transactions.ts'
import {
  finishImport,
  type ImportRow,
  importsOf,
  type ImportStep,
  moveImport,
  setSubdomain,
  touchAll,
} from '#store/organization/imports.ts'
import { updateOrganization } from '#store/organization/organizations.ts'
import { beginImport, type ImportOptions } from './begin-import.ts'
import { MessageLoader } from './load-messages.ts'
import { loadPeople } from './load-people.ts'
import { loadReading } from './load-reading.ts'
import { MappedIds } from './mapped-ids.ts'
import type { ImportPlan, Progress } from './plan-import.ts'

type ImportServices = Uses<'config' | 'db' | 'transact' | 'clock' | 'random' | 'externalMedia'>

/** A source that can be read from its beginning again and again, always the same. */
export interface ImportSource {
  /** SHA-256 in hexadecimal; tells whether this is the source of an earlier import. */
  readonly hash: string
  read(losses: Losses): AsyncIterable<ImportRecord>
}

export interface ImportResult {
  readonly organizationId: number
  readonly report: LossReport
}

/** Messages in a transaction: what a crash has to do again. */
const chunkSize = 2000

/** The unfinished import of a source, or undefined. */
export const unfinishedImport = async (
  { data: { db } }: Uses<'db'>,
  hash: string,
): Promise<ImportRow | undefined> => (await importsOf(db, hash)).find(({ step }) => step !== 'done')

/** The newest finished import of a source, or undefined. */
export const finishedImport = async (
  { data: { db } }: Uses<'db'>,
  hash: string,
): Promise<ImportRow | undefined> => (await importsOf(db, hash)).find(({ step }) => step === 'done')

/**
 * Makes an organization of a source, or goes on where an earlier run was cut off. Nobody sees the organization until
 * the last commit. A run that was cut off ends in the same rows as one that was not.
 */
export async function importOrganization(
  services: ImportServices,
  source: ImportSource,
  plan: ImportPlan,
  run: { readonly subdomain: string; readonly progress: Progress },
): Promise<ImportResult> {
  const { data, time } = services
  const before = await unfinishedImport(services, source.hash)
  const { id, organization_id: organizationId } =
    before ??
    (await data.transact(installation, (tx) =>
      beginImport(tx, time.random, plan, { hash: source.hash, subdomain: run.subdomain }),
    ))
  const current = async () =>
    must(
      (await importsOf(data.db, source.hash)).find((row) => row.id === id),
      'the import has a row',
    )
  const options = JSON.parse((await current()).options) as ImportOptions
  plan.messages.startAt(options.firstMessage ?? undefined)
  if ((await current()).step === 'people')
    await data.transact(organizationId, async (tx) => {
      const found = new Losses()
      await loadPeople(tx, time.random, plan, options, found)
      await moveImport(tx, id, 'messages', 0, JSON.stringify(found.report()))
    })
  const { step, position, report: noted } = await current()
  const losses = new Losses()
  losses.add(JSON.parse(must(noted, 'the first step notes its losses')) as LossReport)
  if (step === 'messages')
    await loadContents(services, source, plan, { id, organizationId, options, position, losses, ...run })
  const report = losses.report()
  await data.transact(organizationId, async (tx) => {
    await updateOrganization(tx, { deactivated_at: null })
    await setSubdomain(tx, organizationId, options.subdomain)
    await touchAll(tx)
    await finishImport(tx, id, JSON.stringify(report))
  })
  return { organizationId, report }
}

/** Writes messages, and who received and read them. */
async function loadContents(
  services: ImportServices,
  source: ImportSource,
  plan: ImportPlan,
  run: {
    readonly id: number
    readonly organizationId: number
    readonly options: ImportOptions
    readonly position: number
    readonly losses: Losses
    readonly progress: Progress
  },
): Promise<void> {
  const { id, organizationId, losses, progress } = run
  const { data, time } = services
  const directory = await readDirectory(data.db, organizationId)
  const ids = new MappedIds(plan, run.options, directory)
  const loader = new MessageLoader(services, directory, ids, plan.messages, losses)
  const now = Math.floor(time.clock.now() / 1000)
  const advance = (step: ImportStep, position: number, chunk: readonly MessageRecord[]) =>
    prepareAll(loader, chunk, now).then((prepared) =>
      data.transact(organizationId, async (tx) => {
        await loader.write(tx, prepared)
        await moveImport(tx, id, step, position)
      }),
    )
  let count = 0
  let chunk: MessageRecord[] = []
  const reading: (ReceivedRecord | UnreadRecord)[] = []
  for await (const record of source.read(losses)) {
    if (record.t === 'received' || record.t === 'unread') reading.push(record)
    if (record.t !== 'message') continue
    count++
    if (count <= run.position) {
      loader.mend(record, now)
      continue
    }
    chunk.push(record)
    if (chunk.length < chunkSize) continue
    await advance('messages', count, chunk)
    chunk = []
    progress(count)
  }
  if (chunk.length > 0) await advance('messages', count, chunk)
  progress(count)
  await data.transact(organizationId, async (tx) => {
    await loadReading(tx, reading, ids, plan.messages)
    await moveImport(tx, id, 'open', count, JSON.stringify(losses.report()))
  })
}

async function prepareAll(loader: MessageLoader, chunk: readonly MessageRecord[], now: number) {
  const prepared = []
  for (const record of chunk) prepared.push((await loader.prepare(record, now)) ?? [])
  return prepared.flat()
}
