import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { deleteUnusedBundles } from './delete-unused-bundles.ts'

test.skipIf(!existsSync('/proc/self/cmdline'))(
  'a bundle stays as long as a process runs from it',
  async () => {
    const kept = mkdtempSync(join(tmpdir(), 'tagma-bundles-'))
    onTestFinished(() => rmSync(kept, { recursive: true }))
    for (const name of ['new', 'running', 'running-before', 'half.123']) {
      mkdirSync(join(kept, name))
      writeFileSync(join(kept, name, 'main.js'), 'process.stdin.resume(); console.log("here")')
    }
    const server = spawn(process.execPath, [join(kept, 'running', 'main.js')])
    await once(server.stdout, 'data')
    deleteUnusedBundles(kept, 'new')
    expect(readdirSync(kept).toSorted()).toEqual(['half.123', 'new', 'running'])
    server.stdin.end()
    await once(server, 'exit')
    deleteUnusedBundles(kept, 'new')
    expect(readdirSync(kept).toSorted()).toEqual(['half.123', 'new'])
  },
)
