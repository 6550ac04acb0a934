import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config/config.ts'
import { postgresRows } from '#store/copying/postgres-rows.ts'
import type { RowSource } from '#store/copying/row-store.ts'
import { sqliteRows } from '#store/copying/sqlite-rows.ts'
import { Complaint } from './explain.ts'

/** Opens the rows of the configured database in a connection of their own, which only reads. */
export async function openRows({ databaseUrl, dataDir }: Config): Promise<RowSource> {
  if (databaseUrl !== undefined) return postgresRows(databaseUrl)
  const file = join(dataDir, 'tagma.db')
  if (!existsSync(file)) throw new Complaint(`There is no ${file}. Name the data folder with TAGMA_DATA_DIR.`)
  return sqliteRows(file)
}
