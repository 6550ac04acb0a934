import pg from 'pg'

/**
 * Drops the schemas that a run of the tests has left in a PostgreSQL database: servers under test live as long as their
 * workers.
 */
export async function dropSchemas(url: string, run: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    'select schema_name as name from information_schema.schemata where starts_with(schema_name, $1)',
    [`test_${run}_`],
  )
  // One by one: each holds many tables, and the locks of a transaction are limited.
  for (const { name } of rows)
    await client.query(`drop schema if exists ${client.escapeIdentifier(name)} cascade`)
  await client.end()
}
