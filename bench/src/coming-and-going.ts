import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CommandRun, runCommand } from './command-run.ts'
import type { Figure, Measurement, Options } from './figure.ts'
import { largeOrganization, openSchema } from './large-organization.ts'
import { median } from './load.ts'
import { newcomerOf } from './restart.ts'
import { call } from './seed.ts'
import { startServer } from './server.ts'

/** Messages written each second while a backup is made. */
const writesPerSecond = 50

/** Measures export, import, backup and move of a large organization, each as the command that people run. */
export const comingAndGoing: Measurement = {
  name: 'coming-and-going',
  title: 'Export, import, backup and move',
  isLong: true,
  async run({ messages }: Options) {
    const scratch = mkdtempSync(join(tmpdir(), 'tagma-bench-moving-'))
    try {
      const large = await largeOrganization(messages)
      const newcomer = await newcomerOf(large)
      await large.app.close()
      const data = join(scratch, 'data')
      cpSync(large.dataDir, data, { recursive: true })
      // The first command after a change of the sources bundles them.
      await runCommand(['--help'], {})
      return [
        ...(await measureExport(data, scratch, messages)),
        ...(await measureImport(data, scratch, messages)),
        ...(await measureBackup(data, scratch, newcomer)),
        // The last: no server starts on data that has moved away.
        ...(await measureMove(data, messages)),
      ]
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  },
}

/** Goals are set for a million messages. */
const millions = (messages: number) => messages / 1_000_000

const memoryFigure = (what: string, { memory }: CommandRun, atMost?: number): Figure => ({
  name: `${what}: memory at most`,
  value: memory,
  unit: 'MiB',
  ...(atMost === undefined ? {} : { atMost }),
})

async function measureExport(data: string, scratch: string, messages: number): Promise<Figure[]> {
  const file = join(scratch, 'complete.tar')
  const run = await runCommand(['export', '--to', file], { TAGMA_DATA_DIR: data })
  const bytes = statSync(file).size
  const read = await runCommand(['verify', file], { TAGMA_DATA_DIR: data })
  rmSync(file)
  const count = messages.toLocaleString('en')
  return [
    {
      name: `Complete export of ${count} messages`,
      value: run.seconds,
      unit: 's',
      atMost: 120 * millions(messages),
      note: `${(bytes / 1e6).toFixed(0)} MB`,
    },
    memoryFigure('Complete export', run),
    { name: 'Verifying the export', value: bytes / 1e6 / read.seconds, unit: 'MB/s', atLeast: 100 },
  ]
}

async function measureImport(data: string, scratch: string, messages: number): Promise<Figure[]> {
  const file = join(scratch, 'zulip.tar.gz')
  await runCommand(['export', '--type', 'zulip', '--to', file], { TAGMA_DATA_DIR: data })
  const target = join(scratch, 'imported')
  mkdirSync(target)
  const run = await runCommand(['import', '--from', 'zulip', '--owner', 'reader@example.com', file], {
    TAGMA_DATA_DIR: target,
  })
  rmSync(target, { recursive: true })
  rmSync(file)
  return [
    {
      name: 'Import of a Zulip export, rendering included',
      value: messages / run.seconds,
      unit: 'messages/s',
      atLeast: 10_000,
      note: `${run.seconds.toFixed(1)} s`,
    },
    memoryFigure('Import of a Zulip export', run, 300),
  ]
}

async function measureMove(data: string, messages: number): Promise<Figure[]> {
  const base = process.env.TEST_DATABASE_URL
  if (!base) return []
  const schema = await openSchema(base, `tagma_bench_move_${process.pid}`, true)
  try {
    const run = await runCommand(['move', '--to', schema.url], { TAGMA_DATA_DIR: data })
    return [
      {
        name: 'Move to PostgreSQL, compared row by row',
        value: run.seconds,
        unit: 's',
        atMost: 300 * millions(messages),
      },
      memoryFigure('Move to PostgreSQL', run),
    ]
  } finally {
    await schema.drop()
  }
}

async function measureBackup(
  data: string,
  scratch: string,
  writer: { readonly email: string; readonly apiKey: string },
): Promise<Figure[]> {
  const place = join(scratch, 'backups')
  const server = await startServer({ dataDir: data })
  try {
    const authorization = `Basic ${btoa(`${writer.email}:${writer.apiKey}`)}`
    const usual = await writing(server, authorization, () => new Promise((end) => setTimeout(end, 5000)))
    let run: CommandRun | undefined
    const beside = await writing(server, authorization, async () => {
      run = await runCommand(['backup', '--to', place], { TAGMA_DATA_DIR: data })
    })
    if (!run) throw new Error('No backup was made')
    const bytes = sizeOf(place)
    const read = await runCommand(['verify', place], { TAGMA_DATA_DIR: data })
    const proof = await runCommand(['restore', '--verify', place], { TAGMA_DATA_DIR: data })
    return [
      { name: 'Backup of a running server', value: run.seconds, unit: 's', note: `${megabytes(bytes)} MB` },
      memoryFigure('Backup', run),
      {
        name: `Slowest of ${writesPerSecond} writes/s during the backup`,
        value: Math.max(...beside),
        unit: 'ms',
        atMost: 250,
        note: `${beside.length} writes, p50 ${median(beside).toFixed(1)} ms; without a backup at most ${Math.max(...usual).toFixed(0)} ms`,
      },
      { name: 'Verifying the backup', value: bytes / 1e6 / read.seconds, unit: 'MB/s', atLeast: 100 },
      { name: 'Proving the backup by a restore', value: proof.seconds, unit: 's' },
    ]
  } finally {
    await server.stop({ keep: true })
  }
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)

/** Bytes of all files below a folder. */
const sizeOf = (folder: string) =>
  globSync(join(folder, '**'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

/** Sends at a steady pace until `act` has ended. Returns the milliseconds of each send. */
async function writing(
  server: { readonly url: string },
  authorization: string,
  act: () => Promise<unknown>,
): Promise<number[]> {
  const waits: number[] = []
  const sends: Promise<void>[] = []
  const send = async () => {
    const began = performance.now()
    const fields = { type: 'stream', to: 'channel 1', topic: 'backup', content: 'while a backup is made' }
    await call(server, authorization, 'POST', '/messages', fields)
    waits.push(performance.now() - began)
  }
  const pace = setInterval(() => sends.push(send()), 1000 / writesPerSecond)
  try {
    await act()
  } finally {
    clearInterval(pace)
  }
  await Promise.all(sends)
  return waits
}
