import { resolve } from 'node:path'
import { Command } from 'commander'
import { noteProof } from '#areas/backups/last-proof.ts'
import { type Config, parseConfig } from '#config/config.ts'
import { openEngine } from '#server/app.ts'
import { Complaint } from './explain.ts'
import { isRepository, openSnapshot } from './open-snapshot.ts'
import { type RestoreProof, proveBackup } from './prove-backup.ts'
import { proveSnapshot } from './prove-snapshot.ts'
import { restoreSnapshot } from './restore-snapshot.ts'

interface Options {
  readonly verify?: true
  readonly snapshot?: string
  readonly identity?: string
}

export const restoreCommand = () =>
  new Command('restore')
    .description(
      'Restore a snapshot where the settings say, which must be empty; or prove that it can be restored.',
    )
    .argument('<place>', 'a place of snapshots, or a folder that `tagma backup FOLDER` has made')
    .option('--verify', 'restore into a scratch folder, compare, and delete it again')
    .option('--snapshot <time>', 'the snapshot, such as 20261122T031500Z; by default the newest')
    .option('--identity <file>', 'file with the secret key of a sealed backup')
    .action(async (place: string, options: Options) => {
      const config = parseConfig(process.env)
      if (options.verify) return prove(place, config, options)
      if (!isRepository(place))
        throw new Complaint(
          `${place} is a copy of a data folder, or no backup: put its folder "data" in place, as the guide "Upgrading and backup" says.`,
        )
      const snapshot = await openSnapshot(place, config, options)
      const { rows, files } = await restoreSnapshot(snapshot, config)
      console.log(`Snapshot ${snapshot.name} is restored: ${rows} rows and ${files} files. Start the server.`)
    })

async function prove(place: string, config: Config, options: Options): Promise<void> {
  const { organizations, messages, rows, madeAt, problems } = await proof(place, config, options)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0)
    throw new Complaint(`The backup in ${place} cannot be restored whole: ${problems.length} problems.`)
  noteProof(config.dataDir, {
    folder: place.includes('://') ? place : resolve(place),
    made_at: madeAt,
    proved_at: Math.floor(Date.now() / 1000),
  })
  console.log(
    `The backup in ${place} was restored and compared: ${organizations} organizations, ${messages} messages, ${rows} rows in all.`,
  )
}

async function proof(place: string, config: Config, options: Options): Promise<RestoreProof> {
  const open = (dataDir: string) => openEngine({ ...config, dataDir, databaseUrl: undefined })
  return isRepository(place)
    ? proveSnapshot(await openSnapshot(place, config, options), open)
    : proveBackup(place, { open, hasUploads: config.blobs === undefined })
}
