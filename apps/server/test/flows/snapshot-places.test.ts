import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { codeWith } from '#test/guide.ts'
import { signInOwner } from '#test/http-caller.ts'
import { s3Server } from '#test/s3-server.ts'
import { freePort } from '#test/server-process.ts'
import { elsewhere, fileOf, filesIn, folder, read, send, serve, snapshotsIn } from '#test/snapshots.ts'

// Follows the guide "Backup" to the places that snapshots can be in: sealed, in a bucket, on a disk, and made by the server.

const hasAge = spawnSync('age-keygen', ['--version']).status === 0

test.runIf(hasAge)('a sealed backup is opened by its key alone, also by the program age', async () => {
  const home = folder()
  const place = join(home, 'tagma')
  const made = spawnSync('age-keygen', ['-o', join(home, 'tagma-backup.key')], { encoding: 'utf8' })
  const [recipient = ''] = /age1\w+/.exec(made.stderr) ?? []
  const server = await serve({ TAGMA_BACKUP_TO: place, TAGMA_BACKUP_RECIPIENT: recipient })
  await server.start()
  const owner = await signInOwner(server.url)
  await send(server, owner, 'secret')
  expect(await server.run('backup')).toMatchObject({ code: 0 })
  const again = await server.run('backup')
  expect(again).toMatchObject({ code: 0 })
  await server.stop('SIGTERM')
  // No name is a digest that somebody who knows a file could look for, and nothing can be read.
  const everything = filesIn(place).map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  expect(everything.every((bytes) => bytes.toString('latin1').startsWith('age-encryption.org/v1'))).toBe(true)

  const [, newest = ''] = snapshotsIn(place)
  const byHand = codeWith('backup', 'sh', 'age -d').replaceAll('20261122T031500Z', newest)
  const inPlace = byHand.replace('tagma-backup.key', '../tagma-backup.key').replace('| zstd -d', '')
  const packed = execFileSync('sh', ['-ec', inPlace], { cwd: place })
  expect(zstdDecompressSync(packed).toString()).toContain('"format":"tagma-snapshot"')

  expect(await server.run('verify', place)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Their contents were not opened') as string,
  })
  const locked = await server.run('restore', '--verify', place)
  expect(locked).toMatchObject({ code: 1, output: expect.stringContaining('--identity FILE') as string })
  spawnSync('age-keygen', ['-o', join(home, 'other.key')])
  const wrong = await server.run('restore', '--verify', place, '--identity', join(home, 'other.key'))
  expect(wrong.code).toBe(1)
  expect(wrong.output).toContain(`does not open the backup in ${place}, which is sealed for ${recipient}`)
  const identity = ['--identity', join(home, 'tagma-backup.key')]
  expect(await server.run('restore', '--verify', place, ...identity)).toMatchObject({ code: 0 })
  const restored = await elsewhere()
  expect(await restored.run('restore', place, ...identity)).toMatchObject({ code: 0 })
  await restored.start()
  expect(await read(restored, await signInOwner(restored.url))).toEqual([fileOf('secret')])

  // Another key would make snapshots that need both.
  const unsealed = await restored.run('backup', '--to', place)
  expect(unsealed).toMatchObject({
    code: 1,
    output: expect.stringContaining('Name an empty place') as string,
  })
})

test('a backup in a bucket is made, proved and restored, and says so when the bucket is away', async () => {
  const store = await s3Server()
  onTestFinished(() => store.close())
  const to = store.address.replace('installation', 'backups')
  const server = await serve({ ...store.environment, TAGMA_BACKUP_TO: to })
  await server.start()
  const owner = await signInOwner(server.url)
  await send(server, owner, 'far away')
  expect(await server.run('backup')).toMatchObject({ code: 0 })
  expect([...store.objects.keys()]).toContain('backups/blobs/repository.json')
  expect(await server.run('restore', '--verify', to)).toMatchObject({ code: 0 })
  const doctor = await server.run('doctor')
  expect(doctor.output).toMatch(/ok {4}The last backup is \w+ in http\S+, one of 1\./)

  const restored = await elsewhere(store.environment)
  expect(await restored.run('restore', to)).toMatchObject({ code: 0 })
  await restored.start()
  expect(await read(restored, await signInOwner(restored.url))).toEqual([fileOf('far away')])

  const refused = await serve({ ...store.environment, AWS_SECRET_ACCESS_KEY: 'wrong', TAGMA_BACKUP_TO: to })
  await refused.start()
  await refused.stop('SIGTERM')
  const { code, output } = await refused.run('backup')
  expect(code).toBe(1)
  expect(output).toContain('answered HEAD with 403')
  expect((await refused.run('doctor')).output).toMatch(
    /MEND {2}The last backup to \S+ failed: .*answered HEAD with 403/,
  )
})

test('a place whose disk is not mounted is not taken for an empty one', async () => {
  const home = folder()
  const place = join(home, 'tagma')
  const server = await serve({ TAGMA_BACKUP_TO: place })
  await server.start()
  expect(await server.run('backup')).toMatchObject({ code: 0 })
  await server.stop('SIGTERM')
  renameSync(place, join(home, 'elsewhere'))
  mkdirSync(place)
  const unmounted = await server.run('backup')
  expect(unmounted).toMatchObject({
    code: 1,
    output: expect.stringContaining('Is its disk mounted?') as string,
  })
  expect(readdirSync(place)).toEqual([])
  expect(await server.run('backup', '--new')).toMatchObject({ code: 0 })
})

test('the server makes its backup itself, and its metrics tell', async () => {
  const place = join(folder(), 'tagma')
  const metrics = await freePort()
  const server = await serve({
    ...{ TAGMA_BACKUP_TO: place, TAGMA_BACKUP_AT: '03:15', TAGMA_LOG: 'info' },
    TAGMA_METRICS_PORT: String(metrics),
  })
  await server.start()
  await server.says('A backup was made.')
  const [snapshot = ''] = snapshotsIn(place)
  const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  const [, at = ''] = /^tagma_backup_last_success_seconds (\d+)$/m.exec(text) ?? []
  expect(new Date(Number(at) * 1000).toISOString().replaceAll(/[-:]|\.000/g, '')).toBe(snapshot)
  expect(text).toMatch(/^tagma_backup_failed 0$/m)
  expect(text).toMatch(/^tagma_backup_bytes [1-9]/m)
})
