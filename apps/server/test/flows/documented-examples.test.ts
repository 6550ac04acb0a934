import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Endpoint } from '@tagma/contract/define.ts'
import { curlExample, exampleFile, pythonExample, typescriptExample } from '@tagma/site/reference/examples.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEndpoints, type TestApp, testApp } from '#test/app.ts'

// Runs the examples of the documentation as a reader would. A new organization lacks the objects that they name, so the
// server may refuse them. But it must understand them.

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'tagma-examples-'))
// One transparent pixel.
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
writeFileSync(join(folder, exampleFile), Buffer.from(picture, 'base64'))

/** Answers that mean a misunderstood request, not a missing object. */
const misunderstood = [
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'UNAUTHORIZED',
  'INVALID_API_KEY',
  'REQUEST_VARIABLE_MISSING',
  'REQUEST_VARIABLE_INVALID',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL_SERVER_ERROR',
]

interface Example {
  readonly id: string
  readonly code: string
  readonly env: Readonly<Record<string, string>>
}

/** Server under test, shared by the organizations. */
let app: TestApp['app'] | undefined

/** Forwards a port of the loopback; the first part of a path is the host name of the organization. */
const organizations = createServer((request, response) => {
  void (async () => {
    const [, host = '', path = ''] = /^\/([^/]+)(.*)$/.exec(request.url ?? '') ?? []
    if (!app) throw new Error('No organization was made yet')
    const answer = await app.http.inject({
      method: request.method ?? 'GET',
      url: path,
      // The examples' clients would undo the coding, but this answer names none.
      headers: { ...request.headers, host, 'accept-encoding': 'identity' },
      payload: await buffer(request),
    })
    response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(answer.rawPayload)
  })()
})
beforeAll(() => new Promise<void>((resolve) => organizations.listen(0, '127.0.0.1', resolve)))
afterAll(() => void organizations.close())

/** The endpoints that a program can call. The others take the session of a browser. */
const callable = allEndpoints.filter(({ session }) => !session)

/** Makes every endpoint's example, each for the owner of a new organization. */
async function examples(make: (endpoint: Endpoint) => string): Promise<Example[]> {
  const { port } = organizations.address() as AddressInfo
  return Promise.all(
    callable.map(async (endpoint) => {
      const t: TestApp = await testApp()
      app = t.app
      const owner = await t.given.user('owner', { role: 'owner' })
      const env = {
        CHAT_URL: `http://127.0.0.1:${port}/${t.host}`,
        CHAT_EMAIL: owner.email,
        CHAT_KEY: owner.apiKey,
      }
      return { id: endpoint.id, code: make(endpoint), env }
    }),
  )
}

/** Returns what is wrong with the answer to an example; empty if the server understood it. */
function problem({ id, code }: Example, output: string): string {
  const answer = JSON.parse(output) as Record<string, unknown>
  const isUnderstood =
    (answer.result === 'success' || answer.result === 'error') &&
    !('ignored_parameters_unsupported' in answer) &&
    !misunderstood.includes(String(answer.code))
  return isUnderstood ? '' : `${id}\n${code}\n${output}`
}

test('the server understands the curl example of every endpoint', async () => {
  const list = await examples(curlExample)
  const problems: string[] = []
  for (const example of list) {
    const { stdout } = await run('sh', ['-c', example.code], {
      cwd: folder,
      env: { ...example.env, PATH: process.env.PATH },
    })
    problems.push(problem(example, stdout))
  }
  expect(problems.filter(Boolean)).toEqual([])
  expect(problems).toHaveLength(callable.length)
})

/** Runs all examples in one process, which prints a line of JSON for each. Returns what is wrong with the answers. */
async function runAll(program: string, flags: readonly string[], runner: string, list: readonly Example[]) {
  const input = join(folder, `${program}.json`)
  writeFileSync(input, JSON.stringify(list))
  const { stdout } = await run(program, [...flags, runner, input], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  })
  const lines = stdout.trim().split('\n')
  return list.map((example, index) => problem(example, lines[index] ?? '{}')).filter(Boolean)
}

test('the server understands the TypeScript example of every endpoint', async () => {
  const runner = `
    import { readFileSync } from 'node:fs'
    const log = console.log
    for (const { code, env } of JSON.parse(readFileSync(process.argv.at(-1), 'utf8'))) {
      Object.assign(process.env, env)
      console.log = (answer) => log(JSON.stringify(answer))
      await import('data:text/javascript,' + encodeURIComponent(code + '//' + Math.random()))
    }`
  const list = await examples(typescriptExample)
  expect(await runAll('node', ['--input-type=module', '--eval'], runner, list)).toEqual([])
})

const hasPython = spawnSync('python3', ['-c', 'import requests']).status === 0
test.skipIf(!hasPython)('the server understands the Python example of every endpoint', async () => {
  const runner = `
import json, os, sys
show = print
for example in json.load(open(sys.argv[-1])):
    os.environ.update(example["env"])
    exec(compile(example["code"], example["id"], "exec"), {"print": lambda answer: show(json.dumps(answer))})
`
  const list = await examples(pythonExample)
  expect(await runAll('python3', ['-c'], runner, list)).toEqual([])
})
