import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ComplianceFormat, complianceFormats } from '@tagma/contract/objects/data-archive.ts'
import { requireComplianceQuery } from '#areas/exports/compliance-query.ts'
import type { ComplianceQuery } from '#areas/exports/present.ts'
import { readComplianceExport } from '#areas/exports/read-compliance-export.ts'
import { readPersonExport } from '#areas/exports/read-person-export.ts'
import type { Entry } from '#areas/exports/tar.ts'
import { zip } from '#areas/exports/zip.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { byCommand } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { languageFor } from '#words/words.ts'
import { Complaint } from './explain.ts'
import { findOrganization } from './find-organization.ts'

/** Options of `tagma export` for one person's data, and for compliance. */
export interface QueryOptions {
  readonly to: string
  readonly subdomain?: string
  readonly who?: string
  readonly received?: true
  readonly channels?: string
  readonly people?: string
  readonly since?: string
  readonly until?: string
  readonly direct?: true
  readonly format?: string
}

/** Writes a ZIP with everything that is data of one person, and notes it in the audit log. */
export async function exportPerson(services: Services, options: QueryOptions): Promise<void> {
  const { who, to, received = false } = options
  if (who === undefined) throw new Complaint('Name the person with --who: their email address, or their id.')
  const directory = await findOrganization(services, options.subdomain)
  const person = findPerson(directory, who)
  const now = nowOf(services)
  const query = { include_received: received }
  await noteInAudit(services, directory, { type: 'person', user_id: person.id, ...query })
  await saveZip(readPersonExport({ services, directory, person, query, now }), now, to)
  console.log(`The data of ${person.fullName} is in ${to}. Unpack it and open index.html.`)
}

/** Writes a ZIP with the messages of channels, people and a time, and notes it in the audit log. */
export async function exportForCompliance(services: Services, options: QueryOptions): Promise<void> {
  const directory = await findOrganization(services, options.subdomain)
  const query = queryOf(directory, options)
  // Whoever has the server's machine has all its data: what owners may ask for in the web client does not bind commands.
  await requireComplianceQuery(services.data.db, directory, query, { isCommand: true }).catch(
    (error: unknown) => {
      throw error instanceof Refusal ? new Complaint(error.message) : error
    },
  )
  const now = nowOf(services)
  await noteInAudit(services, directory, { type: 'compliance', query })
  const emailOf = (user: UserRecord) => user.deliveryEmail
  const language = languageFor(directory.organization.settings.default_language)
  const order = { services, directory, query, askedBy: 'command', language, emailOf, now } as const
  await saveZip(readComplianceExport(order), now, options.to)
  console.log(`The messages are in ${options.to}; its manifest.json has the question and all hashes.`)
}

const nowOf = ({ time }: Services): number => Math.floor(time.clock.now() / 1000)

function noteInAudit(
  { data }: Services,
  { organization }: OrganizationDirectory,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return data.transact(organization.id, async (tx) => tx.audit('export.asked', null, detail), {
    by: byCommand,
  })
}

/** Writes a file that has its name only when it is whole. */
async function saveZip(entries: AsyncIterable<Entry>, now: number, to: string): Promise<void> {
  const part = `${to}.part`
  try {
    await pipeline(
      Readable.from(zip(entries, now), { objectMode: false }),
      createWriteStream(part, { mode: 0o600 }),
    )
    await rename(part, to)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Finds somebody by their id or address. */
function findPerson({ users }: OrganizationDirectory, who: string): UserRecord {
  const key = who.trim().toLowerCase()
  const found = [...users.values()].find(
    (user) =>
      String(user.id) === key || user.deliveryEmail.toLowerCase() === key || user.email.toLowerCase() === key,
  )
  if (!found) throw new Complaint(`There is nobody with the address or id ${who}.`)
  return found
}

function queryOf(directory: OrganizationDirectory, options: QueryOptions): ComplianceQuery {
  const format = complianceFormats.find(
    (one) => one === (options.format ?? ('jsonl' satisfies ComplianceFormat)),
  )
  if (format === undefined) throw new Complaint(`--format is one of ${complianceFormats.join(', ')}.`)
  return {
    export_type: 'full_without_consent',
    channel_ids:
      options.channels === undefined
        ? null
        : listed(options.channels).map((name) => channelId(directory, name)),
    user_ids:
      options.people === undefined
        ? null
        : listed(options.people).map((who) => findPerson(directory, who).id),
    since: timeOf('--since', options.since),
    until: timeOf('--until', options.until),
    direct: options.direct ?? false,
    format,
  }
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function channelId({ channels }: OrganizationDirectory, name: string): number {
  const key = name.replace(/^#/, '').toLowerCase()
  const found = [...channels.values()].find(
    (channel) => channel.name.toLowerCase() === key || String(channel.id) === key,
  )
  if (!found) throw new Complaint(`There is no channel ${name}.`)
  return found.id
}

/** Reads a time: a day is its beginning in UTC. */
function timeOf(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/.test(text)
  const milliseconds = isTime ? Date.parse(text) : Number.NaN
  if (Number.isNaN(milliseconds))
    throw new Complaint(`${option} ${text} is no time: write 2026-01-31, or 2026-01-31T09:00Z.`)
  return Math.floor(milliseconds / 1000)
}
