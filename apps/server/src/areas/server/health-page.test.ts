import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test('anybody may ask whether the server works, under any host name', async () => {
  const t = await testApp()
  for (const host of [t.host, '10.0.0.7', 'nobody.example.com'])
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await t.app.http.inject({ method, url: '/health', headers: { host } })
      expect({ statusCode, cached: headers['cache-control'] }).toEqual({
        statusCode: 200,
        cached: 'no-store',
      })
    }
  expect(JSON.parse((await t.page('/health')).body)).toEqual({ result: 'success', msg: '' })
})
