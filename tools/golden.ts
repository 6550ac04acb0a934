import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncTables } from './generate-tables.ts'

// `npm run golden` writes the generated files that are committed. With --check it only compares them.
const check = process.argv.includes('--check')
const root = join(import.meta.dirname, '..')

const stale = syncTables({ check })
if (!check || stale.length === 0) {
  // Imported only now, because the tables above list the parts of the contract.
  const { endpoints } = await import('@tagma/contract/endpoints.ts')
  const { events } = await import('@tagma/contract/events.ts')
  const { openApi } = await import('@tagma/contract/openapi.ts')
  const { changelog } = await import('@tagma/contract/changelog.ts')
  const { variables } = await import('../apps/server/src/config/variables.ts')
  const { wireTables } = await import('./wire-table.ts')
  const { integrations } = await import('@tagma/integrations/integrations.ts')
  const { integrationPages } = await import('./integration-pages.ts')
  const { samplesTable } = await import('./webhook-samples.ts')
  const all = Object.values(endpoints)
  const golden = 'packages/contract/golden'
  const declared = join(root, 'packages/contract/src/endpoints')
  const areas = new Map(
    readdirSync(declared).flatMap((area) =>
      readdirSync(join(declared, area)).map((file) => [file, area] as const),
    ),
  )
  const files = {
    [`${golden}/openapi.json`]: `${JSON.stringify(openApi(all, events), null, 2)}\n`,
    [`${golden}/changelog.md`]: changelog(all, events),
    ...wireTables(endpoints, (id) => areas.get(`${id}.ts`) ?? 'other'),
    'packages/integrations/src/samples.ts': samplesTable(integrations),
    ...Object.fromEntries(
      Object.entries(integrationPages(integrations)).map(([slug, text]) => [
        `apps/site/content/tag/${slug}.md`,
        text,
      ]),
    ),
    // The website documents the settings without importing the server.
    'apps/site/configuration.json': `${JSON.stringify(variables, null, 2)}\n`,
  }
  for (const [file, text] of Object.entries(files)) {
    if (readIfThere(join(root, file)) === text) continue
    stale.push(file)
    if (check) continue
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}
for (const file of stale) {
  console.log(check ? `${file} is out of date. Run \`npm run golden\`.` : `wrote ${file}`)
}
if (check && stale.length > 0) process.exitCode = 1

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
