import type { Config } from '#config/config.ts'
import { openEngine, openSealed } from '#server/app.ts'
import { isAutovacuumOff } from '#store/engines/autovacuum.ts'
import { countOrphans, DatabaseDamaged } from '#store/engines/database-file.ts'
import type { Engine } from '#store/engines/engine.ts'
import { missingSteps } from '#store/migrations/run-migrations.ts'
import { listOrganizations } from '#store/organization/organizations.ts'
import { listOrganizationsWithoutOwner } from '#store/organization/setup-links.ts'
import { listSilentScimClients } from '#store/people/scim-clients.ts'
import { findOuterSecrets } from '#store/people/second-factors.ts'
import type { Db } from '#store/sql/db.ts'
import { Complaint } from './explain.ts'
import { probeOwners, probePasskeys, probeSignUp, probeUnconfirmed, probeVerified } from './probe-ways-in.ts'
import { secretsProblem } from './secrets-problem.ts'

/** Questions to a database whose tables are of this version. */
const looks: readonly ((config: Config, db: Db) => Promise<string>)[] = [
  probeProvisioning,
  probeSecrets,
  probePasskeys,
  probeOwners,
  probeUnconfirmed,
  probeVerified,
  probeSignUp,
]

/** Looks whether the database is whole, and what in it wants mending. */
export async function probeDatabase(
  config: Config,
  probe: (run: () => Promise<string>) => Promise<boolean>,
): Promise<void> {
  let engine: Engine | undefined
  let isCurrent = false
  try {
    await probe(async () => {
      engine = await openEngine(config)
      await requireWhole(engine)
      const missing = await missingSteps(engine.reader)
      isCurrent = missing.length === 0
      return contentOf(engine, missing.length)
    })
    if (!engine || !isCurrent) return
    const { reader } = engine
    for (const look of looks) await probe(() => look(config, reader))
  } finally {
    await engine?.close()
  }
}

/** Says what is in a database whose tables lack so many steps. */
async function contentOf({ kind, reader }: Engine, missing: number): Promise<string> {
  const name = kind === 'sqlite' ? 'The embedded database' : 'PostgreSQL'
  // The command only looks: another version of the server may use the database.
  if (missing > 0)
    return `${name} works. Starting the server brings its tables to this version, by ${missing} ${missing === 1 ? 'step' : 'steps'}.`
  const organizations = await listOrganizations(reader)
  const waiting = await listOrganizationsWithoutOwner(reader)
  const owners =
    waiting.length === 0
      ? ''
      : ` ${waiting.length} of them wait for an owner: start the server to see the link.`
  const upkeep = kind === 'postgres' && (await isAutovacuumOff(reader)) ? autovacuumOff : ''
  return `${name} works and holds ${organizations.length} organization${organizations.length === 1 ? '' : 's'}.${owners}${upkeep}`
}

const autovacuumOff =
  ' Its autovacuum is off, so it gets slower from week to week: turn it on, or run VACUUM ANALYZE every night.'

/**
 * Reads the whole file of an embedded database. Throws a Complaint if it is damaged, or if rows refer to missing rows.
 */
async function requireWhole({ file, reader }: Engine): Promise<void> {
  const damage = await file?.check('full', Date.now())
  if (damage !== undefined) throw new DatabaseDamaged(damage)
  const orphans = file ? await countOrphans(reader) : 0
  if (orphans > 0)
    throw new Complaint(
      `${orphans} rows of the database belong to rows that are gone. Restore a backup, or run \`tagma salvage\`, which leaves them out.`,
    )
}

/** Looks for directories of people that do not call any more: whoever leaves there would stay here. */
async function probeProvisioning(_config: Config, db: Db): Promise<string> {
  const silent = await listSilentScimClients(db, Math.floor(Date.now() / 1000) - 24 * 3600)
  if (silent.length === 0) return 'No client for provisioning is silent.'
  const names = silent.map(({ name, organization }) => `${name} of ${organization}`).join(', ')
  throw new Complaint(
    `No call came from ${names} for a day: look at the errors of provisioning there, or remove the client.`,
  )
}

/** Looks whether this machine has the key that sealed the secrets of authenticator apps, and no other one is about. */
async function probeSecrets(config: Config, db: Db): Promise<string> {
  const secrets = await findOuterSecrets(db)
  const problem = secretsProblem(openSealed(config), secrets)
  if (problem !== undefined) throw new Complaint(problem)
  if (secrets.length === 0) return 'Nobody has an authenticator app as a second factor yet.'
  return 'This machine has the key that seals the secrets of second factors.'
}
