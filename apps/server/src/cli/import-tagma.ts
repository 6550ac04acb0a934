import { Command } from 'commander'
import { finishedImport, unfinishedImport } from '#areas/imports/import-organization.ts'
import { loadArchive } from '#areas/imports/load-archive.ts'
import { verifyArchive } from '#areas/imports/read-archive.ts'
import { deleteOrganization } from '#areas/organization/delete-organization.ts'
import type { Services } from '#call/services.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { explainProblem } from './explain-problem.ts'
import { Complaint } from './explain.ts'
import { freeSubdomain } from './free-subdomain.ts'
import { withApp } from './open-app.ts'
import { progressLine } from './progress-line.ts'

interface Options {
  readonly subdomain?: string
  readonly dryRun?: true
  readonly undo?: true
}

export const importTagmaCommand = () =>
  new Command('tagma')
    .description('Restore the archive of `tagma export`. Run it again after an interruption.')
    .argument('<file>', 'the archive')
    .option('--subdomain <subdomain>', 'part before the server’s host name; by default that of the source')
    .option('--dry-run', 'read and check everything, and write nothing')
    .option('--undo', 'delete what an import of this archive has made')
    .action((file: string, options: Options) =>
      withApp(({ services }) => importTagmaArchive(services, file, options)).catch(explainProblem),
    )

/** Restores an archive of `tagma export`. */
export async function importTagmaArchive(services: Services, path: string, options: Options): Promise<void> {
  const reading = progressLine('checking', 'bytes')
  const archive = await verifyArchive(path, reading.show)
  reading.end(archive.bytes)
  for (const problem of archive.problems) console.error(problem)
  if (archive.problems.length > 0) throw new Complaint(`${path} is damaged, so nothing was written.`)
  const cutOff = await unfinishedImport(services, archive.hash)
  const finished = await finishedImport(services, archive.hash)
  if (options.undo) {
    const made = cutOff ?? finished
    if (!made) throw new Complaint('Nothing was imported from this archive.')
    await deleteOrganization(services, made.organization_id)
    return console.log('The organization of this import is deleted.')
  }
  for (const [table, { rows }] of Object.entries(archive.manifest.tables))
    if (rows > 0) console.log(`${table.padEnd(28)} ${rows}`)
  if (options.dryRun) return
  if (!cutOff && finished) throw new Complaint('This archive was imported already. --undo deletes it.')
  const all = Object.values(archive.manifest.tables).reduce((sum, { rows }) => sum + rows, 0)
  const writing = progressLine('writing', 'rows', all)
  const subdomain = cutOff
    ? (JSON.parse(cutOff.options) as { subdomain: string }).subdomain
    : await freeSubdomain(services, archive.head.organization.subdomain, options.subdomain)
  const id = await loadArchive(services, { path, archive, subdomain, progress: writing.show })
  writing.end(all)
  const { organization } = await services.data.directories.get(id)
  console.log(`${organization.name} is at ${organizationUrl(services.config, organization)}`)
  console.log('People sign in after they have set a password: "Forgot your password?" on the login page.')
}
