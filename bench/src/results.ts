import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import type { Options } from './figure.ts'
import type { BareCosts, Circumstances, MeasuredResult, Result } from './measured-result.ts'
import { performancePage, withScaling } from './performance-page.ts'

const root = join(import.meta.dirname, '../..')
const file = join(root, 'bench/results/latest.json')
const page = join(root, 'apps/site/content/tag/performance.md')
const scalingPage = join(root, 'apps/site/content/tag/scaling.md')

const writtenResults = () =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as MeasuredResult[]) : []

/** Replaces the result of the same measurement. */
export function writeResult(result: Result, options: Options, bareCosts: BareCosts): void {
  const circumstances = { ...circumstancesOf(options), bareCosts }
  const others = writtenResults().filter(({ name }) => name !== result.name)
  writeFileSync(file, `${JSON.stringify([...others, { ...result, circumstances }], null, 2)}\n`)
}

/** Writes the pages of all results. A server that starts afterwards builds the website in the background. */
export function writePages(): void {
  const results = writtenResults()
  writeFileSync(page, performancePage(results))
  writeFileSync(scalingPage, withScaling(readFileSync(scalingPage, 'utf8'), results))
}

function circumstancesOf(options: Options): Circumstances {
  const git = (...flags: string[]) => execFileSync('git', flags, { cwd: root, encoding: 'utf8' }).trim()
  const [cpu] = cpus()
  return {
    at: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', 'apps/server', 'packages') === '' ? '' : '+'}`,
    node: process.version,
    machine: `${cpus().length} cores of ${cpu?.model.trim() ?? 'an unknown kind'}, ${Math.round(totalmem() / 2 ** 30)} GiB of memory, ${type()} ${release()}`,
    options,
  }
}
