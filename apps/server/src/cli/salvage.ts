import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { parseConfig } from '#config/config.ts'
import { lockDataFolder } from '#store/engines/data-lock.ts'
import { type SalvagedTable, salvage } from '#store/engines/salvage.ts'
import { Complaint } from './explain.ts'

export const salvageCommand = () =>
  new Command('salvage')
    .description('Copy what can still be read of a damaged embedded database into a new file.')
    .argument('<file>', 'the database to make')
    .action((file: string) => {
      const { databaseUrl, dataDir } = parseConfig(process.env)
      if (databaseUrl !== undefined)
        throw new Complaint('The data is in PostgreSQL, which DATABASE_URL names: restore a dump of it.')
      const from = join(dataDir, 'tagma.db')
      const to = resolve(file)
      if (!existsSync(from))
        throw new Complaint(`There is no ${from}. Name the data folder with TAGMA_DATA_DIR.`)
      if (existsSync(to)) throw new Complaint(`${to} exists already. Name a file that does not.`)
      const unlock = lockDataFolder(dataDir)
      try {
        report(salvage(from, to))
        console.log(`\nThe rest is in ${to}. The damaged database is as it was.`)
      } finally {
        unlock()
      }
    })

function report(tables: readonly SalvagedTable[]): void {
  const harmed = tables.filter(({ lost, orphaned }) => lost !== 0 || orphaned > 0)
  console.log(`Rows that were saved: ${tables.reduce((sum, { saved }) => sum + saved, 0)}.`)
  if (harmed.length === 0) console.log('No table has lost any.')
  for (const { name, saved, lost, orphaned } of harmed) {
    const gone = lost === undefined ? 'nobody knows how many are lost' : `${lost} are lost`
    const left = orphaned > 0 ? `, ${orphaned} belonged to lost ones and are left out` : ''
    console.log(`  ${name}: ${saved} saved, ${gone}${left}`)
  }
}
