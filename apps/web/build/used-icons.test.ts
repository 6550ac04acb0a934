import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { usedIcons } from './used-icons.ts'

test('the bundler reads the icons that the sources name, under any of their names, and no others', async () => {
  const sources = mkdtempSync(join(tmpdir(), 'tagma-icons-'))
  onTestFinished(() => rmSync(sources, { recursive: true }))
  const entry = join(sources, 'a.ts')
  writeFileSync(
    entry,
    "import {\n  AlarmCheck,\n  Globe as World,\n} from 'lucide'\nconsole.log(AlarmCheck, World)",
  )
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    plugins: [usedIcons(sources)],
  })
  const read = Object.keys(metafile.inputs).filter((path) => path.includes('/icons/'))
  expect(read.map((path) => path.split('/').at(-1))).toEqual(['alarm-clock-check.mjs', 'globe.mjs'])
})
