import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { parseConfig } from '#config/config.ts'
import { productVersion } from '#config/product-version.ts'
import { Complaint } from './explain.ts'
import { takeBackup } from './take-backup.ts'
import { reportBackup } from './verify.ts'

export const backupCommand = () =>
  new Command('backup')
    .description('Save the data folder of a server, which may be running, and check the copy.')
    .argument('<folder>', 'the folder to make')
    .action(async (folder: string) => {
      const { blobs, databaseUrl, dataDir } = parseConfig(process.env)
      if (databaseUrl !== undefined)
        throw new Complaint(
          'The data is in PostgreSQL, which DATABASE_URL names: save it with pg_dump, as the guide "Upgrading and backup" says.',
        )
      const database = join(dataDir, 'tagma.db')
      if (!existsSync(database))
        throw new Complaint(`There is no ${database}. Name the data folder with TAGMA_DATA_DIR.`)
      const now = Math.floor(Date.now() / 1000)
      await takeBackup(dataDir, folder, { now, version: productVersion })
      await reportBackup(folder)
      if (blobs !== undefined)
        console.log('Uploaded files are in the bucket that TAGMA_BLOBS names: they are not in this backup.')
    })
