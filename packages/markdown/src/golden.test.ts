import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseGolden, variantOf } from '../golden/golden-file.ts'
import { goldenLookups, goldenVariants } from '../golden/lookups.ts'
import { render } from './render.ts'

const folder = new URL('../golden/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.txt'))

test('there are golden files', () => {
  expect(files.length).toBeGreaterThan(20)
})

describe.each(files)('%s', (file) => {
  const { cases } = parseGolden(readFileSync(new URL(file, folder), 'utf8'))
  test.each(cases)('$title', async ({ title, text, html }) => {
    const variant = variantOf(title)
    const lookups = variant === undefined ? goldenLookups : goldenVariants[variant]
    if (lookups === undefined) throw new Error(`There is no variant "${variant}": see goldenVariants.`)
    expect((await render(text, lookups)).html).toBe(html)
  })
})
