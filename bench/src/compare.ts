import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Contestant, measureApi, startContestant } from './api.ts'
import type { Options } from './figure.ts'

const root = join(import.meta.dirname, '../..')

/** Measures this checkout and another commit, in turn in one run, and prints the change of each figure. */
export async function compare(commit: string, options: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-compare-'))
  const git = (...flags: string[]) =>
    execFileSync('git', flags, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  git('worktree', 'add', '--detach', folder, commit)
  const contestants: Contestant[] = []
  try {
    console.log(`Getting ${commit} ready`)
    // Uses the other commit's own launcher, which installs its packages.
    execFileSync('sh', ['tools/run', '--omit=dev', 'tools/tagma.mjs', '--help'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    console.log('Filling both')
    contestants.push(await startContestant(options, folder))
    contestants.push(await startContestant(options))
    console.log('Measuring\n')
    const results = await measureApi(contestants, options.seconds)
    const columns = (cells: readonly string[]) =>
      cells.map((cell, index) => (index === 0 ? cell.padEnd(40) : cell.padStart(16))).join('')
    console.log(columns(['', `CPU, ${commit.slice(0, 8)}`, 'CPU, now', 'ratio', 'p99, then', 'p99, now']))
    for (const {
      load,
      contestants: [before, after],
    } of results) {
      if (!before || !after) continue
      console.log(
        columns([
          load.name,
          `${before.cpuMicroseconds.toFixed(1)} µs`,
          `${after.cpuMicroseconds.toFixed(1)} µs`,
          (after.cpuMicroseconds / before.cpuMicroseconds).toFixed(2),
          `${before.p99} ms`,
          `${after.p99} ms`,
        ]),
      )
    }
    const [before, after] = contestants.map(({ server }) => server.memory())
    if (before !== undefined && after !== undefined)
      console.log(
        columns([
          'Memory (PSS)',
          `${before.toFixed(0)} MiB`,
          `${after.toFixed(0)} MiB`,
          (after / before).toFixed(2),
        ]),
      )
  } finally {
    for (const { server } of contestants) await server.stop()
    git('worktree', 'remove', '--force', folder)
    rmSync(folder, { recursive: true, force: true })
  }
}
