import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { Losses } from '@tagma/importers/losses.ts'
import { ExportBuilder } from '@tagma/importers/zulip/export-builder.ts'
import { readZulip } from '@tagma/importers/zulip/read-zulip.ts'
import { importOrganization, type ImportRun, type ImportSource } from '#areas/imports/import-organization.ts'
import { planImport } from '#areas/imports/plan-import.ts'
import { must } from '#model/must.ts'
import { type TestApp, type TestClient, testClient } from './app.ts'

let imports = 0

/** Arguments of a call for all messages. */
export const allMessages = { anchor: 'oldest', num_before: 0, num_after: 100 } as const

/** Imports an export into an organization of its own, and calls as its people. */
export async function imported(
  t: TestApp,
  built: ExportBuilder,
  { perFile = 3, ...run }: Partial<ImportRun> & { readonly perFile?: number } = {},
) {
  const subdomain = `imported${++imports}-${t.organizationId}`
  const source = sourceOf(built, subdomain, perFile)
  const plan = await planImport(source.read(new Losses()), () => {})
  const { organizationId, report } = await importOrganization(t.app.services, source, plan, {
    subdomain,
    oldUrls: [],
    progress: () => {},
    ...run,
  })
  const directory = await t.app.services.data.directories.get(organizationId)
  const as = (email: string) =>
    testClient(t.app, `${subdomain}.localhost`, must(directory.userByEmail(email), `${email} is there`))
  return { organizationId, directory, report, as, plan, subdomain }
}

/** An export in memory, without files. */
export const sourceOf = (built: ExportBuilder, hash: string, perFile = 3): ImportSource => ({
  hash,
  pathOf: () => '',
  read: (losses) => readZulip(built.files(perFile), losses),
})

/** The contents that somebody gets for a narrow, oldest first. */
export async function contentsFor(
  client: TestClient,
  narrow: { operator: string; operand: string | number | number[] }[] = [],
): Promise<string[]> {
  const { messages } = await client.call(getMessages, { ...allMessages, narrow, apply_markdown: false })
  return messages.map(({ content }) => content)
}

/** An organization of three people with one channel. */
export function teaClub() {
  const built = new ExportBuilder()
  const iris = built.person('Iris', { role: 100, email_address_visibility: 1, twenty_four_hour_time: true })
  const otto = built.person('Otto', { email_address_visibility: 1 })
  const mona = built.person('Mona', { email_address_visibility: 1 })
  const open = built.channel('open')
  return { built, iris, otto, mona, open }
}
