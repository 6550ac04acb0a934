import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { parseBackupPlace } from '#config/backup.ts'
import { type Config, parseConfig } from '#config/config.ts'
import { productVersion } from '#config/product-version.ts'
import { Complaint } from './explain.ts'
import { makeSnapshot } from './make-snapshot.ts'
import { readSetting } from './read-setting.ts'
import { takeBackup } from './take-backup.ts'
import { reportBackup } from './verify.ts'

interface Options {
  readonly to?: string
  readonly new?: true
  readonly unlessSince?: number
}

export const backupCommand = () =>
  new Command('backup')
    .description(
      'Save everything of a server, which may be running: a snapshot, or a copy of the data folder.',
    )
    .argument(
      '[folder]',
      'a folder to make with a plain copy of the data folder; without it, a snapshot is made',
    )
    .option(
      '--to <place>',
      'where snapshots are: a folder, or s3://bucket/prefix; by default TAGMA_BACKUP_TO',
    )
    .addOption(
      new Option('--unless-since <seconds>', 'a snapshot made since then does as well')
        .argParser(Number)
        .hideHelp(),
    )
    .option('--new', 'begin again in a place whose earlier snapshots are gone')
    .action(async (folder: string | undefined, { to, new: isNew, unlessSince }: Options) => {
      const config = parseConfig(process.env)
      if (folder !== undefined) {
        if (to !== undefined)
          throw new Complaint('Name a folder for a plain copy, or --to for a snapshot; not both.')
        return copyFolder(config, folder)
      }
      const place = to === undefined ? config.backup.place : parseBackupPlace('--to', to, readSetting)
      if (!place)
        throw new Complaint('Say where the snapshot goes: with --to FOLDER, or by setting TAGMA_BACKUP_TO.')
      const show = (step: string) => process.stderr.write(`saving ${step}\n`)
      const made = await makeSnapshot(config, { place, isNew: isNew ?? false, unlessSince, show })
      console.log(
        `Snapshot ${made.snapshot} is in ${made.place}: ${made.rows} rows and ${made.files} files, ${mib(made.bytes)} MiB, of which ${mib(made.added)} MiB are new.`,
      )
      if (made.pruned > 0) console.log(`${made.pruned} older snapshots were deleted (TAGMA_BACKUP_KEEP).`)
      if (made.pruneProblem !== undefined)
        console.error(`Older snapshots could not be deleted: ${made.pruneProblem}`)
    })

async function copyFolder({ blobs, databaseUrl, dataDir }: Config, folder: string): Promise<void> {
  if (databaseUrl !== undefined)
    throw new Complaint(
      'The data is in PostgreSQL, which DATABASE_URL names: make a snapshot with `tagma backup --to`, or save it with pg_dump, as the guide "Upgrading and backup" says.',
    )
  const database = join(dataDir, 'tagma.db')
  if (!existsSync(database))
    throw new Complaint(`There is no ${database}. Name the data folder with TAGMA_DATA_DIR.`)
  const now = Math.floor(Date.now() / 1000)
  await takeBackup(dataDir, folder, { now, version: productVersion })
  await reportBackup(folder)
  if (blobs !== undefined)
    console.log('Uploaded files are in the bucket that TAGMA_BLOBS names: they are not in this backup.')
}

const mib = (bytes: number) => (bytes / 1024 ** 2).toFixed(1)
