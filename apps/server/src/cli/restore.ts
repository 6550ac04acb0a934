import { resolve } from 'node:path'
import { Command } from 'commander'
import { parseConfig } from '#config/config.ts'
import { openEngine } from '#server/app.ts'
import { Complaint } from './explain.ts'
import { noteProof } from './last-proof.ts'
import { proveBackup } from './prove-backup.ts'

export const restoreCommand = () =>
  new Command('restore')
    .description('Restore a backup into a scratch folder, compare, and say whether it is whole.')
    .argument('<folder>', 'a folder that `tagma backup` has made')
    .requiredOption('--verify', 'only prove the backup; the guide says how to put it in place')
    .action(async (folder: string) => {
      const config = parseConfig(process.env)
      const { organizations, messages, rows, madeAt, problems } = await proveBackup(folder, {
        open: (dataDir) => openEngine({ ...config, dataDir, databaseUrl: undefined }),
        hasUploads: config.blobs === undefined,
      })
      for (const problem of problems) console.error(problem)
      if (problems.length > 0)
        throw new Complaint(`The backup in ${folder} cannot be restored whole: ${problems.length} problems.`)
      if (config.databaseUrl === undefined)
        noteProof(config.dataDir, {
          folder: resolve(folder),
          made_at: madeAt,
          proved_at: Math.floor(Date.now() / 1000),
        })
      console.log(
        `The backup in ${folder} was restored and compared: ${organizations} organizations, ${messages} messages, ${rows} rows in all.`,
      )
    })
