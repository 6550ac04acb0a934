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

const command = (folder: string) => ['import', 'zulip', folder, '--subdomain', 'tea'] as const

/**
 * Imports an export once at a stretch, and then into further installations, killed at random moments and each time begun
 * again by the same command, until there were so many kills. Throws an error that names the table if a database differs
 * from the first in anything but what is random or a time.
 */
export async function importRounds({
  rounds,
  seed,
  say,
}: Pick<CrashRounds, 'rounds' | 'seed' | 'say'>): Promise<void> {
  const random = seededRandom(seed)
  const folder = await mkdtemp(join(tmpdir(), 'tagma-export-'))
  try {
    await writeExport(folder)
    const { tables, lasted } = await importAtAStretch(folder)
    const moment = () => ((0.1 + 0.8 * random()) * lasted) / 1000
    let kills = 0
    let imports = 0
    for (; kills < rounds; imports++) {
      const killed = await importWithKills(folder, moment, rounds - kills)
      compareTables(tables, killed.tables)
      kills += killed.kills
      say(`import ${imports + 1}: at its end after ${killed.kills} kills, the same as without`)
    }
    say(`${kills} kills in ${imports} imports: the same ${messages} messages as without`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const settings = { TAGMA_LOG: 'error' }

async function importAtAStretch(folder: string) {
  const whole = await installation(settings)
  try {
    await whole.run('migrate')
    const began = performance.now()
    const { code, output } = await whole.run(...command(folder))
    if (code !== 0) throw new Error(`The import ended with ${code}:\n${output}`)
    return { lasted: performance.now() - began, tables: await tablesOf(whole) }
  } finally {
    await whole.remove()
  }
}

/** Imports with at most so many kills, each after the seconds that `moment` gives. */
async function importWithKills(folder: string, moment: () => number, most: number) {
  /** The command that runs the import; changes before each start. */
  const under: string[] = []
  const server = await installation(settings, under)
  try {
    await server.run('migrate')
    let kills = 0
    for (let code: number | null = null; code !== 0;) {
      const isLast = kills === most
      under.splice(0, under.length, ...(isLast ? [] : ['timeout', '--signal', 'KILL', moment().toFixed(3)]))
      const ended = await server.run(...command(folder))
      // Killed after its last commit, an import is done already.
      code = ended.output.includes('was imported already') ? 0 : ended.code
      if (code === null) kills++
      else if (code !== 0) throw new Error(`The import ended with ${code}:\n${ended.output}`)
    }
    return { kills, tables: await tablesOf(server) }
  } finally {
    await server.remove()
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
    return namedConversations(await readTables(engine.reader))
  } finally {
    await engine.close()
  }
}

/**
 * Names conversations by what they are: a sequence of PostgreSQL leaves out the numbers that a killed transaction took.
 */
function namedConversations(tables: ReadonlyMap<string, readonly TableRow[]>): Map<string, TableRow[]> {
  const names = new Map(
    tables
      .get('conversations')
      ?.map(({ id, channel_id, key }) => [id, `${String(channel_id)} ${String(key)}`]),
  )
  return new Map(
    Array.from(tables, ([table, rows]) => [
      table,
      rows.map((row) => ({
        ...row,
        ...(table === 'conversations' && { id: names.get(row.id) }),
        ...(row.conversation_id !== undefined && { conversation_id: names.get(row.conversation_id) }),
      })),
    ]),
  )
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
  for (const table of whole.keys()) {
    const [expected, found] = [lines(whole.get(table)), lines(killed.get(table))]
    if (expected !== found)
      throw new Error(`${table} differs after the kills:\n${firstDifference(expected, found)}`)
  }
}

function firstDifference(expected: string, found: string): string {
  const [theirs, ours] = [expected.split('\n'), found.split('\n')]
  const at = theirs.findIndex((line, index) => line !== ours[index])
  return `${theirs[at]}\n${ours[at]}`
}
