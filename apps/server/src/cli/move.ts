import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Command } from 'commander'
import { parseConfig } from '#config/config.ts'
import { openEngine } from '#server/app.ts'
import { postgresRows, postgresTarget, serversOf } from '#store/copying/postgres-rows.ts'
import { sqliteRows, sqliteTarget } from '#store/copying/sqlite-rows.ts'
import { DataFolderInUse, lockDataFolder } from '#store/engines/data-lock.ts'
import { migrations } from '#store/migrations/migrations.ts'
import { Complaint } from './explain.ts'
import { moveDatabase } from './move-database.ts'

export const moveCommand = () =>
  new Command('move')
    .description('Move the data between the embedded database and PostgreSQL, while the server runs.')
    .requiredOption('--to <target>', 'postgres://… of an empty database, or an empty folder')
    .option('--prepare', 'only copy what is there now; a later run copies the changes')
    .action(async ({ to, prepare }: { to: string; prepare?: true }) => {
      const { databaseUrl, dataDir } = parseConfig(process.env)
      const isPostgres = /^postgres(ql)?:\/\//.test(to)
      const releases: (() => void)[] = []
      try {
        const place = isPostgres ? { databaseUrl: to, dataDir } : { dataDir: resolve(to) }
        if (!isPostgres) releases.push(lockDataFolder(resolve(to)))
        await makeTables({ ...parseConfig(process.env), databaseUrl: undefined, ...place })
        const source =
          databaseUrl === undefined ? sqliteRows(fileIn(dataDir)) : await postgresRows(databaseUrl)
        const target = isPostgres ? await postgresTarget(to) : sqliteTarget(join(resolve(to), 'tagma.db'))
        try {
          const tables = await moveDatabase(source, target, {
            from: databaseUrl === undefined ? resolve(dataDir) : nameOf(databaseUrl),
            to: isPostgres ? nameOf(to) : resolve(to),
            stopped: prepare ? undefined : () => serverStopped(databaseUrl, dataDir, releases),
            show: (table, rows) => void (rows > 0 && process.stderr.write(`${table}: ${rows} rows copied\n`)),
          })
          if (!tables) console.log('Everything is copied so far. Run the command without --prepare to move.')
          else report(tables, isPostgres, resolve(to))
        } finally {
          await source.close()
          await target.close()
        }
      } finally {
        for (const release of releases) release()
      }
    })

function fileIn(dataDir: string): string {
  const file = join(dataDir, 'tagma.db')
  if (!existsSync(file)) throw new Complaint(`There is no ${file}. Name the data folder with TAGMA_DATA_DIR.`)
  return file
}

async function makeTables(config: Parameters<typeof openEngine>[0]): Promise<void> {
  const engine = await openEngine(config)
  try {
    // A move that was interrupted goes on in a database that is filled in part.
    await engine.migrate(new Set(Object.keys(migrations)))
  } finally {
    await engine.close()
  }
}

/** The address of a database without its password. */
function nameOf(address: string): string {
  const { protocol, host, pathname, searchParams } = new URL(address)
  const options = searchParams.get('options')
  return `${protocol}//${host}${pathname}${options === null ? '' : ` (${options})`}`
}

/** Seconds to wait for somebody to stop the server. */
const patience = 3600

/** Asks for the end of the server, and waits for it. The embedded database stays locked until the command ends. */
async function serverStopped(
  databaseUrl: string | undefined,
  dataDir: string,
  releases: (() => void)[],
): Promise<void> {
  for (let waited = 0; waited < patience * 2; waited++) {
    if (databaseUrl !== undefined) {
      if ((await serversOf(databaseUrl)) === 0) return
    } else
      try {
        releases.push(lockDataFolder(dataDir))
        return
      } catch (error) {
        if (!(error instanceof DataFolderInUse)) throw error
      }
    if (waited === 0)
      console.log('Everything is copied so far. Stop the server now: only what has changed is left to copy.')
    await wait(500)
  }
  throw new Complaint(
    'The server was not stopped within an hour. Run the command again: it goes on from here.',
  )
}

function report(
  tables: readonly {
    readonly table: string
    readonly rows: number
    readonly sum: string
    readonly isEqual: boolean
  }[],
  isPostgres: boolean,
  folder: string,
): void {
  for (const { table, rows, sum, isEqual } of tables)
    if (rows > 0 || !isEqual)
      console.log(`${table.padEnd(28)} ${String(rows).padStart(10)} ${sum} ${isEqual ? 'equal' : 'DIFFERS'}`)
  const wrong = tables.filter(({ isEqual }) => !isEqual)
  if (wrong.length > 0)
    throw new Complaint(
      `${wrong.length} tables differ, so the old database stays the one. Run the command again.`,
    )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Moved and compared: ${rows} rows in ${tables.length} tables.`)
  console.log(
    isPostgres
      ? 'Set DATABASE_URL and start the server. Uploaded files stay in the data folder, which goes on being used.'
      : `Copy uploads, resumable and the keys of the old data folder into ${folder}, unset DATABASE_URL, set TAGMA_DATA_DIR, and start the server.`,
  )
}
