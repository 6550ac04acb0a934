import { Losses, type LossReport } from '@tagma/importers/losses.ts'
import type { ReadOptions } from '@tagma/importers/read-options.ts'
import type { ImportRecord } from '@tagma/importers/record.ts'
import type { Services, Uses } from '#call/services.ts'
import { readDirectory } from '#directory/directories.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { must } from '#model/must.ts'
import { installation } from '#store/log/transactions.ts'
import {
  finishImport,
  type ImportRow,
  importsOf,
  moveImport,
  setSubdomain,
  touchAll,
} from '#store/organization/imports.ts'
import { updateOrganization } from '#store/organization/organizations.ts'
import { beginImport, type ImportOptions } from './begin-import.ts'
import type { FormerCredentials } from './former-credentials.ts'
import { importPictures } from './import-pictures.ts'
import { type ImportTarget, loadContents } from './load-contents.ts'
import { loadPeople } from './load-people.ts'
import { type LoginLink, makeLoginLinks } from './login-links.ts'
import { MappedIds } from './mapped-ids.ts'
import type { ImportPlan, Progress } from './plan-import.ts'

/** A source that can be read from its beginning again and again, always the same. */
export interface ImportSource {
  /** SHA-256 in hexadecimal; tells whether this is the source of an earlier import. */
  readonly hash: string
  read(losses: Losses): AsyncIterable<ImportRecord>
  /** Path of one of its files on this machine. */
  pathOf(file: string): string
}

/** How an import is to be made. */
export interface ImportRun {
  readonly subdomain: string
  readonly oldUrls: readonly string[]
  /** Things that the archive does not say: a run that was cut off goes on with them. */
  readonly reading?: ReadOptions
  readonly progress: Progress
  /** Hashes of passwords, and API keys, that people keep. */
  readonly credentials?: FormerCredentials
  /** Keeps links with which people set their first password, before the organization can be reached. */
  readonly saveLinks?: (links: readonly LoginLink[]) => Promise<void>
}

export interface ImportResult {
  readonly organizationId: number
  readonly report: LossReport
}

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
  services: Services,
  source: ImportSource,
  plan: ImportPlan,
  run: ImportRun,
): Promise<ImportResult> {
  const { data, time } = services
  const cutOff = await unfinishedImport(services, source.hash)
  const { id, organization_id: organizationId } =
    cutOff ??
    (await data.transact(installation, (tx) =>
      beginImport(tx, time.random, plan, { hash: source.hash, ...run }),
    ))
  const current = async () =>
    must(
      (await importsOf(data.db, source.hash)).find((row) => row.id === id),
      'the import has a row',
    )
  const options = JSON.parse((await current()).options) as ImportOptions
  const newUrl = organizationUrl(services.config, options)
  const made = { id, organizationId, options, newUrl }
  plan.messages.startAt(options.firstMessage ?? undefined)
  if ((await current()).step === 'people')
    await loadBeginning(services, source, plan, { ...made, credentials: run.credentials ?? new Map() })
  const { step, position, report: before } = await current()
  if (step !== 'open') {
    const noted = JSON.parse(must(before, 'the first step notes its losses')) as LossReport
    await loadContents(services, source, plan, { ...made, step, position, noted, progress: run.progress })
  }
  const { report: noted } = await current()
  const report = JSON.parse(must(noted, 'every step notes its losses')) as LossReport
  const links = run.saveLinks && (await linksOf(services, organizationId, newUrl, run.saveLinks))
  await data.transact(organizationId, async (tx) => {
    await links?.keepLinks(tx)
    await updateOrganization(tx, { deactivated_at: null })
    await setSubdomain(tx, organizationId, options.subdomain)
    await touchAll(tx)
    await finishImport(tx, id, JSON.stringify(report))
  })
  return { organizationId, report }
}

/** Makes links for everybody without a password, and saves them. */
async function linksOf(
  services: Services,
  organizationId: number,
  address: string,
  save: (links: readonly LoginLink[]) => Promise<void>,
) {
  const made = await makeLoginLinks(services, await readDirectory(services.data.db, organizationId), address)
  await save(made.links)
  return made
}

/** Keeps the pictures, and writes everything that is there before the first message. */
async function loadBeginning(
  services: Services,
  source: ImportSource,
  plan: ImportPlan,
  {
    id,
    organizationId,
    options,
    newUrl,
    credentials,
  }: Omit<ImportTarget, 'progress'> & { readonly credentials: FormerCredentials },
): Promise<void> {
  const { data, time } = services
  const found = new Losses()
  const directory = await readDirectory(data.db, organizationId)
  const ids = new MappedIds(plan, options, directory)
  const { organization } = directory
  const from = { organization, pathOf: (file: string) => source.pathOf(file) }
  const pictures = await importPictures(services, plan, ids, from, found)
  await data.transact(organizationId, async (tx) => {
    // The body may run twice, and counts again then.
    const losses = new Losses()
    losses.add(found.report())
    await loadPeople(tx, time.random, plan, { ...options, newUrl, credentials }, pictures, losses)
    await moveImport(tx, id, 'files', 0, JSON.stringify(losses.report()))
  })
}
