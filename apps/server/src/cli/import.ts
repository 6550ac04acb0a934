import { existsSync, statfsSync } from 'node:fs'
import { Losses, type LossReport } from '@tagma/importers/losses.ts'
import { type ReadOptions, type TopicsChoice, topicsChoices } from '@tagma/importers/read-options.ts'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { ImportOptions } from '#areas/imports/begin-import.ts'
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
import { DiskSorter } from '#store/engines/disk-sorter.ts'
import { archiveKinds } from './archive-kinds.ts'
import { explainProblem } from './explain-problem.ts'
import { Complaint } from './explain.ts'
import { freeSubdomain } from './free-subdomain.ts'
import { withFilesOf } from './import-files.ts'
import { openImportFolder, overlaid } from './import-folder.ts'
import { importTagmaArchive, importTagmaCommand } from './import-tagma.ts'
import { saveLoginLinks } from './login-link-file.ts'
import { withApp } from './open-app.ts'
import { isTagmaArchive, openImport, suggestedName } from './open-import.ts'
import { progressLine } from './progress-line.ts'
import { readCredentials } from './read-credentials.ts'
import { readMembers } from './read-members.ts'
import { WorkFolder } from './work-folder.ts'

/** Options of the command. */
export interface ImportCommandOptions {
  readonly from?: string
  readonly name?: string
  readonly owner?: string
  readonly public?: true
  readonly topics?: TopicsChoice
  readonly members?: string
  readonly team?: string
  readonly files?: string
  readonly tokenFile?: string
  readonly fetch: boolean
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
  withOptions(
    new Command('import')
      .description('Bring an organization along from another server. Run it again after an interruption.')
      .argument(
        '<path>',
        'an archive of `tagma export`, or an export of another product: packed, or as a folder',
      )
      .addOption(
        new Option('--from <product>', 'the product, if the archive does not tell').choices(
          Object.keys(archiveKinds),
        ),
      ),
  )
    .action((path: string, options: ImportCommandOptions) =>
      withApp(({ services }) => importPath(services, path, options)).catch(explainProblem),
    )
    // So that options behind the name of a product are options of that.
    .enablePositionalOptions()
    .addCommand(importTagmaCommand())
    .addCommand(zulipCommand())

const zulipCommand = () =>
  withOptions(
    new Command('zulip')
      .description('Import an export of Zulip.')
      .argument('<path>', 'the archive, or the folder with realm.json'),
  ).action((path: string, options: ImportCommandOptions) =>
    withApp(({ services }) => importPath(services, path, { ...options, from: 'zulip' })).catch(
      explainProblem,
    ),
  )

const withOptions = (command: Command): Command =>
  command
    .option('--name <name>', 'name of the organization, if the archive has none')
    .option('--owner <email>', 'address of the person who shall own it')
    .option('--files <folder>', 'folder with files that messages name, beside those of the archive')
    .option('--public', 'make channels public whose readers the archive does not tell')
    .addOption(
      new Option(
        '--topics <way>',
        'sources without topics: a topic for each thread, one for each day too, or none',
      ).choices(topicsChoices),
    )
    .option('--team <names>', 'of several teams only these, with commas between them')
    .option('--members <file>', 'CSV with email, and id or name: addresses of people without one')
    .option('--token-file <file>', 'file with the token by which Slack gives files')
    .option('--no-fetch', 'fetch no files from their addresses')
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
    .option('--undo', 'delete what an import of this archive has made')

/** Imports an archive or a folder, and tells on the terminal what became of it. */
export async function importPath(
  services: Services,
  path: string,
  options: ImportCommandOptions,
): Promise<void> {
  if (!existsSync(path)) throw new Complaint(`There is nothing at ${path}.`)
  if (options.from === undefined && (await isTagmaArchive(path)))
    return importTagmaArchive(services, path, options)
  using work = WorkFolder.open(services.config.dataDir, path)
  const { folder: opened, kind } = await openImport(path, work, options)
  const archive =
    options.files === undefined ? opened : overlaid(opened, await openImportFolder(options.files))
  const { hash } = archive
  const cutOff = await unfinishedImport(services, hash)
  if (options.undo) return await undoImport(services, hash)
  if (!cutOff && !options.again && (await finishedImport(services, hash)))
    throw new Complaint(
      'This export was imported already. --again makes another organization, --undo deletes it.',
    )
  console.log(`${path} is an export of ${kind.title}.`)
  const folder = await withFilesOf(kind, archive, work, options)
  const reading = cutOff ? readingOf(cutOff) : readOptionsOf(path, options)
  const members = options.members === undefined ? undefined : readMembers(options.members)
  if (members?.hash !== reading.membersHash)
    throw new Complaint('Give the same file with --members as in the run that was interrupted.')
  const addresses = members === undefined ? {} : { members: members.emails }
  const sorter = new DiskSorter(work.path)
  const source: ImportSource = {
    hash,
    pathOf: (name) => folder.pathOf(name),
    read: (losses) => kind.read(folder.files, sorter, { ...reading, ...addresses }, losses),
  }
  const plan = await planOf(source, options, reading.owner)
  if (!plan) return
  if (!cutOff) requireRoom(services, plan)
  // A run that is cut off from here on goes on with the files that are unpacked and fetched.
  work.isKept = true
  try {
    await writeImport(services, source, plan, { ...options, reading, isCutOff: cutOff !== undefined })
  } catch (error) {
    if (await unfinishedImport(services, hash))
      console.error(
        'Nobody sees what is written so far. Run the same command again to go on, or with --undo to delete it.',
      )
    throw error
  }
  work.isKept = false
}

/** Reads everything, and says what would be made; undefined if nothing is to be written. */
async function planOf(
  source: ImportSource,
  options: ImportCommandOptions,
  owner: string | undefined,
): Promise<ImportPlan | undefined> {
  const losses = new Losses()
  const progress = progressLine('reading')
  const plan = await planImport(source.read(losses), progress.show, owner)
  progress.end(plan.messages.count)
  for (const [kind, count] of plan.counts) console.log(`${kind.padEnd(14)} ${count}`)
  if (options.dryRun) {
    printLosses(losses.report())
    return undefined
  }
  if (options.strict && losses.count('content') > 0) {
    printLosses(losses.report())
    throw new Complaint('Content would be lost, so nothing was written.')
  }
  return plan
}

async function writeImport(
  services: Services,
  source: ImportSource,
  plan: ImportPlan,
  options: ImportCommandOptions & { readonly reading: ReadOptions; readonly isCutOff: boolean },
): Promise<void> {
  const subdomain = options.isCutOff
    ? ''
    : await freeSubdomain(services, plan.organization.subdomain || subdomainOf(plan), options.subdomain)
  const { loginLinks } = options
  const writing = progressLine('writing', 'messages', plan.messages.count)
  const { organizationId, report } = await importOrganization(services, source, plan, {
    subdomain,
    reading: options.reading,
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

const readOptionsOf = (
  path: string,
  { name = suggestedName(path), owner, ...of }: ImportCommandOptions,
): ReadOptions => ({
  ...(name === undefined ? {} : { name }),
  ...(owner === undefined ? {} : { owner }),
  ...(of.public ? { public: true } : {}),
  ...(of.topics === undefined ? {} : { topics: of.topics }),
  ...(of.team === undefined ? {} : { teams: of.team.split(',').map((team) => team.trim()) }),
  // Addresses are not kept with the import: they would outlive the people.
  ...(of.members === undefined ? {} : { membersHash: readMembers(of.members).hash }),
})

/** A run that was cut off goes on with what its first command said. */
const readingOf = ({ options }: { readonly options: string }): ReadOptions =>
  (JSON.parse(options) as ImportOptions).reading ?? {}

/** Makes a subdomain of a name, for sources without one. */
const subdomainOf = ({ organization }: ImportPlan): string =>
  organization.name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')

const nextSteps = ({ passwords, loginLinks }: ImportCommandOptions): string =>
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
  if (!made) throw new Complaint('Nothing was imported from this archive.')
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
