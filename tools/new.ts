// npm run new endpoint <resource>/<operation-id> <METHOD> </path> [<area>]
// npm run new integration <name>
//
// Creates the files of an endpoint or of an integration, ready to fill in, and adds them to the tables.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncTables } from './generate-tables.ts'

const root = join(import.meta.dirname, '..')
const [kind, name = '', method = '', path = '', area = name.split('/')[0] ?? ''] = process.argv.slice(2)

if (
  kind === 'endpoint' &&
  /^[a-z-]+\/[a-z-]+$/.test(name) &&
  /^(GET|POST|PUT|PATCH|DELETE)$/.test(method) &&
  path.startsWith('/')
) {
  makeEndpoint(name, method, path, area)
} else if (kind === 'integration' && /^[a-z][a-z0-9_]*$/.test(name)) {
  makeIntegration(name)
} else {
  console.error('npm run new endpoint <resource>/<operation-id> <METHOD> </path> [<area>]')
  console.error('For example: npm run new endpoint drafts/create-drafts POST /drafts')
  console.error('npm run new integration <name>')
  process.exitCode = 1
}

function makeEndpoint(place: string, verb: string, url: string, areaName: string): void {
  const id = place.split('/')[1] ?? ''
  const camel = id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const pathParameters = [...url.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const handler = `apps/server/src/areas/${areaName}/endpoints/${id}.ts`
  const specifier = `@tagma/contract/endpoints/${place}.ts`
  const imports =
    pathParameters.length > 0
      ? `import * as z from 'zod'\nimport { endpoint, inPath } from '../../define.ts'`
      : `import { endpoint } from '../../define.ts'`
  const params = pathParameters
    .map((parameter) => `    ${parameter}: inPath(z.int().nonnegative(), ''),\n`)
    .join('')
  write(
    `packages/contract/src/endpoints/${place}.ts`,
    `${imports}

export const ${camel} = endpoint({
  id: '${id}',
  method: '${verb}',
  path: '${url}',
  role: 'guest',
  scope: 'none',
  summary: '',
  params: {${params === '' ? '' : `\n${params}  `}},
  returns: {},
  errors: [],
  example: { request: {}, response: {} },
})
`,
  )
  write(
    handler,
    `import { ${camel} } from '${specifier}'
import { handle } from '#call/call.ts'

export const ${camel}Handler = handle(${camel}, async ({ caller, directory, transact }, args) => {
  return {}
})
`,
  )
  write(
    handler.replace(/\.ts$/, '.test.ts'),
    `import { ${camel} } from '${specifier}'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test('', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect(await t.as(iris).call(${camel}, {})).toEqual({})
})
`,
  )
  for (const file of syncTables({ check: false })) console.log(`wrote ${file}`)
}

function makeIntegration(id: string): void {
  const file = id.replaceAll('_', '-')
  const camel = file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  write(
    `packages/integrations/src/${file}.ts`,
    `import * as z from 'zod'
import { integration } from './integration.ts'

export const ${camel} = integration({
  name: '${id}',
  label: '',
  group: 'general',
  setup: '',
  events: ['opened'],
  payload: z.looseObject({ title: z.string() }),
  read: ({ payload }) => ({ event: 'opened', topic: payload.title, content: 'Opened.' }),
})
`,
  )
  const fixtures = `packages/integrations/fixtures/${id}`
  write(`${fixtures}/opened.json`, `{ "title": "Example" }\n`)
  write(`${fixtures}/opened.md`, 'Example\nOpened.\n')
  for (const table of syncTables({ check: false })) console.log(`wrote ${table}`)
  console.log(
    `Then: put in a payload of the service, run npm test -- packages/integrations -u, and read what fixtures/${id}/opened.md says.`,
  )
}

function write(file: string, text: string): void {
  const target = join(root, file)
  if (existsSync(target)) throw new Error(`${file} exists already`)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
  console.log(`wrote ${file}`)
}
