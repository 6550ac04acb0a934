import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure, Measurement, Options } from './figure.ts'
import { largeOrganization } from './large-organization.ts'
import { measureDisk, measureFetch, measureSearch, measureTopic, measureUnread } from './message-figures.ts'
import { measureRestart, newcomerOf } from './restart.ts'

/** Measures messages, search and unread messages. Creating a million messages takes minutes, once. */
export const messages: Measurement = {
  name: 'messages',
  title: 'A million messages',
  isLong: true,
  run: (options) => measure(options),
}

/** Goals on PostgreSQL, where waiting is measured instead of CPU; by the beginnings of the figures' names. */
const postgresGoals: readonly (readonly [string, number])[] = [
  ['disk for', 800],
  ['search,', 50],
]

/** Measures the same on PostgreSQL. */
export const messagesOnPostgres: Measurement = {
  name: 'messages-on-postgres',
  title: 'A million messages, on PostgreSQL',
  isLong: true,
  async run(options) {
    const database = process.env.TEST_DATABASE_URL
    if (!database) throw new Error('TEST_DATABASE_URL names the PostgreSQL to measure with.')
    return (await measure(options, database)).map(({ atMost: _goal, ...figure }) => {
      const goal = postgresGoals.find(([beginning]) => figure.name.startsWith(beginning))
      return goal ? { ...figure, atMost: goal[1] } : figure
    })
  },
}

async function measure({ messages: count }: Options, postgres?: string): Promise<Figure[]> {
  const large = await largeOrganization(count, postgres)
  if (postgres === undefined) readThrough(join(large.dataDir, 'tagma.db'))
  const figures: Figure[] = []
  let newcomer: Awaited<ReturnType<typeof newcomerOf>>
  try {
    figures.push(
      ...(await measureDisk(large, count)),
      ...(await measureFetch(large)),
      ...(await measureSearch(large)),
      ...(await measureUnread(large)),
      ...(await measureTopic(large)),
    )
    newcomer = await newcomerOf(large)
  } finally {
    await large.app.close()
  }
  if (postgres === undefined) figures.push(...(await measureRestart(large, newcomer)))
  return figures
}

/**
 * Reads a file into the system's memory. Some systems drop files that are not read for a while, and the disk is not
 * measured here.
 */
function readThrough(path: string): void {
  const file = openSync(path, 'r')
  const buffer = Buffer.alloc(2 ** 20)
  while (readSync(file, buffer) > 0);
  closeSync(file)
}
