import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExportBuilder } from '@tagma/importers/zulip/export-builder.ts'
import { parseConfig } from '#config/config.ts'
import { openEngine } from '#server/app.ts'
import { readTables, type TableRow } from '../read-tables.ts'
import { installation } from '../server-process.ts'
import type { CrashRounds } from './crash-rounds.ts'
import { seededRandom } from './seeded-random.ts'

const messages = 4000

/**
 * Imports an export twice: once at a stretch, and once killed at so many random moments, each time begun again by the same
 * command. Throws an error that names the table if the two databases differ in anything but what is random or a time.
 */
export async function importRounds({
  rounds,
  seed,
  say,
}: Pick<CrashRounds, 'rounds' | 'seed' | 'say'>): Promise<void> {
  const random = seededRandom(seed)
  const folder = await mkdtemp(join(tmpdir(), 'tagma-export-'))
  /** The command that runs the import; changes before each start. */
  const under: string[] = []
  const settings = { TAGMA_LOG: 'error' }
  const [whole, killed] = await Promise.all([installation(settings), installation(settings, under)])
  const command = ['import', 'zulip', folder, '--subdomain', 'tea'] as const
  try {
    await writeExport(folder)
    await whole.run('migrate')
    await killed.run('migrate')
    const began = performance.now()
    const { code, output } = await whole.run(...command)
    if (code !== 0) throw new Error(`The import ended with ${code}:\n${output}`)
    const lasted = performance.now() - began
    let kills = 0
    for (; kills < rounds; kills++) {
      const seconds = ((0.1 + 0.9 * random()) * lasted) / 1000
      under.splice(0, under.length, 'timeout', '--signal', 'KILL', seconds.toFixed(3))
      const ended = await killed.run(...command)
      say(
        `import ${kills + 1}: ${ended.code === null ? 'killed' : 'at its end'} after ${seconds.toFixed(1)} s`,
      )
      if (ended.code === 0) break
    }
    under.length = 0
    const last = await killed.run(...command)
    const isDone = last.code === 0 || last.output.includes('was imported already')
    if (!isDone) throw new Error(`The last import ended with ${last.code}:\n${last.output}`)
    compareTables(await tablesOf(whole), await tablesOf(killed))
    say(`${kills} kills: the same ${messages} messages as without`)
  } finally {
    await Promise.all([whole.remove(), killed.remove(), rm(folder, { recursive: true })])
  }
}

/** Writes an export of Zulip with some thousand messages into a folder. */
export async function writeExport(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const built = new ExportBuilder()
  const people = Array.from({ length: 5 }, (_, index) =>
    built.person(`Person${index}`, { role: index === 0 ? 100 : 400 }),
  )
  const channels = Array.from({ length: 3 }, (_, index) => built.channel(`channel ${index}`))
  for (const channel of channels) for (const person of people) built.subscribe(person, channel)
  for (let count = 0; count < messages; count++) {
    const [sender, other] = [people[count % 5], people[(count + 1) % 5]]
    const channel = channels[count % 3]
    if (sender && other && channel)
      built.message(sender, channel, { topic: `topic ${count % 40}`, to: [[other, count % 4 === 0 ? 1 : 0]] })
  }
  const files = built.files(1000)
  for (const name of files.names) await writeFile(join(folder, name), JSON.stringify(await files.json(name)))
}

async function tablesOf({ dataDir, environment }: Awaited<ReturnType<typeof installation>>) {
  const engine = await openEngine(parseConfig({ ...environment, TAGMA_DATA_DIR: dataDir }))
  try {
    return await readTables(engine.reader)
  } finally {
    await engine.close()
  }
}

/** Columns that are random, or times of making. */
const passing =
  /^(uuid|api_key|options|started_at|finished_at|created_at|joined_at|at|hash|previous_hash|identity|value)$/

function compareTables(
  whole: ReadonlyMap<string, readonly TableRow[]>,
  killed: ReadonlyMap<string, readonly TableRow[]>,
): void {
  const lines = (rows: readonly TableRow[] = []) =>
    rows
      .map((row) => JSON.stringify(Object.entries(row).filter(([name]) => !passing.test(name))))
      .toSorted()
      .join('\n')
  for (const table of whole.keys())
    if (lines(whole.get(table)) !== lines(killed.get(table)))
      throw new Error(`${table} differs after the kills.`)
}
