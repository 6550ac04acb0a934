import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Answer, type Caller, call, signInOwner, ownerSettings, succeed } from '#test/http-caller.ts'
import { type Installation, installation } from '#test/server-process.ts'

const canLimit = spawnSync('prlimit', ['--version']).status === 0
const size = 3 * 1024 * 1024

async function upload({ url }: Installation, caller: Caller): Promise<Answer> {
  const form = new FormData()
  form.append('file', new File([Buffer.alloc(size, 7)], 'data.bin'))
  const response = await fetch(`${url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization: caller.authorization },
    body: form,
  })
  return (await response.json()) as Answer
}

/** Size in bytes of an uploaded file when it is fetched. */
async function fetchedSize({ url }: Installation, caller: Caller, uploaded: Answer): Promise<number> {
  const temporary = await succeed(url, caller, 'GET', String(uploaded.url))
  const response = await fetch(`${url}${String(temporary.url)}`)
  return (await response.arrayBuffer()).byteLength
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

async function started() {
  const server = await installation(ownerSettings)
  onTestFinished(() => server.remove())
  await server.start()
  return { server, owner: await signInOwner(server.url) }
}

const refusal = {
  result: 'error',
  code: 'SERVER_UNAVAILABLE',
  msg: 'The server cannot write its files at the moment; nothing was changed. Try again.',
}

test('an upload without room is refused, leaves nothing, and works once there is room', async ({ skip }) => {
  if (!canLimit) skip('prlimit is not installed')
  const { server, owner } = await started()
  const limit = (bytes: string) =>
    execFileSync('prlimit', [`--pid=${server.pid()}`, `--fsize=${bytes}:unlimited`])
  limit('1000000')
  expect(await upload(server, owner)).toMatchObject(refusal)
  expect(filesIn(join(server.dataDir, 'incoming'))).toEqual([])
  expect(await succeed(server.url, owner, 'GET', '/attachments')).toMatchObject({ attachments: [] })
  limit('unlimited')
  const uploaded = await upload(server, owner)
  expect(await fetchedSize(server, owner, uploaded)).toBe(size)
  expect(filesIn(join(server.dataDir, 'incoming'))).toEqual([])
})

test('a folder of uploads on its own disk that is full, then read-only, then neither', async ({ skip }) => {
  const { server, owner } = await started()
  const folder = join(server.dataDir, 'uploads')
  mkdirSync(folder, { recursive: true })
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status !== 0)
    skip('only root may mount, and not everywhere')
  onTestFinished(() => void execFileSync('umount', [folder]))
  expect(await upload(server, owner)).toMatchObject(refusal)
  expect(filesIn(folder)).toEqual([])
  execFileSync('mount', ['-o', 'remount,ro,size=64m', folder])
  expect(await upload(server, owner)).toMatchObject(refusal)
  expect(filesIn(folder)).toEqual([])
  // Everything else still works.
  const message = { type: 'channel', to: 'general', topic: 'files', content: 'later, then' }
  expect(await call(server.url, owner, 'POST', '/messages', message)).toMatchObject({ result: 'success' })
  execFileSync('mount', ['-o', 'remount,rw', folder])
  expect(await fetchedSize(server, owner, await upload(server, owner))).toBe(size)
  expect(filesIn(folder)).toHaveLength(1)
  expect(filesIn(join(server.dataDir, 'incoming'))).toEqual([])
})
