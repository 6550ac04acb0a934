import { execFile, type ExecFileOptions } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ownerSettings, signInOwner, succeed } from '#test/http-caller.ts'
import { installation } from '#test/server-process.ts'

const root = join(import.meta.dirname, '../../../..')

test('the published package of the client is installed in an empty folder, compiled against and run', async () => {
  const server = await installation(ownerSettings)
  onTestFinished(() => server.remove())
  const started = server.start()
  const folder = mkdtempSync(join(tmpdir(), 'tagma-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const run = async (file: string, args: readonly string[], options: ExecFileOptions = {}) =>
    String((await promisify(execFile)(file, args, { cwd: folder, ...options })).stdout)
  const built = join(folder, 'built')
  await run(process.execPath, [join(root, 'tools/build-client.ts'), built])
  const packed = JSON.parse(await run('npm', ['pack', '--json', built])) as [{ readonly filename: string }]
  const empty = join(folder, 'program')
  mkdirSync(empty)
  writeFileSync(join(empty, 'package.json'), '{ "type": "module", "private": true }')
  const zod = `zod@file:${join(root, 'node_modules/zod')}`
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed[0].filename), zod]
  await run('npm', install, { cwd: empty })
  for (const name of ['send', 'bot', 'answer'])
    copyFileSync(join(root, `packages/client/examples/${name}.ts`), join(empty, `${name}.ts`))
  const types = join(root, 'node_modules/@types')
  const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--typeRoots', types]
  const checked = [...strict, '--types', 'node', 'send.ts', 'bot.ts', 'answer.ts']
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...checked], { cwd: empty })
  await started
  const owner = await signInOwner(server.url)
  const { api_key, user_id } = await succeed(server.url, owner, 'POST', '/bots', {
    full_name: 'Packed',
    short_name: 'packed',
    bot_type: 1,
  })
  const { user } = await succeed(server.url, owner, 'GET', `/users/${String(user_id)}`)
  const env = {
    ...process.env,
    CHAT_URL: server.url,
    CHAT_EMAIL: (user as { readonly email: string }).email,
    CHAT_KEY: String(api_key),
  }
  expect(await run(process.execPath, ['send.ts'], { cwd: empty, env })).toMatch(/^Sent message \d+$/m)
}, 300_000)
