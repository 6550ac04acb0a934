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
import { families, floors, layerRules } from './layers.ts'

// A linter that looks at nothing finds nothing. So this test plants violations in a copy of the configuration, beside
// files that keep the rules. The project's own configuration has to tell them apart.

const root = join(import.meta.dirname, '..')
const areas = 'apps/server/src/areas'
const [library = ''] = Object.keys(
  JSON.parse(readFileSync(join(root, 'packages/markdown/package.json'), 'utf8')).dependencies,
)

/** The broken rule, the file that breaks it, and its source. */
type Planted = readonly [rule: string, file: string, source: string]
const planted: readonly Planted[] = [
  ['contract-alone', 'packages/contract/src/a.ts', "import '@tagma/client/call.ts'"],
  ['contract-alone', 'packages/contract/src/b.ts', "export * from 'node:crypto'"],
  ['client-on-contract', 'packages/client/src/a.ts', "import 'zod'"],
  ['client-on-contract', 'packages/client/src/b.ts', "export const sync = import('@tagma/sync/state.ts')"],
  ['sync-on-contract', 'packages/sync/src/a.ts', "import '@tagma/client/call.ts'"],
  ['rules-on-contract', 'packages/rules/src/a.ts', "import '@tagma/sync/state.ts'"],
  ['markdown-on-contract', 'packages/markdown/src/a.ts', "import 'zod'"],
  ['markdown-on-contract', 'packages/markdown/src/a.test.ts', "import '@tagma/sync/state.ts'"],
  [
    'database-in-store',
    `${areas}/users/find-user.ts`,
    "import type { Kysely } from 'kysely'\nexport type Db = Kysely<object>",
  ],
  ['database-in-store', 'apps/server/src/http/pool.ts', "import 'pg'"],
  ['database-in-store', 'apps/server/src/cli/doctor.ts', "export { DatabaseSync } from 'node:sqlite'"],
  ['database-in-store', 'apps/site/src/serve.ts', "import 'pg'"],
  ['adapters-in-app', 'apps/server/src/main.ts', "import '#adapters/nats-bus.ts'"],
  ['adapters-in-app', `${areas}/users/invite-user.ts`, "export type Mail = import('#adapters/mail.ts').Mail"],
  ['endpoints-without-store', `${areas}/users/endpoints/get-user.ts`, "import '#store/people/users.ts'"],
  [
    'endpoints-without-store',
    `${areas}/users/endpoints/get-user.test.ts`,
    "import '#server/store/people/users.ts'",
  ],
  ['text-pure', 'apps/server/src/text/phrase.ts', "import '#store/messages/messages.ts'"],
  ['rules-pure', `${areas}/users/rules.ts`, "import '#store/people/users.ts'"],
  ['rules-pure', `${areas}/channels/rules.ts`, "import '#http/reply.ts'"],
  ['rules-pure', `${areas}/topics/rules.ts`, "import '#events/event-hub.ts'"],
  ['rules-pure', `${areas}/groups/rules.ts`, "import 'node:fs'"],
  ['adapters-beside', 'apps/server/src/adapters/s3-blobs.ts', "import '#store/sql/db.ts'"],
  ['tables-by-tables', `${areas}/users/list-endpoints.ts`, "import '#areas/tables/handlers.ts'"],
  ['integrations-alone', 'packages/integrations/src/a.ts', "import '@tagma/contract/limits.ts'"],
  ['importers-alone', 'packages/importers/src/a.ts', "import 'node:fs'"],
  ['serving-alone', 'packages/serving/src/a.ts', "import '@tagma/contract/limits.ts'"],
  ['web-without-server', 'apps/web/serving/a.ts', "import '@tagma/server/config/config.ts'"],
  ['web-in-browser', 'apps/web/src/state/b.ts', "import 'node:fs'"],
  ['one-door-to-web', `${areas}/web/a-page.ts`, "import '@tagma/web/main.tsx'"],
  ['site-without-server', 'apps/site/src/build.ts', "import '@tagma/server/config/config.ts'"],
  ['folders', `${areas}/users/present.ts`, "import '../channels/present.ts'"],
  ['folders', 'apps/server/src/jobs/push.ts', "import '../config/config.ts'"],
  ['folders', 'apps/server/test/given.ts', "import '../src/ports/clock.ts'"],
  ['folders', 'packages/sync/src/b.ts', "import '../../contract/src/errors.ts'"],
]

/** Oxlint's own rules that the project relies on: one of each kind, so that each kind is proven to work. */
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
  [
    'eslint(max-lines-per-function)',
    'apps/server/src/jobs/long.ts',
    `export function long(): void {\n${'  void 0\n'.repeat(69)}}`,
  ],
  ['node(no-process-env)', 'apps/server/src/store/a.ts', 'export const url = process.env.DATABASE_URL'],
]

/** Numbers of the protocol where a name belongs: the file with one of them, and its source. */
const plantedNumbers: readonly (readonly [file: string, source: string])[] = [
  ['apps/server/src/directory/a.ts', 'export const isGuest = ({ role }: { role: number }) => role >= 600'],
  [
    'apps/server/src/events/b.ts',
    'export const a = (user?: { role: number }) => (user?.role ?? undefined) === 100',
  ],
  [`${areas}/users/a.ts`, 'export const a = (user?: { role: number }) => user?.role ?? 600'],
  [`${areas}/users/b.ts`, 'export const newcomer = { role: 400 }'],
  [
    `${areas}/groups/a.ts`,
    "export function a(user: { role: number }) {\n  switch (user.role) {\n    case 100:\n      return 'owner'\n    default:\n      return ''\n  }\n}",
  ],
  ['packages/sync/src/a-role.ts', 'export const isOwner = (newRole: number) => 100 === newRole'],
  [`${areas}/bots/a.ts`, 'export const isEmbedded = (bot: { botType: number }) => bot.botType === 4'],
  [
    'apps/server/src/store/channels/a.ts',
    'export const isMuted = (row: { visibility_policy: number }) => row.visibility_policy === 1',
  ],
]

/** Texts of pages and mails that no catalog has: the file with one of them, its first word, and the source. */
const plantedWords: readonly (readonly [file: string, word: string, source: string])[] = [
  [`${areas}/invites/a-page.ts`, 'Sign', "export const a = '<p>Sign in.</p>'"],
  [
    `${areas}/invites/b-page.ts`,
    'invites',
    'export const b = (name: string) => `<p class="hint"><b>${name}</b> invites you.</p>`',
  ],
  [`${areas}/invites/c-page.ts`, 'Your', 'export const c = \'<div aria-label="Your channels"></div>\''],
  ['apps/server/src/http/d.ts', 'Try', "export const d = '<main><br>\\nTry again'"],
  [
    `${areas}/invites/a-mail.ts`,
    'Hello',
    "export const a = { to: 'a@example.com', subject: 'Hello', text: '' }",
  ],
  [
    `${areas}/invites/b-mail.ts`,
    'Yours',
    "export const b = (words: (id: string) => string) => ({ subject: words('mail.a'), text: [words('mail.b'), 'Yours'].join('\\n') })",
  ],
]

/** For each floor, family and area: an import of something above it or private to another. */
const plantedUpwards: typeof planted = [
  ...floors.slice(0, -1).flatMap((names, level) =>
    names
      // The lowest floor has a stricter rule of its own.
      .filter((name) => name !== 'text')
      .map((name): Planted => {
        const above = floors[level + 1]?.[0] ?? ''
        const file = name.endsWith('.ts') ? name : `${name}/upwards.ts`
        const reached = above.endsWith('.ts') ? `#server/${above}` : `#${above}/above.ts`
        return ['floors', `apps/server/src/${file}`, `import '${reached}'`]
      }),
  ),
  ['floors', 'apps/server/src/http/beside.ts', "import '#jobs/job.ts'"],
  [
    'floors',
    'apps/server/src/jobs/beside.ts',
    "import type { Page } from '#http/page.ts'\nexport type Job = Page",
  ],
  ...families
    .slice(0, -1)
    .map((name, level): Planted => [
      'families',
      `apps/server/src/store/${name}/upwards.ts`,
      `import '#store/${families[level + 1]}/above.ts'`,
    ]),
  ['faces', `${areas}/drafts/send-draft.ts`, "import '#areas/messages/edit/edit-message.ts'"],
]

const clean: readonly (readonly [file: string, source: string])[] = [
  [
    `${areas}/invites/spoken-page.ts`,
    'export const page = (say: (id: string) => string) => `<p class="hint" title="${say(\'page.b\')}">${say(\'page.a\')}&nbsp;Tagma</p><style>main{margin:0}</style>`',
  ],
  [
    `${areas}/invites/spoken-mail.ts`,
    "export const mail = (words: (id: string, more?: object) => string) => ({ subject: words('mail.a'), text: `${words('mail.b', { name: 'Ada' })}\\n--\\n` })",
  ],
  ['apps/server/src/store/messages/html.ts', "export const html = '<p>Hello</p>'"],
  [
    `${areas}/users/roles.ts`,
    "import { roles } from '@tagma/contract/objects/user.ts'\nexport const newcomer = { role: roles.member }\nexport const isOwner = (user: { role: number }) => user.role === roles.owner",
  ],
  [`${areas}/users/roles.test.ts`, 'export const newcomer = { role: 400 }'],
  ['packages/contract/src/endpoints/users/example.ts', 'export const example = { role: 400 }'],
  [
    `${areas}/drafts/edit-draft.ts`,
    "import '#areas/messages/rules.ts'\nimport '#areas/messages/send/send-message.ts'",
  ],
  ['packages/contract/src/c.ts', "import 'zod'\nimport './endpoints/users/get-user.ts'"],
  [
    'packages/contract/src/c.test.ts',
    "import 'vitest'\nimport 'fast-check'\nimport '@seriousme/openapi-schema-validator'\nimport 'node:fs'",
  ],
  ['packages/client/src/c.ts', "import '@tagma/contract/errors.ts'"],
  ['packages/sync/src/c.ts', "import '@tagma/contract/errors.ts'\nimport './state.ts'"],
  ['packages/markdown/src/c.ts', `import '${library}/part.js'\nimport '@tagma/contract/errors.ts'`],
  [
    'apps/server/src/store/channels/channels.ts',
    "import 'kysely'\nimport '#model/audience.ts'\nimport '#store/sql/db.ts'",
  ],
  ['apps/server/src/store/engines/postgres.ts', "import 'pg'\nimport './engine.ts'"],
  [
    'apps/server/src/app.ts',
    "import '#adapters/nats-bus.ts'\nimport '#http/listen.ts'\nimport '#config/config.ts'",
  ],
  ['apps/server/src/adapters/mail.ts', "import '#adapters/nats-bus.ts'\nimport './nats-bus.ts'"],
  ['apps/server/src/main.ts', "import '@tagma/site/serve.ts'\nexport const home = process.env.HOME"],
  [`${areas}/messages/endpoints/send-message.ts`, "import '../send/send-message.ts'\nimport '#call/call.ts'"],
  [`${areas}/messages/rules.ts`, "import '#areas/channels/rules.ts'\nimport '#model/records.ts'"],
  [`${areas}/messages/send-message.ts`, "import '#store/messages/messages.ts'\nimport './rules.ts'"],
  ['apps/server/src/http/listen.ts', "import '#call/call.ts'"],
  ['apps/server/src/ports/clock.ts', 'export const now = () => Date.now()'],
  ['apps/site/src/content.ts', "import '@tagma/contract/errors.ts'\nimport './pages/home.ts'"],
]

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-planted-')))
/** The findings of oxlint for each file: the rule (for ours, its name in the table) and the message. */
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
    [...planted, ...plantedUpwards, ...plantedElsewhere]
      .map(([, file, source]) => [file, source] as const)
      .concat(
        plantedNumbers,
        plantedWords.map(([file, , source]) => [file, source] as const),
        clean,
      ),
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

test.each([...planted, ...plantedUpwards])('%s is reported in %s', (rule, file) => {
  const messages = found
    .get(file)
    ?.filter((each) => each.rule === 'tagma(layers)')
    .map((each) => each.message)
  expect(messages).toEqual([expect.stringMatching(`\\(${rule}\\)$`)])
})

test.each(plantedElsewhere)('%s is reported in %s', (rule, file) => {
  expect(found.get(file)?.map((each) => each.rule)).toContain(rule)
})

test.each(plantedNumbers)('a number without a name is reported in %s', (file) => {
  expect(found.get(file)?.map((each) => each.rule)).toEqual(['tagma(named-numbers)'])
})

test.each(plantedWords)('a text that no catalog has is reported in %s', (file, word) => {
  expect(found.get(file)).toEqual([
    { rule: 'tagma(spoken-words)', message: expect.stringContaining(`“${word}”`) },
  ])
})

test.each(clean)('%s is left alone', (file) => {
  const broken = [...planted, ...plantedUpwards]
    .filter(([, plantedFile]) => plantedFile === file)
    .map(([rule]) => rule)
  const messages = found.get(file)?.map((each) => `${each.rule} ${each.message}`) ?? []
  expect(messages.filter((message) => !broken.some((rule) => message.endsWith(`(${rule})`)))).toEqual([])
})

test.each([
  [`${areas}/users/present.ts`, '#areas/channels/present.ts'],
  ['apps/server/src/jobs/push.ts', '#config/config.ts'],
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
