import { existsSync } from 'node:fs'
import { complianceFormats } from '@tagma/contract/objects/data-archive.ts'
import { Command, Option } from 'commander'
import { tar } from '#areas/exports/tar.ts'
import { writeArchive } from '#areas/exports/write-archive.ts'
import { parseConfig } from '#config/config.ts'
import { productVersion } from '#config/product-version.ts'
import { archiveFormat } from '#model/archive.ts'
import { must } from '#model/must.ts'
import { openBlobs, openScratch } from '#server/app.ts'
import type { RowSource } from '#store/copying/row-store.ts'
import { explainProblem } from './explain-problem.ts'
import { Complaint } from './explain.ts'
import { exportForCompliance, exportPerson, type QueryOptions } from './export-query.ts'
import { exportForZulip } from './export-zulip.ts'
import { withApp } from './open-app.ts'
import { openRows } from './open-rows.ts'
import { saveArchive } from './save-archive.ts'

const kinds = ['complete', 'zulip', 'person', 'compliance'] as const

type Options = QueryOptions & { readonly type: (typeof kinds)[number]; readonly like?: string }

export const exportCommand = () =>
  new Command('export')
    .description('Write everything of an organization into one file, while the server runs; or a part of it.')
    .requiredOption('--to <file>', 'the file to make: .tar, .tar.gz or .tar.zst; of a part .zip')
    .option('--subdomain <subdomain>', 'the organization; not needed if there is one only')
    .addOption(
      new Option('--type <type>', 'everything; in Zulip’s form; data of one person; messages for auditors')
        .choices(kinds)
        .default('complete'),
    )
    .option('--like <export>', 'zulip: an export of the server that shall take it')
    .option('--who <email>', 'person: whose data')
    .option('--received', 'person: add direct messages that others sent to them')
    .option('--channels <names>', 'compliance: only these channels, with commas between them')
    .option('--people <emails>', 'compliance: only messages by these people')
    .option('--since <time>', 'compliance: only messages of then or later: 2026-01-31')
    .option('--until <time>', 'compliance: only messages before then')
    .option('--direct', 'compliance: direct messages too')
    .addOption(new Option('--format <format>', 'compliance: form of the messages').choices(complianceFormats))
    .action(async (options: Options) => {
      const { to, type } = options
      if (existsSync(to)) throw new Complaint(`${to} exists already. Name a file that does not.`)
      requireFitting(options)
      if (type === 'complete') await exportAll(options)
      else await withApp(({ services }) => exportPart[type](services, options)).catch(explainProblem)
    })

const exportPart = { zulip: exportForZulip, person: exportPerson, compliance: exportForCompliance } as const

/** Options that only one type has: another would leave out what somebody believes to be in the file, or the reverse. */
const optionsOf = {
  zulip: ['like'],
  person: ['who', 'received'],
  compliance: ['channels', 'people', 'since', 'until', 'direct', 'format'],
} as const

function requireFitting(options: Options): void {
  for (const [type, names] of Object.entries(optionsOf))
    for (const name of names)
      if (options.type !== type && options[name] !== undefined)
        throw new Complaint(`--${name} belongs to --type ${type}.`)
}

async function exportAll({ to, subdomain }: Options): Promise<void> {
  const config = parseConfig(process.env)
  const rows = await openRows(config)
  try {
    const organization = await findOne(rows, subdomain)
    const head = {
      format: archiveFormat,
      version: 1,
      made_at: Math.floor(Date.now() / 1000),
      made_by: productVersion,
      steps: await rows.steps(),
      organization,
    } as const
    const scratch = openScratch(config)
    const blobs = openBlobs(config.blobs ?? config, scratch)
    const from = { rows, blobs, scratch, progress: (what: string) => process.stderr.write(`${what}\n`) }
    const sha256 = await saveArchive(
      tar(writeArchive(head, { ...from, progress: once(from.progress) }), 0),
      to,
    )
    console.log(`${organization.name} is in ${to} (SHA-256 ${sha256}). Check it with: tagma verify ${to}`)
  } finally {
    await rows.close()
  }
}

async function findOne(source: RowSource, subdomain: string | undefined) {
  const table = must(
    (await source.tables()).find(({ name }) => name === 'organizations'),
    'the database has organizations',
  )
  const all = (await source.page(table, {}, mostOrganizations)).map((row) => {
    const of = (column: string) => row[table.columns.indexOf(column)] ?? ''
    return {
      id: Number(of('id')),
      uuid: String(of('uuid')),
      subdomain: String(of('subdomain')),
      name: String(of('name')),
    }
  })
  const found = subdomain === undefined ? all : all.filter((one) => one.subdomain === subdomain)
  const [one, other] = found
  if (!one) throw new Complaint('There is no such organization.')
  if (other)
    throw new Complaint(
      `Name the organization with --subdomain: ${found.map((each) => `"${each.subdomain}"`).join(', ')}.`,
    )
  return one
}

const mostOrganizations = 100_000

/** Says each step once. */
function once(say: (what: string) => void): (what: string) => void {
  const said = new Set<string>()
  return (what) => {
    if (!said.has(what)) say(what)
    said.add(what)
  }
}
