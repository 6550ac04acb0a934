import { statfsSync } from 'node:fs'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import { Losses, type LossReport } from '@tagma/importers/losses.ts'
import { isZulip, readZulip } from '@tagma/importers/zulip/read-zulip.ts'
import { Command, InvalidArgumentError } from 'commander'
import {
  finishedImport,
  importOrganization,
  type ImportSource,
  unfinishedImport,
} from '#areas/imports/import-organization.ts'
import { type ImportPlan, planImport } from '#areas/imports/plan-import.ts'
import { deleteOrganization } from '#areas/organization/delete-organization.ts'
import type { Services } from '#call/services.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { listOrganizations } from '#store/organization/organizations.ts'
import { Complaint } from './explain.ts'
import { openImportFolder } from './import-folder.ts'
import { withApp } from './open-app.ts'
import { progressLine } from './progress-line.ts'

interface Options {
  readonly subdomain?: string
  readonly dryRun?: true
  readonly strict?: true
  readonly undo?: true
  readonly again?: true
  readonly oldUrl: readonly string[]
}

/** MiB for the database and thumbnails. */
const spareMib = 256

export const importCommand = () =>
  new Command('import').description('Bring an organization along from another server.').addCommand(
    new Command('zulip')
      .description('Import the folder of an unpacked Zulip export. Run it again after an interruption.')
      .argument('<folder>', 'the folder with realm.json')
      .option('--subdomain <subdomain>', 'part before the server’s host name; by default that of the source')
      .option(
        '--old-url <address>',
        'address of the former server, to which links in messages lead; can be given again',
        (url: string, urls: readonly string[]) => [...urls, originOf(url)],
        [],
      )
      .option('--dry-run', 'read everything, say what would be made and lost, and write nothing')
      .option('--strict', 'write nothing if content would be lost')
      .option('--again', 'import once more what was imported before')
      .option('--undo', 'delete what an import of this folder has made')
      .action((folder: string, options: Options) =>
        withApp(({ services }) => importFolder(services, folder, options)).catch(explainProblem),
      ),
  )

function explainProblem(error: unknown): never {
  throw error instanceof ImportProblem ? new Complaint(error.message) : error
}

async function importFolder(services: Services, folder: string, options: Options): Promise<void> {
  const { files, hash, pathOf } = await openImportFolder(folder)
  if (options.undo) return undoImport(services, hash)
  if (!isZulip(files)) throw new Complaint(`${folder} has no realm.json: it is no export of Zulip.`)
  const source: ImportSource = { hash, pathOf, read: (losses) => readZulip(files, losses) }
  const cutOff = await unfinishedImport(services, hash)
  if (!cutOff && !options.again && (await finishedImport(services, hash)))
    throw new Complaint(
      'This export was imported already. --again makes another organization, --undo deletes it.',
    )

  const losses = new Losses()
  const reading = progressLine('reading')
  const plan = await planImport(source.read(losses), reading.show)
  reading.end(plan.messages.count)
  for (const [kind, count] of plan.counts) console.log(`${kind.padEnd(14)} ${count}`)
  if (options.dryRun) return printLosses(losses.report())
  if (options.strict && losses.count('content') > 0) {
    printLosses(losses.report())
    throw new Complaint('Content would be lost, so nothing was written.')
  }

  if (!cutOff) requireRoom(services, plan)
  const subdomain = cutOff ? '' : await freeSubdomain(services, plan, options.subdomain)
  const writing = progressLine('writing', 'messages', plan.messages.count)
  const { organizationId, report } = await importOrganization(services, source, plan, {
    subdomain,
    oldUrls: options.oldUrl,
    progress: writing.show,
  })
  writing.end(plan.messages.count)
  printLosses(report)
  const { organization } = await services.data.directories.get(organizationId)
  console.log(`${organization.name} is at ${organizationUrl(services.config, organization)}`)
  console.log('People sign in after they have set a password: "Forgot your password?" on the login page.')
}

/** Refuses an import whose files do not fit onto the disk, before it has written any. */
function requireRoom({ config }: Services, { uploads }: ImportPlan): void {
  if (config.blobs) return
  const { bavail, bsize } = statfsSync(config.dataDir)
  const [needed, free] = [uploads.bytes, bavail * bsize].map((bytes) => Math.ceil(bytes / 1024 / 1024))
  if ((needed ?? 0) + spareMib > (free ?? 0))
    throw new Complaint(
      `Only ${free} MiB are free where ${config.dataDir} lies; the files need ${needed}, and the database and thumbnails at least ${spareMib}.`,
    )
}

/** Returns an address as links begin with it: `https://chat.example.com`. */
function originOf(address: string): string {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new InvalidArgumentError('Write it like https://chat.example.com.')
  return url.origin
}

/** Returns the subdomain of the new organization. */
async function freeSubdomain(
  services: Services,
  plan: ImportPlan,
  wanted: string | undefined,
): Promise<string> {
  const taken = await listOrganizations(services.data.db)
  const isFree = (subdomain: string) => !taken.some((one) => one.subdomain === subdomain)
  const subdomain = wanted ?? (taken.length === 0 ? '' : plan.organization.subdomain)
  if (!/^([a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?)?$/.test(subdomain))
    throw new Complaint(`"${subdomain}" is no subdomain. Give one with --subdomain.`)
  if (!isFree(subdomain))
    throw new Complaint(
      `There is an organization with the subdomain "${subdomain}" already. Give another with --subdomain.`,
    )
  return subdomain
}

/** Deletes the organization of the newest import of a source. */
async function undoImport(services: Services, hash: string): Promise<void> {
  const made = (await unfinishedImport(services, hash)) ?? (await finishedImport(services, hash))
  if (!made) throw new Complaint('Nothing was imported from this folder.')
  await deleteOrganization(services, made.organization_id)
  console.log('The organization of this import is deleted.')
}

function printLosses({ tables, losses }: LossReport): void {
  console.log(
    `\n${'table'.padEnd(32)} ${'read'.padStart(10)} ${'carried'.padStart(10)} ${'dropped'.padStart(10)}`,
  )
  for (const { table, read, carried, dropped } of tables)
    console.log(
      `${table.padEnd(32)} ${String(read).padStart(10)} ${String(carried).padStart(10)} ${String(dropped).padStart(10)}`,
    )
  for (const { table, reason, kind, count, examples } of losses)
    console.log(
      `${kind}: ${table}: ${reason}: ${count}${examples.length > 0 ? ` (${examples.join('; ')})` : ''}`,
    )
}
