import { Command } from 'commander'
import { presentAuditRow } from '#areas/audit/present.ts'
import type { Services } from '#call/services.ts'
import { type AuditPlace, readAuditRows } from '#store/log/audit-log.ts'
import { verifyAudit } from '#store/log/verify-audit.ts'
import type { Db } from '#store/sql/db.ts'
import { Complaint } from './explain.ts'
import { findOrganization } from './find-organization.ts'
import { withApp } from './open-app.ts'

interface Options {
  readonly organization?: string
}

export const auditCommand = () =>
  new Command('audit')
    .description('Read the audit log: who changed what others may do or see.')
    .addCommand(
      withOrganization('verify')
        .description('Find rows that were changed, removed or moved; fails if there are any.')
        .option('--known <place>', 'number:digest, as an earlier run printed it: it must still be there')
        .action((options: Options & { known?: string }) => verify(options)),
    )
    .addCommand(
      withOrganization('export')
        .description('Print all rows, the oldest first, a JSON object in each line.')
        .action((options: Options) => exportRows(options)),
    )

const withOrganization = (name: string) =>
  new Command(name).option(
    '--organization <subdomain>',
    'subdomain of the organization, if there are several',
  )

function verify({ organization: subdomain, known }: Options & { known?: string }): Promise<void> {
  const place = known === undefined ? undefined : parsePlace(known)
  return withApp(async ({ services }) => {
    const { organization } = await findOrganization(services, subdomain)
    const { rows, newest, problems } = await inOneState(services, (db) =>
      verifyAudit(db, organization.id, place),
    )
    if (problems.length > 0)
      throw new Complaint(`The audit log of ${organization.name} is not whole.\n${problems.join('\n')}`)
    console.log(`The audit log of ${organization.name} is whole: ${rows} rows.`)
    if (newest.number > 0) console.log(`Newest row: ${newest.number}:${newest.digest}`)
  })
}

function exportRows({ organization: subdomain }: Options): Promise<void> {
  return withApp(async ({ services }) => {
    const { organization } = await findOrganization(services, subdomain)
    await inOneState(services, async (db) => {
      let after = 0
      for (;;) {
        const rows = await readAuditRows(db, organization.id, { after, limit: 1000 })
        const last = rows.at(-1)
        if (!last) return
        after = last.number
        await print(rows.map((row) => `${JSON.stringify(presentAuditRow(row))}\n`).join(''))
      }
    })
  })
}

/** The embedded database belongs to the command alone; on PostgreSQL, others may write meanwhile. */
const inOneState = <T>({ data }: Services, read: (db: Db) => Promise<T>): Promise<T> =>
  data.beside ? data.beside(read) : read(data.db)

const print = (text: string) =>
  new Promise<void>((resolve) => void process.stdout.write(text, () => resolve()))

/** Parses `number:digest`. */
function parsePlace(text: string): AuditPlace {
  const [, number, digest] = /^(\d{1,15}):([\w-]{43})$/.exec(text) ?? []
  if (number === undefined || digest === undefined)
    throw new Complaint(
      `--known ${text} is no place in the log: give what \`tagma audit verify\` printed, such as 12:… with 43 characters.`,
    )
  return { number: Number(number), digest }
}
