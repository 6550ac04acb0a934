import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { layerRules } from './layers.ts'

// A linter that looks at nothing finds nothing. So violations are planted in a copy of the set-up, beside files that
// keep the rules, and oxlint has to tell one from the other with the very configuration that the project is checked by.

const root = join(import.meta.dirname, '..')
const areas = 'apps/server/src/areas'
const [library = ''] = Object.keys(
  JSON.parse(readFileSync(join(root, 'packages/markdown/package.json'), 'utf8')).dependencies,
)

/** Broken rule, the file that breaks it and how. */
const planted: readonly (readonly [rule: string, file: string, source: string])[] = [
  ['contract-alone', 'packages/contract/src/a.ts', "import '@tagma/client/call.ts'"],
  ['contract-alone', 'packages/contract/src/b.ts', "export * from 'node:crypto'"],
  ['client-on-contract', 'packages/client/src/a.ts', "import 'zod'"],
  ['client-on-contract', 'packages/client/src/b.ts', "export const sync = import('@tagma/sync/state.ts')"],
  ['sync-on-contract', 'packages/sync/src/a.ts', "import '@tagma/client/call.ts'"],
  ['markdown-on-contract', 'packages/markdown/src/a.ts', "import 'zod'"],
  ['markdown-on-contract', 'packages/markdown/src/a.test.ts', "import '@tagma/sync/state.ts'"],
  [
    'database-in-store',
    `${areas}/users/find-user.ts`,
    "import type { Kysely } from 'kysely'\nexport type Db = Kysely<object>",
  ],
  ['database-in-store', 'apps/server/src/app.ts', "import 'pg'"],
  ['database-in-store', 'apps/server/src/cli/doctor.ts', "export { DatabaseSync } from 'node:sqlite'"],
  ['database-in-store', 'apps/site/src/serve.ts', "import 'pg'"],
  ['adapters-in-app', 'apps/server/src/main.ts', "import '#adapters/nats-bus.ts'"],
  ['adapters-in-app', `${areas}/users/invite-user.ts`, "export type Mail = import('#adapters/mail.ts').Mail"],
  ['endpoints-without-store', `${areas}/users/endpoints/get-user.ts`, "import '#store/users.ts'"],
  ['endpoints-without-store', `${areas}/users/endpoints/get-user.test.ts`, "import '#server/store/users.ts'"],
  ['text-pure', 'apps/server/src/text/phrase.ts', "import '#store/messages.ts'"],
  ['rules-pure', `${areas}/users/rules.ts`, "import '#store/users.ts'"],
  ['rules-pure', `${areas}/channels/rules.ts`, "import '#http/reply.ts'"],
  ['rules-pure', `${areas}/topics/rules.ts`, "import '#events/log.ts'"],
  ['rules-pure', `${areas}/groups/rules.ts`, "import 'node:fs'"],
  ['store-below-areas', 'apps/server/src/store/users.ts', "import '#areas/users/rules.ts'"],
  ['http-by-handlers', 'apps/server/src/http/route.ts', "import '#areas/users/endpoints/get-user.ts'"],
  ['site-without-server', 'apps/site/src/build.ts', "import '@tagma/server/config/config.ts'"],
  ['folders', `${areas}/users/present.ts`, "import '../channels/present.ts'"],
  ['folders', 'apps/server/src/jobs/push.ts', "import '../config.ts'"],
  ['folders', 'apps/server/test/given.ts', "import '../src/ports/clock.ts'"],
  ['folders', 'packages/sync/src/b.ts', "import '../../contract/src/errors.ts'"],
]

/** Rules of oxlint's own that the project leans on: one of each kind, so that each kind is known to be looked at. */
const plantedElsewhere: readonly (readonly [rule: string, file: string, source: string])[] = [
  [
    'typescript(no-floating-promises)',
    'apps/server/src/jobs/a.ts',
    'export function start(done: Promise<void>): void {\n  done\n}',
  ],
  ['typescript(no-explicit-any)', 'apps/server/src/jobs/b.ts', 'export type Anything = any'],
  ['eslint(no-unused-vars)', 'apps/server/src/jobs/c.ts', "import { join } from 'node:path'"],
  ['import(no-cycle)', 'apps/server/src/jobs/d.ts', "import { e } from './e.ts'\nexport const d = () => e"],
  ['import(no-cycle)', 'apps/server/src/jobs/e.ts', "import { d } from './d.ts'\nexport const e = () => d"],
  ['eslint(no-restricted-properties)', 'apps/server/src/events/a.ts', 'export const now = Date.now()'],
  ['eslint(no-restricted-imports)', `${areas}/users/new-key.ts`, "export { randomUUID } from 'node:crypto'"],
  ['eslint(no-restricted-globals)', `${areas}/users/fetch-avatar.ts`, "export const avatar = fetch('/')"],
  ['node(no-process-env)', 'apps/server/src/store/a.ts', 'export const url = process.env.DATABASE_URL'],
]

const clean: readonly (readonly [file: string, source: string])[] = [
  ['packages/contract/src/c.ts', "import 'zod'\nimport './endpoints/users/get-user.ts'"],
  [
    'packages/contract/src/c.test.ts',
    "import 'vitest'\nimport 'fast-check'\nimport '@seriousme/openapi-schema-validator'\nimport 'node:fs'",
  ],
  ['packages/client/src/c.ts', "import '@tagma/contract/errors.ts'"],
  ['packages/sync/src/c.ts', "import '@tagma/contract/errors.ts'\nimport './state.ts'"],
  ['packages/markdown/src/c.ts', `import '${library}/part.js'\nimport '@tagma/contract/errors.ts'`],
  ['apps/server/src/store/channels.ts', "import 'kysely'\nimport '#events/audience.ts'\nimport './db.ts'"],
  ['apps/server/src/store/engines/postgres.ts', "import 'pg'\nimport '../db.ts'"],
  [
    'apps/server/src/app.ts',
    "import '#adapters/nats-bus.ts'\nimport '#http/listen.ts'\nimport './config.ts'",
  ],
  ['apps/server/src/adapters/mail.ts', "import '#adapters/nats-bus.ts'\nimport './nats-bus.ts'"],
  ['apps/server/src/main.ts', "import '@tagma/site/serve.ts'\nexport const home = process.env.HOME"],
  [`${areas}/messages/endpoints/send-message.ts`, "import '../send-message.ts'\nimport '#http/handle.ts'"],
  [`${areas}/messages/rules.ts`, "import '#areas/channels/rules.ts'\nimport '#directory/records.ts'"],
  [`${areas}/messages/send-message.ts`, "import '#store/messages.ts'\nimport './rules.ts'"],
  ['apps/server/src/http/listen.ts', "import '#areas/handlers.ts'"],
  ['apps/server/src/ports/clock.ts', 'export const now = () => Date.now()'],
  ['apps/site/src/content.ts', "import '@tagma/contract/errors.ts'\nimport './pages/home.ts'"],
]

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-planted-')))
/** For each file, what oxlint found: the rule, and for our own its name in the table with the message. */
const found = new Map<string, { rule: string; message: string }[]>()

beforeAll(() => {
  for (const path of ['.oxlintrc.json', 'tsconfig.json', 'tools', 'packages/markdown/package.json']) {
    cpSync(join(root, path), join(copy, path), {
      recursive: true,
      filter: (name) => !name.endsWith('.test.ts'),
    })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const sources = Map.groupBy(
    [...planted, ...plantedElsewhere].map(([, file, source]) => [file, source] as const).concat(clean),
    ([file]) => file,
  )
  for (const [file, parts] of sources) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), parts.map(([, source]) => `${source}\n`).join(''))
  }
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json', 'apps', 'packages', 'bench'], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const { diagnostics } = JSON.parse(stdout)
  for (const { filename, code, message } of diagnostics) {
    found.set(filename, [...(found.get(filename) ?? []), { rule: code, message }])
  }
})

afterAll(() => rmSync(copy, { recursive: true }))

test.each(planted)('%s is reported in %s', (rule, file) => {
  const messages = found
    .get(file)
    ?.filter((each) => each.rule === 'tagma(layers)')
    .map((each) => each.message)
  expect(messages).toEqual([expect.stringMatching(`\\(${rule}\\)$`)])
})

test.each(plantedElsewhere)('%s is reported in %s', (rule, file) => {
  expect(found.get(file)?.map((each) => each.rule)).toContain(rule)
})

test.each(clean)('%s is left alone', (file) => {
  const broken = planted.filter(([, plantedFile]) => plantedFile === file).map(([rule]) => rule)
  const messages = found.get(file)?.map((each) => `${each.rule} ${each.message}`) ?? []
  expect(messages.filter((message) => !broken.some((rule) => message.endsWith(`(${rule})`)))).toEqual([])
})

test.each([
  [`${areas}/users/present.ts`, '#areas/channels/present.ts'],
  ['apps/server/src/jobs/push.ts', '#server/config.ts'],
  ['apps/server/test/given.ts', '#ports/clock.ts'],
  ['packages/sync/src/b.ts', '@tagma/contract/errors.ts'],
])('the message for a relative import in %s names %s', (file, instead) => {
  expect(found.get(file)?.map((each) => each.message)).toEqual([
    expect.stringContaining(`write '${instead}'`),
  ])
})

test('a violation is planted for every rule of the table', () => {
  const broken = new Set(planted.map(([rule]) => rule))
  expect(Object.keys(layerRules).filter((rule) => !broken.has(rule))).toEqual([])
})
