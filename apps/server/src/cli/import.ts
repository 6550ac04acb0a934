import { statfsSync } from 'node:fs'
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
import { explainProblem } from './explain-problem.ts'
import { Complaint } from './explain.ts'
import { freeSubdomain } from './free-subdomain.ts'
import { openImportFolder } from './import-folder.ts'
import { importTagmaCommand } from './import-tagma.ts'
import { saveLoginLinks } from './login-link-file.ts'
import { withApp } from './open-app.ts'
import { progressLine } from './progress-line.ts'
import { readCredentials } from './read-credentials.ts'

interface Options {
  readonly subdomain?: string
  readonly dryRun?: true
  readonly strict?: true
  readonly undo?: true
  readonly again?: true
  readonly oldUrl: readonly string[]
  readonly passwords?: string
  readonly loginLinks?: string
}

/** MiB for the database and thumbnails. */
const spareMib = 256

export const importCommand = () =>
  new Command('import')
    .description('Bring an organization along from another server.')
    .addCommand(importTagmaCommand())
    .addCommand(zulipCommand())

const zulipCommand = () =>
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
    .option('--passwords <file>', 'CSV with email, hash and maybe api_key: people go on with their passwords')
    .option('--login-links <file>', 'write a CSV with a link for each person without a password')
    .option('--dry-run', 'read everything, say what would be made and lost, and write nothing')
    .option('--strict', 'write nothing if content would be lost')
    .option('--again', 'import once more what was imported before')
    .option('--undo', 'delete what an import of this folder has made')
    .action((folder: string, options: Options) =>
      withApp(({ services }) => importFolder(services, folder, options)).catch(explainProblem),
    )

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
  const subdomain = cutOff
    ? ''
    : await freeSubdomain(services, plan.organization.subdomain, options.subdomain)
  const { loginLinks } = options
  const writing = progressLine('writing', 'messages', plan.messages.count)
  const { organizationId, report } = await importOrganization(services, source, plan, {
    subdomain,
    oldUrls: options.oldUrl,
    progress: writing.show,
    ...(options.passwords === undefined ? {} : { credentials: readCredentials(options.passwords) }),
    ...(loginLinks === undefined ? {} : { saveLinks: (links) => saveLoginLinks(loginLinks, links) }),
  })
  writing.end(plan.messages.count)
  printLosses(report)
  const { organization } = await services.data.directories.get(organizationId)
  console.log(`${organization.name} is at ${organizationUrl(services.config, organization)}`)
  console.log(nextSteps(options))
}

const nextSteps = ({ passwords, loginLinks }: Options): string =>
  loginLinks === undefined
    ? `People ${passwords === undefined ? 'sign in' : 'without a password in that file sign in'} after they have set a password: "Forgot your password?" on the login page.`
    : `${loginLinks} has a link for each person without a password. It works once, for 14 days: send it to nobody else.`

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
