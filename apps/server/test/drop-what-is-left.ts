import pg from 'pg'

/**
 * Drops the databases and schemas that a run of the tests has left in PostgreSQL. Servers under test live as long as
 * their workers, so nothing else drops theirs.
 */
export async function dropWhatIsLeft(url: string, run: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const namesIn = async (list: string, column: string): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>(
      `select ${column} as name from ${list} where starts_with(${column}, $1)`,
      [`test_${run}_`],
    )
    return rows.map(({ name }) => client.escapeIdentifier(name))
  }
  for (const name of await namesIn('pg_database', 'datname'))
    await client.query(`drop database if exists ${name} with (force)`)
  // One by one: each holds many tables, and the locks of a transaction are limited.
  for (const name of await namesIn('pg_namespace', 'nspname'))
    await client.query(`drop schema if exists ${name} cascade`)
  await client.end()
}
