import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signInOwner } from '#test/http-caller.ts'
import {
  elsewhere,
  fileOf,
  filesIn,
  folder,
  follow,
  read,
  send,
  serve,
  snapshotsIn,
} from '#test/snapshots.ts'

// Follows the guide "Backup" on both engines: snapshots of a running server, proved, damaged, and restored elsewhere.

const onPostgres = process.env.TEST_ENGINE === 'postgres'

test('snapshots of a running server share what did not change, and each is restored as it was', async () => {
  const place = join(folder(), 'tagma')
  const places = { '/backup/tagma': place }
  const server = await serve()
  await server.start()
  const owner = await signInOwner(server.url)
  await send(server, owner, 'first')
  expect(await follow(server, 'tagma backup --to', places)).toMatchObject({ code: 0 })
  const stored = filesIn(place).length
  await send(server, owner, 'second')
  const again = await server.run('backup', '--to', place)
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('of which') as string })
  // The new file, and the parts of the tables in which something changed; most tables have no change.
  expect(filesIn(place).length - stored).toBeLessThan(stored / 2)
  const [earlier = '', later = ''] = snapshotsIn(place)

  expect(await follow(server, 'tagma verify', places)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Snapshot ${later} is whole`) as string,
  })
  const proved = await follow(server, 'tagma restore --verify', places)
  expect(proved).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 organizations, 2 messages') as string,
  })
  await server.stop('SIGTERM')

  for (const [snapshot, names] of [
    [earlier, ['first']],
    ['latest', ['first', 'second']],
  ] as const) {
    const restored = await elsewhere()
    const { code, output } = await restored.run('restore', place, '--snapshot', snapshot)
    expect(output).toContain('is restored')
    expect(code).toBe(0)
    await restored.start()
    expect(await read(restored, await signInOwner(restored.url))).toEqual(names.map(fileOf))
    await restored.stop('SIGTERM')
    // It is in use now: nothing is written over.
    expect((await restored.run('restore', place)).code).toBe(1)
  }
})

test('a backup that is killed leaves the earlier snapshot whole, and the next one succeeds', async () => {
  const place = join(folder(), 'tagma')
  const server = await serve()
  await server.start()
  const owner = await signInOwner(server.url)
  await send(server, owner, 'before')
  expect(await server.run('backup', '--to', place)).toMatchObject({ code: 0 })
  const [whole = ''] = snapshotsIn(place)
  const main = join(import.meta.dirname, '../../src/main.ts')
  for (const step of ['messages', 'files']) {
    await send(server, owner, step)
    const child = spawn(process.execPath, [main, 'backup', '--to', place], {
      env: server.environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += String(chunk)
      if (said.includes(`saving ${step}`)) child.kill('SIGKILL')
    })
    await once(child, 'close')
    expect(said).toContain(`saving ${step}`)
    const { code, output } = await server.run('verify', place, '--snapshot', whole)
    expect(output).toContain(`Snapshot ${whole} is whole`)
    expect(code).toBe(0)
    // Nobody knows yet that it is dead.
    const next = await server.run('backup', '--to', place)
    const isTold = next.code === 0 || next.output.includes('try again in ten minutes')
    expect(isTold).toBe(true)
    rmSync(join(place, 'running.json'), { force: true })
  }
  expect(await server.run('backup', '--to', place)).toMatchObject({ code: 0 })
  expect(await server.run('restore', '--verify', place)).toMatchObject({
    code: 0,
    output: expect.stringContaining(' 3 messages') as string,
  })
})

test('damage is named with the file, and what is whole is still restored', async () => {
  const place = join(folder(), 'tagma')
  const server = await serve({ TAGMA_BACKUP_TO: place })
  await server.start()
  const owner = await signInOwner(server.url)
  await send(server, owner, 'old')
  expect(await server.run('backup')).toMatchObject({ code: 0 })
  const before = new Set(filesIn(place).map(({ name }) => name))
  await send(server, owner, 'new')
  expect(await server.run('backup')).toMatchObject({ code: 0 })
  await server.stop('SIGTERM')
  const [earlier = '', later = ''] = snapshotsIn(place)

  const added = filesIn(place).find(({ name }) => !before.has(name))
  const path = join(added?.parentPath ?? '', added?.name ?? '')
  const bytes = readFileSync(path)
  const last = bytes.length - 1
  bytes.writeUInt8((bytes[last] ?? 0) ^ 1, last)
  writeFileSync(path, bytes)
  const verified = await server.run('verify', place)
  expect(verified.code).toBe(1)
  expect(verified.output).toContain(
    `${later}: files/${added?.name.slice(0, 2)}/${added?.name} has other contents`,
  )
  expect(verified.output).toContain(`Snapshot ${earlier} is whole`)
  expect(verified.output).toContain('1 of 2 snapshots')
  expect((await server.run('restore', '--verify', place)).code).toBe(1)
  const restored = await elsewhere()
  expect((await restored.run('restore', place)).code).toBe(1)
  expect((await restored.run('restore', place, '--snapshot', earlier)).code).toBe(onPostgres ? 1 : 0)

  const list = join(place, 'snapshots', later, 'objects.jsonl')
  writeFileSync(list, readFileSync(list, 'utf8').slice(0, -20))
  expect((await server.run('verify', place)).output).toMatch(/Line \d+ of snapshots.* is damaged or cut off/)
  rmSync(list)
  const half = await server.run('restore', '--verify', place, '--snapshot', later)
  expect(half.output).toContain(`${later} was interrupted and is no snapshot. Whole are ${earlier}.`)
})
