import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { type ImportCommandOptions, importPath } from '#cli/import.ts'
import { must } from '#model/must.ts'
import { listOrganizations } from '#store/organization/organizations.ts'
import { type TestApp, testClient } from './app.ts'

let imports = 0

/** Imports as the command does. Returns its report. */
export async function runImport(
  t: TestApp,
  path: string,
  options: Partial<ImportCommandOptions> = {},
): Promise<{ readonly subdomain: string; readonly report: string }> {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  const subdomain = `archive${++imports}-${t.organizationId}`
  await importPath(t.app.services, path, { subdomain, oldUrl: [], fetch: false, ...options })
  const report = said.mock.calls.map(([line]) => String(line)).join('\n')
  said.mockRestore()
  return { subdomain, report }
}

/** Imports an archive as the command does, and calls as the people of the organization. */
export async function importedArchive(t: TestApp, path: string, options: Partial<ImportCommandOptions> = {}) {
  const { subdomain, report } = await runImport(t, path, options)
  const { db, directories } = t.app.services.data
  const organization = must(
    (await listOrganizations(db)).find((one) => one.subdomain === subdomain),
    'the organization of the import is there',
  )
  const directory = await directories.get(organization.id)
  const account = (name: string) => must(directory.userByEmail(`${name}@example.com`), `${name} is there`)
  return {
    directory,
    /** Calls as the person with the address `<name>@example.com`. */
    as: (name: string) => testClient(t.app, `${subdomain}.localhost`, account(name)),
    report,
  }
}

/** Tries an import that has to fail before it writes; nothing of it may stay. Returns the error's message. */
export async function refusedArchive(
  t: TestApp,
  path: string,
  options: Partial<ImportCommandOptions> = {},
): Promise<string> {
  const { db } = t.app.services.data
  const before = (await listOrganizations(db)).length
  const error: unknown = await runImport(t, path, options).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(await listOrganizations(db)).toHaveLength(before)
  const work = join(t.app.services.config.dataDir, 'import-work')
  expect(existsSync(work) ? readdirSync(work) : []).toEqual([])
  return (error as Error).message
}
