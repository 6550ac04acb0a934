import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '#config/config.ts'
import { openEngine } from '#server/app.ts'
import { readTables, type TableRow } from '../read-tables.ts'
import { installation } from '../server-process.ts'
import type { CrashRounds } from './crash-rounds.ts'
import { writeExport } from './import-rounds.ts'
import { seededRandom } from './seeded-random.ts'

/**
 * Moves a database into a folder, killed at so many random moments and each time begun again by the same command. Throws
 * an error that names the table if the two databases differ in any row.
 */
export async function moveRounds({
  rounds,
  seed,
  say,
}: Pick<CrashRounds, 'rounds' | 'seed' | 'say'>): Promise<void> {
  const random = seededRandom(seed)
  const folder = await mkdtemp(join(tmpdir(), 'tagma-move-'))
  const [source, target, timed] = [join(folder, 'export'), join(folder, 'target'), join(folder, 'timed')]
  const under: string[] = []
  const server = await installation({ TAGMA_LOG: 'error' }, under)
  try {
    await writeExport(source)
    await server.run('migrate')
    const made = await server.run('import', 'zulip', source, '--subdomain', 'tea')
    if (made.code !== 0) throw new Error(`The import ended with ${made.code}:\n${made.output}`)
    const began = performance.now()
    const first = await server.run('move', '--prepare', '--to', timed)
    if (first.code !== 0) throw new Error(`The first move ended with ${first.code}:\n${first.output}`)
    const lasted = performance.now() - began
    const before = await tablesIn(server.environment)
    let kills = 0
    for (; kills < rounds; kills++) {
      const seconds = ((0.1 + 0.9 * random()) * lasted) / 1000
      under.splice(0, under.length, 'timeout', '--signal', 'KILL', seconds.toFixed(3))
      const ended = await server.run('move', '--to', target)
      say(`move ${kills + 1}: ${ended.code === null ? 'killed' : 'at its end'} after ${seconds.toFixed(1)} s`)
      if (ended.code === 0) break
    }
    under.length = 0
    const last = await server.run('move', '--to', target)
    const isDone = last.code === 0 || last.output.includes(`moved to ${target} already`)
    if (!isDone) throw new Error(`The last move ended with ${last.code}:\n${last.output}`)
    const { DATABASE_URL: _, ...settings } = server.environment
    requireEqual(before, await tablesIn({ ...settings, TAGMA_DATA_DIR: target }))
    const rows = [...before.values()].reduce((sum, table) => sum + table.length, 0)
    say(`${kills} kills: the same ${rows} rows as before`)
  } finally {
    await Promise.all([server.remove(), rm(folder, { recursive: true })])
  }
}

async function tablesIn(environment: NodeJS.ProcessEnv): Promise<Map<string, readonly TableRow[]>> {
  const engine = await openEngine(parseConfig(environment))
  try {
    return await readTables(engine.reader)
  } finally {
    await engine.close()
  }
}

/** Tables that moves write for themselves, or that each database makes of its messages. */
const own = /^(migrations|leases|tagma_move|search_)/

function requireEqual(
  before: ReadonlyMap<string, readonly TableRow[]>,
  after: ReadonlyMap<string, readonly TableRow[]>,
): void {
  const lines = (rows: readonly TableRow[] = []) =>
    rows
      .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b))))
      .toSorted()
      .join('\n')
  for (const table of before.keys())
    if (!own.test(table) && lines(before.get(table)) !== lines(after.get(table)))
      throw new Error(`${table} differs after the kills.`)
}
