// npm run format [-- <file or folder> …]
//
// Formats these, or everything, in place. The style is in .oxfmtrc.json.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'

const root = join(import.meta.dirname, '..')
const { status } = spawnSync(process.execPath, ['node_modules/oxfmt/bin/oxfmt', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
