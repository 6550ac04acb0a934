import { expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'

const open = async ({ app, host }: TestApp, url: string) => {
  const { statusCode, headers, body } = await app.http.inject({ method: 'GET', url, headers: { host } })
  return { statusCode, location: headers['location'], body }
}

test('links to the guide lead to the website of the server, and nowhere else', async () => {
  const t = await testApp({ TAGMA_SITE_URL: 'https://docs.example.com' })
  expect(await open(t, '/help/reading')).toMatchObject({
    statusCode: 303,
    location: 'https://docs.example.com/tag/reading',
  })
  expect(await open(t, '/help/..%2F..%2Fevil')).toMatchObject({ statusCode: 404, location: undefined })
})

test('without an address of its own, the website is beside the server; without a website, a page says so', async () => {
  const { location } = await open(await testApp({ TAGMA_SITE_PORT: '9992' }), '/help/writing')
  expect(new URL(String(location))).toMatchObject({ port: '9992', pathname: '/tag/writing' })
  expect(await open(await testApp({ TAGMA_SITE_PORT: '0' }), '/help/writing')).toMatchObject({
    statusCode: 404,
    body: expect.stringContaining('This server has no website') as unknown,
  })
})
