import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

// The tables that list what lies in files of their own: endpoints and events of the contract, and the server's
// handlers, snapshots and shapers. Made from the file tree, committed, compared by `npm run check`.

interface Table {
  readonly file: string
  readonly text: string
}

const root = join(import.meta.dirname, '..')
const notice = '// Made by `npm run golden` from the files beside it; do not edit.\n\n'

const files = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'))
    .toSorted()

const camel = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const exportsOf = (path: string, pattern: RegExp) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(pattern)].map((match) => match[1] ?? '')

/** The kinds of files that are found by their names' endings, and the export that a table takes from each. */
export const registers = [
  { what: 'snapshot', ending: 'snapshot.ts', pattern: /export const (\w+): Snapshot\b/g },
  { what: 'shaper', ending: 'shape.ts', pattern: /export const (\w+): Shaper\b/g },
  { what: 'job', ending: 'job.ts', pattern: /export const (\w+): Job\b/g },
  { what: 'page', ending: 'page.ts', pattern: /export const (\w+): MakePage\b/g },
] as const

/** All tables with the text that they should have. */
export function makeTables(): Table[] {
  const contract = 'packages/contract/src'
  const areas = 'apps/server/src/areas'

  const endpoints = files(`${contract}/endpoints/*/*.ts`).flatMap((path) =>
    exportsOf(path, /export const (\w+) = endpoint\(/g).map((name) => ({ name, path })),
  )
  const events = files(`${contract}/events/*.ts`).flatMap((path) =>
    exportsOf(path, /export const (\w+) = event\(/g).map((name) => ({ name, path })),
  )
  const handlers = files(`${areas}/*/endpoints/*.ts`).map((path) => ({
    name: camel(basename(path, '.ts')),
    path,
  }))
  const [snapshots = [], shapers = [], jobs = [], pages = []] = registers.map(({ ending, pattern }) =>
    files(`${areas}/**/*${ending}`).flatMap((path) =>
      exportsOf(path, pattern).map((name) => ({ name, path })),
    ),
  )

  const fromContract = (path: string) => `.${path.slice(contract.length)}`
  const fromAreas = (path: string) => `#areas${path.slice(areas.length)}`
  const imports = (
    exported: readonly { name: string; path: string }[],
    specifier: (path: string) => string,
  ) =>
    [...Map.groupBy(exported, ({ path }) => path)]
      .map(
        ([path, group]) =>
          `import { ${group.map(({ name }) => name).join(', ')} } from '${specifier(path)}'\n`,
      )
      .join('')
  const list = (names: readonly string[]) => names.map((name) => `  ${name},\n`).join('')

  return [
    {
      file: `${contract}/endpoints.ts`,
      text: `${notice}${imports(endpoints, fromContract)}
/** Every endpoint, by operation id in camel case. */
export const endpoints = {\n${list(endpoints.map(({ name }) => name))}} as const
`,
    },
    {
      file: `${contract}/events.ts`,
      text: `${notice}${imports(events, fromContract)}
/** Every event that clients can receive. */
export const events = [\n${list(events.map(({ name }) => name))}] as const
`,
    },
    {
      file: `${areas}/tables/handlers.ts`,
      text: `${notice}import type { endpoints } from '@tagma/contract/endpoints.ts'
import type { HandlerFor } from '#call/call.ts'
${handlers.map(({ name, path }) => `import { ${name}Handler } from '${fromAreas(path)}'\n`).join('')}
/** For each endpoint of the contract, what carries it out: a missing one does not compile. */
export const handlers: { readonly [K in keyof typeof endpoints]: HandlerFor<(typeof endpoints)[K]> } = {
${handlers.map(({ name }) => `  ${name}: ${name}Handler,\n`).join('')}}
`,
    },
    {
      file: `${areas}/tables/snapshots.ts`,
      text: `${notice}import type { Snapshot } from '#call/snapshot.ts'
${imports(snapshots, fromAreas)}
/** Every area's part of the registration response. */
export const snapshots: readonly Snapshot[] = [\n${list(snapshots.map(({ name }) => name))}]
`,
    },
    {
      file: `${areas}/tables/shapers.ts`,
      text: `${notice}import type { Shaper } from '#events/shaper.ts'
${imports(shapers, fromAreas)}
/** What turns events into the form that each client wants; types without a shaper go out as they are. */
export const shapers: readonly Shaper[] = [\n${list(shapers.map(({ name }) => name))}]
`,
    },
    {
      file: `${areas}/tables/jobs.ts`,
      text: `${notice}import type { Job } from '#jobs/job.ts'
${imports(jobs, fromAreas)}
/** The work that is done at its time rather than at somebody's request. */
export const jobs: readonly Job[] = [\n${list(jobs.map(({ name }) => name))}]
`,
    },
    {
      file: `${areas}/tables/pages.ts`,
      text: `${notice}import type { MakePage } from '#http/page.ts'
${imports(pages, fromAreas)}
/** The pages and files that people's browsers and clients fetch outside the API. */
export const pages: readonly MakePage[] = [\n${list(pages.map(({ name }) => name))}]
`,
    },
  ]
}

/** Writes the tables that differ; with `check`, only names them. Returns the files that differ. */
export function syncTables({ check }: { check: boolean }): string[] {
  const stale: string[] = []
  for (const { file, text } of makeTables()) {
    const path = join(root, file)
    let current = ''
    try {
      current = readFileSync(path, 'utf8')
    } catch {
      // Not there yet.
    }
    if (current === text) continue
    stale.push(file)
    if (!check) writeFileSync(path, text)
  }
  return stale
}
