import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { productVersion } from './product-version.ts'

test('the server knows the version of its package', () => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  expect(JSON.parse(manifest)).toMatchObject({ version: productVersion })
})
