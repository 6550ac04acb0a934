import { appendFileSync } from 'node:fs'
import process from 'node:process'
import pg from 'pg'
import { afterAll, expect } from 'vitest'

// Notes which statements each test file sends to PostgreSQL, for `npm run test:choose`: a line of JSON for each file, in the
// file that TEST_STATEMENTS names. Vitest runs this before each test file, and one worker runs many.

type Query = (this: pg.Client, query: unknown, ...more: unknown[]) => unknown

/** A client's `query` that keeps the statements it is given. */
type NotingQuery = Query & { sent?: Set<string> }

/** A statement without the number of its values, without ids in it, and without the names that a run gives to databases. */
const formOf = (text: string): string =>
  text
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\?(?:, \?)+/g, '?')
    .replaceAll(/\(\?\)(?:, \(\?\))+/g, '(?)')
    .replaceAll(/test_\w+/g, 'test')
    .replaceAll(/\b\d+\b/g, '0')

function noting(query: Query): NotingQuery {
  const notingQuery: NotingQuery = function queryAndNote(asked, ...more) {
    const text = typeof asked === 'string' ? asked : (asked as { readonly text?: string } | undefined)?.text
    if (text !== undefined) notingQuery.sent?.add(formOf(text))
    return query.call(this, asked, ...more)
  }
  return notingQuery
}

const client = pg.Client.prototype as unknown as { query: NotingQuery }
if (!client.query.sent) client.query = noting(client.query)
const sent = (client.query.sent = new Set<string>())

afterAll(() => {
  const { testPath: file } = expect.getState()
  const line = JSON.stringify({ file, statements: [...sent] })
  appendFileSync(process.env.TEST_STATEMENTS ?? '/dev/null', `${line}\n`)
})
