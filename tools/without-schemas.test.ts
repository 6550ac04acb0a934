import { globSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test.each(['sync', 'rules'])('a browser that runs packages/%s loads no schemas', async (name) => {
  const entryPoints = globSync(`packages/${name}/src/**/*.ts`, { cwd: root }).filter(
    (path) => !/\.test\.ts$|\/given-/.test(path),
  )
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    bundle: true,
    format: 'esm',
    metafile: true,
    outdir: 'unused',
    write: false,
  })
  expect(entryPoints.length).toBeGreaterThan(5)
  expect(Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'))).toEqual([])
})
