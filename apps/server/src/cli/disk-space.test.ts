import { expect, test } from 'vitest'
import { diskSpaceProblem } from './disk-space.ts'

test('a disk has room as long as the largest upload and the database fit', () => {
  expect(diskSpaceProblem('/data', 200, { maxUploadMib: 100 })).toBeUndefined()
  expect(diskSpaceProblem('/data', 40, { maxUploadMib: 5 })).toBeUndefined()
  expect(diskSpaceProblem('/data', 120, { maxUploadMib: 100 })).toContain(
    'Only 120 MiB are free where /data lies',
  )
  expect(diskSpaceProblem('/data', 200, { maxUploadMib: 1000 })).toContain('need 1032')
})
