import { expect, onTestFinished, test } from 'vitest'
import { ownerSettings } from '../http-caller.ts'
import { installation } from '../server-process.ts'

const digest = '[\\w-]{43}'

async function signedInOnce() {
  const tagma = await installation(ownerSettings)
  onTestFinished(() => tagma.remove())
  await tagma.start()
  const answer = await fetch(`${tagma.url}/login/`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      username: 'ada@example.com',
      password: ownerSettings.TAGMA_OWNER_PASSWORD ?? '',
    }),
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
  await tagma.stop('SIGTERM')
  return tagma
}

test('`tagma audit` verifies and exports the log of a server', async () => {
  const tagma = await signedInOnce()
  const verified = await tagma.run('audit', 'verify')
  expect(verified).toMatchObject({ code: 0 })
  expect(verified.output).toMatch(new RegExp(`is whole: \\d+ rows\\.\nNewest row: \\d+:${digest}\n$`))
  const [, newest = ''] = /Newest row: (\S+)/.exec(verified.output) ?? []
  expect(await tagma.run('audit', 'verify', '--known', newest)).toMatchObject({ code: 0 })

  const exported = await tagma.run('audit', 'export')
  expect(exported.code).toBe(0)
  const rows = exported.output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.at(-1)).toMatchObject({
    action: 'session.opened',
    actor_kind: 'user',
    address: expect.stringMatching(/127\.0\.0\.1|::1/) as string,
    target_kind: 'user',
    detail: { method: 'password' },
  })
  expect(`${rows.at(-1)?.number as number}:${rows.at(-1)?.digest as string}`).toBe(newest)

  const other = newest.replace(/:./, (text) => (text === ':A' ? ':B' : ':A'))
  expect(await tagma.run('audit', 'verify', '--known', other)).toMatchObject({
    code: 1,
    output: expect.stringContaining('the log was written again') as string,
  })
  const wrong = await tagma.run('audit', 'verify', '--known', 'newest')
  expect(wrong.code).toBe(1)
  expect(wrong.output).toContain('--known newest is no place in the log')
})
