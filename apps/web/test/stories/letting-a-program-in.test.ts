import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { accessibilityProblems, stage, widths } from '#test/story.ts'

// Lets a program for agents in, as its person does: the browser goes from the program to the server and back.

const story = stage()
const verifier = 'a-verifier-that-has-at-least-forty-three-letters'

/** A program on the person's computer: registered, and waiting for the person to come back. */
async function waitingProgram() {
  const server = createServer((request, response) => {
    // Programs lead on, as soon as they have the code.
    if (request.url?.startsWith('/back'))
      response.writeHead(302, { location: `http://127.0.0.1:${port}/done${request.url.slice(5)}` }).end()
    else response.setHeader('content-type', 'text/html').end('<title>Desk</title><h1>You can go on</h1>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  story.expectComplaint(new RegExp(`^asked http://(localhost|127\\.0\\.0\\.1):${port}/`))
  const redirectUri = `http://localhost:${port}/back`
  const post = async (path: string, body: string | URLSearchParams) => {
    const headers = new Headers(typeof body === 'string' ? { 'content-type': 'application/json' } : {})
    const answer = await fetch(`${story.world.url}${path}`, { method: 'POST', headers, body })
    return (await answer.json()) as Record<string, unknown>
  }
  const registered = await post(
    '/oauth/register',
    JSON.stringify({ client_name: 'Desk', redirect_uris: [redirectUri] }),
  )
  const clientId = String(registered.client_id)
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state: 'kept',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return {
    path: `/oauth/authorize?${String(request)}`,
    tokens: (code: string) =>
      post(
        '/oauth/token',
        new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: clientId,
          code,
          code_verifier: verifier,
        }),
      ),
  }
}

test.each(widths)('%s, by keys alone, a person lets a program in and gives it one thing', async (_, size) => {
  const { path, tokens } = await waitingProgram()
  const { email, password } = story.world.people.otto
  const page = await story.openSignedOut({ path, ...size })
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Let Desk in?' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  const writing = page.getByRole('checkbox', {
    name: 'Send, change, move and delete messages in your name',
  })
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await page.keyboard.press('Tab')
  expect(await writing.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Let it in', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'You can go on' }).waitFor()
  const back = new URL(page.url()).searchParams
  expect([back.get('state'), back.get('iss')]).toEqual(['kept', story.world.url])
  expect(await tokens(back.get('code') ?? '')).toMatchObject({
    scope: 'messages:read channels:read people:read files:read messages:write',
  })
})

test('a person who does not agree goes back without a code', async () => {
  const { path } = await waitingProgram()
  const { email, password } = story.world.people.mia
  const page = await story.openSignedOut({ path })
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Do not let it in' }).click()
  await page.getByRole('heading', { name: 'You can go on' }).waitFor()
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
})
