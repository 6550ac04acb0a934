import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { signInOwner, ownerSettings, succeed } from '#test/http-caller.ts'
import { installation } from '#test/server-process.ts'

const canTrace = spawnSync('strace', ['-f', 'true']).status === 0

// PostgreSQL syncs in its own processes.
test.runIf(process.env.TEST_ENGINE !== 'postgres')(
  'an answer to POST /messages never comes before its message is synced to disk',
  async ({ skip }) => {
    if (!canTrace) skip('strace is not installed, or may not trace here')
    const folder = mkdtempSync(join(tmpdir(), 'tagma-trace-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const trace = join(folder, 'trace')
    // With -D, signals reach the server and not strace.
    const options = ['-D', '-f', '-y', '-s', '4096', '-e', 'trace=fsync,fdatasync,pwrite64,write,writev']
    const server = await installation(ownerSettings, ['strace', ...options, '-o', trace])
    onTestFinished(() => server.remove())
    await server.start()
    const owner = await signInOwner(server.url)
    const marks = Array.from({ length: 5 }, (_, index) => `durable message ${index} of five`)
    const ids: number[] = []
    for (const content of marks) {
      const fields = { type: 'channel', to: 'general', topic: 'syncs', content }
      ids.push(Number((await succeed(server.url, owner, 'POST', '/messages', fields)).id))
    }
    expect(await server.stop('SIGTERM')).toBe(0)

    const read = () => readFileSync(trace, 'utf8')
    await vi.waitFor(() => expect(read()).toContain('+++ exited with 0 +++'), { timeout: 10_000 })
    const lines = read().split('\n')
    for (const [index, content] of marks.entries()) {
      const written = lines.findIndex((line) => line.includes('tagma.db-wal>') && line.includes(content))
      const answered = lines.findIndex((line) => isAnswer(line) && line.includes(`\\"id\\":${ids[index]}`))
      expect(written).toBeGreaterThan(-1)
      expect(answered).toBeGreaterThan(written)
      const syncs = lines
        .slice(written, answered)
        .filter((line) => /f(data)?sync\(\d+<\S*tagma\.db-wal>\)\s+= 0/.test(line))
      expect(syncs.length).toBeGreaterThanOrEqual(1)
    }
  },
)

const isAnswer = (line: string) => line.includes('HTTP/1.1 200')
