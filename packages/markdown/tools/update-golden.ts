/**
 * Renders every case of golden/*.txt again and writes the result into the file. Read the difference before you commit
 * it:
 *
 *     node packages/markdown/tools/update-golden.ts && git diff packages/markdown/golden
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { formatGolden, parseGolden, variantOf } from '../golden/golden-file.ts'
import { goldenLookups, goldenVariants } from '../golden/lookups.ts'
import { render } from '../src/render.ts'

const folder = new URL('../golden/', import.meta.url)

for (const name of readdirSync(folder).filter((file) => file.endsWith('.txt'))) {
  const path = new URL(name, folder)
  const { introduction, cases } = parseGolden(readFileSync(path, 'utf8'))
  const rendered = cases.map(async (golden) => {
    const lookups = goldenVariants[variantOf(golden.title) ?? ''] ?? goldenLookups
    return { ...golden, html: (await render(golden.text, lookups)).html }
  })
  writeFileSync(path, formatGolden({ introduction, cases: await Promise.all(rendered) }))
}
