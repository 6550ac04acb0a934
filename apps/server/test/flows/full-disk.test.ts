import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { writeExport } from '#test/crash/import-rounds.ts'
import { installation } from '#test/server-process.ts'

/** Makes a disk of this size at a folder, which goes with the test. Only root can. */
function mountDisk(folder: string, size: string): boolean {
  mkdirSync(folder, { recursive: true })
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status !== 0) return false
  onTestFinished(() => void execFileSync('umount', [folder]))
  return true
}

const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-disk-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0
  if (isMounted) execFileSync('umount', [folder])
  rmdirSync(folder)
  return isMounted
})()

// PostgreSQL has a disk of its own.
test.runIf(canMount && process.env.TEST_ENGINE !== 'postgres')(
  'an import that finds the disk full says so, shows nobody what is there, and goes on when there is room',
  async () => {
    // Files in a bucket: otherwise an import asks for room before it begins.
    const server = await installation({
      TAGMA_LOG: 'error',
      TAGMA_BLOBS: 's3://files?endpoint=http://127.0.0.1:9',
      AWS_ACCESS_KEY_ID: 'none',
      AWS_SECRET_ACCESS_KEY: 'none',
    })
    onTestFinished(() => server.remove())
    mountDisk(server.dataDir, '64m')
    const archive = mkdtempSync(join(tmpdir(), 'tagma-export-'))
    onTestFinished(() => rmSync(archive, { recursive: true }))
    await writeExport(archive)
    const command = ['import', 'zulip', archive, '--subdomain', 'tea'] as const
    const read = (query: string) => {
      const database = new DatabaseSync(join(server.dataDir, 'tagma.db'), { readOnly: true })
      const rows = database.prepare(query).all()
      database.close()
      return rows.map((row) => ({ ...row }))
    }

    expect(await server.run('migrate')).toMatchObject({ code: 0 })
    const filler = join(server.dataDir, 'filler')
    const { bavail, bsize } = statfsSync(server.dataDir)
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 300_000))
    const refused = await server.run(...command)
    expect(refused.output).toContain('The disk is full')
    expect(refused.output).toContain('Run the same command again to go on, or with --undo to delete it.')
    expect(refused.code).toBe(1)
    expect(read('select subdomain from organizations')).not.toContainEqual({ subdomain: 'tea' })

    rmSync(filler)
    const resumed = await server.run(...command)
    expect(resumed.output).toContain('Tea Club is at')
    expect(resumed.code).toBe(0)
    expect(read('select count(*) as count from messages')).toEqual([{ count: 4000 }])
  },
)

test.runIf(canMount && process.env.TEST_ENGINE !== 'postgres')(
  'an export, a copy and a backup onto a full disk leave nothing there',
  async () => {
    const server = await installation({ TAGMA_LOG: 'error' })
    onTestFinished(() => server.remove())
    const archive = mkdtempSync(join(tmpdir(), 'tagma-export-'))
    onTestFinished(() => rmSync(archive, { recursive: true }))
    await writeExport(archive)
    expect(await server.run('import', 'zulip', archive, '--subdomain', 'tea')).toMatchObject({ code: 0 })
    const folder = mkdtempSync(join(tmpdir(), 'tagma-disk-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const disk = join(folder, 'disk')
    mountDisk(disk, '256k')
    for (const command of [
      ['export', '--to', join(disk, 'tea.tar')],
      ['export', '--type', 'zulip', '--to', join(disk, 'tea.tar')],
      ['backup', join(disk, 'copy')],
    ]) {
      const { code, output } = await server.run(...command)
      expect(output).toMatch(/The disk is full|There is no room left/)
      expect([code, readdirSync(disk)]).toEqual([1, []])
    }
    // Snapshots are compressed.
    writeFileSync(join(disk, 'filler'), Buffer.alloc(200_000))
    const snapshot = await server.run('backup', '--to', disk)
    expect(snapshot.output).toContain(`There is no room left in ${disk}`)
    expect(snapshot.code).toBe(1)
    const { output } = await server.run('verify', disk)
    expect(output).toContain('no snapshot')
  },
)
