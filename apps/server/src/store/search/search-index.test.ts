import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isSqlite } from '#store/sql/id-list.ts'
import { testEngine } from '#test/engine.ts'
import { searchBeside } from './search-index.ts'
import { bucketSize, bucketToken } from './search-tokens.ts'

test('messages are found on either side of an id, the nearest first, however far apart they are', async () => {
  const engine = await testEngine()
  await engine.migrate()
  // A stretch with frequent words, a long one with rare words, and ids at the borders of buckets.
  const ids = [
    ...Array.from({ length: 40 }, (_, n) => 5 + n),
    ...Array.from({ length: 12 }, (_, n) => (2 + 3 * n) * bucketSize + n),
    ...[39, 40, 41].flatMap((bucket) => [bucket * bucketSize - 1, bucket * bucketSize]),
    ...Array.from({ length: 30 }, (_, n) => 60 * bucketSize + 10 * n),
  ]
  const words = (id: number) => (id % 3 === 0 ? ['fig', 'plum'] : ['fig'])
  await engine.write(0, async ({ db }) => {
    for (const id of ids) {
      const tokens = [...words(id), bucketToken(Math.floor(id / bucketSize))]
      await (
        isSqlite(db)
          ? sql`insert into message_search (rowid, tokens) values (${id}, ${tokens.join(' ')})`
          : sql`insert into message_search (message_id, tokens) values (${id}, array_to_tsvector(${tokens}::text[]))`
      ).execute(db)
    }
  })
  const db = engine.reader
  const quoted = (word: string) => (isSqlite(db) ? `"${word}"` : `'${word}'`)
  for (const word of ['fig', 'plum', 'pear']) {
    const matching = ids.filter((id) => words(id).includes(word))
    for (const id of [0, 5, 30, bucketSize, 40 * bucketSize, 40 * bucketSize + 1, 60 * bucketSize + 55, 1e16])
      for (const limit of [1, 7, 100])
        for (const inclusive of [true, false]) {
          const search = (direction: 'before' | 'after') =>
            searchBeside(db, quoted(word), { direction, id, inclusive, limit })
          const isOn = (other: number, sign: number) => (other - id) * sign > 0 || (inclusive && other === id)
          expect({ word, id, limit, inclusive, ids: await search('before') }).toMatchObject({
            ids: matching
              .filter((other) => isOn(other, -1))
              .toReversed()
              .slice(0, limit),
          })
          expect({ word, id, limit, inclusive, ids: await search('after') }).toMatchObject({
            ids: matching.filter((other) => isOn(other, 1)).slice(0, limit),
          })
        }
  }
  await engine.close()
})
