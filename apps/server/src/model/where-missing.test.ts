import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { whereMissing } from './where-missing.ts'

test('a file that is not there is no file', async () => {
  expect(await readFile(join(tmpdir(), 'no-such-file-of-tagma')).catch(whereMissing)).toBeUndefined()
})

test('any other error stays one', async () => {
  await expect(readFile(tmpdir()).catch(whereMissing)).rejects.toMatchObject({ code: 'EISDIR' })
  await expect(Promise.reject(new TypeError('mistaken')).catch(whereMissing)).rejects.toThrow('mistaken')
})
