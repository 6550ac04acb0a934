import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { findWork } from './waiting-work.ts'

test('work is found when seconds no longer fit in 32 bits', async () => {
  const { app, organizationId } = await testApp()
  const work = await findWork(app.services.data.db, { now: 2 ** 31, processId: 'any' })
  expect(work.map(({ id }) => id)).toContain(organizationId)
})
