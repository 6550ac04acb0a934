// npm run check [-- format | lint | dead | types | budgets | golden …]
//
// Checks everything that can be checked without running the tests. Changes nothing. Exits with 1 if something is wrong.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'

const root = join(import.meta.dirname, '..')

interface Check {
  /** Runs with this Node, from the repository's root. */
  readonly command: readonly string[]
  /** How to correct the findings. */
  readonly advice: string
}

const checks: Readonly<Record<string, Check>> = {
  format: { command: ['node_modules/oxfmt/bin/oxfmt', '--check'], advice: 'npm run format' },
  lint: {
    command: ['node_modules/oxlint/bin/oxlint'],
    advice: 'The rules are in .oxlintrc.json, the rules of layers in tools/layers.ts.',
  },
  dead: {
    command: ['node_modules/knip/bin/knip.js', '--no-config-hints'],
    advice: 'Remove the unused files and exports. knip.json lists the files that are started from outside.',
  },
  types: {
    // Keeps the findings for files that have not changed since: a tenth of the time.
    command: [
      'node_modules/typescript/bin/tsc',
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/types.tsbuildinfo',
    ],
    advice: 'The settings are in tsconfig.json.',
  },
  budgets: {
    command: ['apps/web/build/budgets.ts'],
    advice:
      'Load what is not seen at first by `import()`; the sizes allowed are in apps/web/build/budgets.ts.',
  },
  golden: {
    command: ['tools/golden.ts', '--check'],
    advice: 'Run npm run golden, and read the difference before you commit it.',
  },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in checks))
if (unknown.length > 0) {
  console.error(
    `There is no check named ${unknown.join(' or ')}. Choose from: ${Object.keys(checks).join(', ')}.`,
  )
  process.exit(1)
}
const chosen = Object.entries(checks).filter(([name]) => asked.length === 0 || asked.includes(name))
const passed = await Promise.all(chosen.map(([name, check]) => passes(name, check)))
process.exitCode = passed.every(Boolean) ? 0 : 1

/** Runs a check, and prints its result at its end, because several run at a time. */
async function passes(name: string, { command, advice }: Check): Promise<boolean> {
  const started = performance.now()
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve)),
  ])
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (code === 0) console.log(`✓ ${name} (${seconds} s)`)
  else console.log(`✗ ${name} (${seconds} s)\n\n${`${output}${errors}`.trim()}\n\n  ${advice}\n`)
  return code === 0
}
