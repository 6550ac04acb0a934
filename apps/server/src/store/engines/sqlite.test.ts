import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { engineSuite } from './engine.suite.ts'
import { openSqlite } from './sqlite.ts'

engineSuite(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-engine-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return openSqlite({ file: join(folder, 'tagma.db') })
})
