import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { botTypes } from '@tagma/contract/objects/bot.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()
const path = '/#settings/access-tokens'

/** Calls the API as a program does. Returns the status and the answer. */
async function callBy(token: string, place: string, body?: object) {
  const answer = await fetch(`${story.world.url}${place}`, {
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: answer.status, answer: (await answer.json()) as Record<string, unknown> }
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Access tokens' }).getByRole('listitem').filter({ hasText: name })

/** Asks for the list of tokens as whoever has a page open, or makes one. Keys and tokens may do neither. */
const askAs = (page: Page, wish?: Readonly<Record<string, string>>): Promise<Record<string, unknown>> =>
  page.evaluate(async (fields) => {
    const asked = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
    return (await fetch('/json/tagma/access_tokens', asked)).json()
  }, wish)

/** Opens the form for a new token. Its first field has the focus then. */
async function openForm(page: Page) {
  await page.getByRole('button', { name: 'New access token' }).click()
  const form = page.getByRole('form', { name: 'New access token' })
  const name = form.getByRole('textbox', { name: 'What it is for' })
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  return { form, name }
}

/** Reads the token that is shown once, and puts it away. */
async function takeToken(page: Page): Promise<string> {
  const field = page.getByRole('textbox', { name: 'Access token' })
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  const token = await field.inputValue()
  expect(token).toMatch(/^tgm_[0-9A-Za-z]{28}$/)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await field.waitFor({ state: 'detached' })
  return token
}

test('a token is made, used over HTTP, seen as used, and ended; then the next call is refused', async () => {
  const page = await story.open('iris', { path })
  await page.getByText(/^There are no access tokens/).waitFor()
  const { form } = await openForm(page)
  // By keys alone. What is missing is said beside its field, and the first such field gets the focus.
  await page.keyboard.press('Enter')
  await form.getByRole('alert').filter({ hasText: 'Give the token a name' }).waitFor()
  await form.getByRole('alert').filter({ hasText: 'Tick at least one thing' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.type('Weekly report')
  await page.keyboard.press('Enter')
  const first = form.getByRole('checkbox', { name: /^Messages and topics/ })
  await expect.poll(() => first.evaluate((box) => box === document.activeElement)).toBe(true)
  await form.getByRole('checkbox', { name: /^People and groups, profiles/ }).focus()
  await page.keyboard.press('Space')
  await form.getByRole('button', { name: 'Make the token' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your new token: Weekly report' }).waitFor()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('status').filter({ hasText: 'The token is copied.' }).waitFor()
  await page.getByRole('textbox', { name: 'Access token' }).focus()
  await rowOf(page, 'Weekly report').getByText('Not used yet.').waitFor()
  const token = await takeToken(page)
  expect(await page.content()).not.toContain(token)

  const { iris } = story.world.people
  expect(await callBy(token, '/api/v1/users/me')).toMatchObject({ status: 200, answer: { user_id: iris.id } })
  expect(await callBy(token, '/api/v1/messages?anchor=newest&num_before=1&num_after=0')).toMatchObject({
    status: 403,
    answer: { code: 'INSUFFICIENT_SCOPE' },
  })
  await page.getByRole('button', { name: 'Look again' }).click()
  const row = rowOf(page, 'Weekly report')
  await row.getByText(/Last used .*, from (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)\. Ends /).waitFor()
  await row.getByText('Acts as you. May read people and groups.').waitFor()
  await row.getByText(`Its last letters: ${token.slice(-4)}.`).waitFor()

  await row.getByRole('button', { name: 'End Weekly report' }).click()
  const question = page.getByRole('dialog', { name: 'End “Weekly report”?' })
  await question.getByText(/^Programs with this token are refused/).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await callBy(token, '/api/v1/users/me')).status).toBe(200)
  await row.getByRole('button', { name: 'End Weekly report' }).click()
  await question.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('status').filter({ hasText: '“Weekly report” is ended.' }).waitFor()
  await page.getByText(/^There are no access tokens/).waitFor()
  expect(await callBy(token, '/api/v1/users/me')).toMatchObject({
    status: 401,
    answer: { code: 'INVALID_API_KEY' },
  })
})

test('a token for agents of a bot takes a proof, keeps what was typed, and writes where it was allowed', async () => {
  const { otto } = story.world.people
  const { user_id: botId } = await otto.call(createBot, {
    full_name: 'Courier',
    short_name: 'courier',
    bot_type: botTypes.generic,
  })
  story.expectComplaint(/40[013]|ERR_FAILED/)
  const page = await story.open('otto', { path, ...phone, viewport: { width: 320, height: 700 } })
  const { form, name } = await openForm(page)
  await name.fill('Summaries')
  await form.getByRole('combobox', { name: 'Who it acts as' }).selectOption('Courier')
  await form.getByRole('checkbox', { name: /^Everything that happens/ }).check()
  await form.getByRole('radio', { name: /^Only for agents/ }).check()
  // Tools need no events, and private channels may be hidden from a bot.
  expect(await form.getByRole('checkbox', { name: /^Everything that happens/ }).count()).toBe(0)
  await form.getByText('No channel: agents write direct messages to the account alone.').waitFor()
  expect(await form.getByRole('checkbox', { name: '#secret' }).count()).toBe(0)
  await form.getByRole('checkbox', { name: '#design' }).check()
  await form.getByText('1 channel, and direct messages to the account alone.').waitFor()
  await form.getByRole('combobox', { name: 'Until when' }).selectOption('Until it was not used for a year')
  await form.getByRole('checkbox', { name: /^Send, change, move and delete/ }).check()
  const excess = () =>
    page.locator('.page-scroll').evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(await excess()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])

  // Without an answer, and where the server asks for a proof, everything that was typed stays.
  const answers = ['abort', 'ask'] as const
  let attempt = 0
  await page.route('**/json/tagma/access_tokens', async (route) => {
    const answer = route.request().method() === 'POST' ? answers[attempt++] : undefined
    if (answer === 'abort') return route.abort()
    if (answer !== 'ask') return route.fallback()
    const json = { result: 'error', code: 'STEP_UP_REQUIRED', msg: 'Prove it.', ways: ['password'] }
    return route.fulfill({ status: 403, json })
  })
  await form.getByRole('button', { name: 'Make the token' }).tap()
  await form.getByRole('alert').waitFor()
  expect(await name.inputValue()).toBe('Summaries')
  await form.getByRole('button', { name: 'Make the token' }).tap()
  const proof = page.getByRole('dialog', { name: 'Prove that it is you' })
  await proof.getByLabel('Your password').fill('a wrong password')
  await page.keyboard.press('Enter')
  await proof.getByRole('alert').waitFor()
  await proof.getByLabel('Your password').fill(otto.password)
  await page.keyboard.press('Enter')
  await page.getByText(/\/mcp, as a bearer token\. It works nowhere else\.$/).waitFor()
  const token = await takeToken(page)

  const row = rowOf(page, 'Summaries')
  await row.getByText('Acts as Courier. May write messages.').waitFor()
  await row.getByText(/^For agents at \/mcp alone\. They write in #design and in direct/).waitFor()
  await row.getByText('Not used yet. Ends after a year without use.').waitFor()
  expect(await excess()).toBe(0)
  expect((await askAs(page)).access_tokens).toMatchObject([
    { user_id: botId, kind: 'token', scopes: ['messages:write'], write_to: [story.world.channels.design] },
  ])
  expect(await callBy(token, '/api/v1/users/me')).toMatchObject({
    status: 401,
    answer: { msg: 'This access token is for tools at /mcp, and for nothing else.' },
  })
  const whoami = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } }
  const { status, answer } = await callBy(token, '/mcp', whoami)
  expect([status, JSON.stringify(answer).includes('Courier')]).toEqual([200, true])
})

test('administrators end the tokens of others, and guests make their own', async () => {
  story.expectComplaint(/net::ERR_/)
  const { mia, gus } = story.world.people
  const other = await story.open('mia')
  const { token } = await askAs(other, { name: 'Old script', scopes: '["full"]', password: mia.password })
  const page = await story.open('olive', { path: `/#user/${mia.id}/manage` })
  await rowOf(page, 'Old script').getByText('May do everything that the account may.').waitFor()
  await page.getByRole('button', { name: 'End Old script' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await page.getByText('There are no access tokens for this account.').waitFor()
  expect((await callBy(String(token), '/api/v1/users/me')).status).toBe(401)

  const guest = await story.open('gus', { path, colorScheme: 'dark' })
  const { form, name } = await openForm(guest)
  await name.fill('Mine')
  await form.getByRole('checkbox', { name: /^Everything that the account may/ }).check()
  expect(await form.getByRole('checkbox', { name: /^Open files/ }).isDisabled()).toBe(true)
  // Nothing is made without a connection, and nothing that was typed is lost.
  await guest.context().setOffline(true)
  await guest.getByText(/^Settings need a connection/).waitFor()
  expect(await form.getByRole('button', { name: 'Make the token' }).isDisabled()).toBe(true)
  await guest.context().setOffline(false)
  await guest.getByText(/^Settings need a connection/).waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('Mine')
  await form.getByRole('button', { name: 'Make the token' }).click()
  const made = await takeToken(guest)
  expect(await callBy(made, '/api/v1/users/me')).toMatchObject({ answer: { user_id: gus.id } })
})

test('whoever may not use agents reads that beside the choice', async () => {
  const { olive } = story.world.people
  const { user_groups } = await olive.call(getUserGroups, {})
  const idOf = (name: string) => user_groups.find((group) => group.name === name)?.id ?? 0
  const page = await story.open('iris', { path })
  const { form } = await openForm(page)
  const agents = form.getByRole('radio', { name: /^Only for agents/ })
  expect(await agents.isDisabled()).toBe(false)
  await olive.call(updateRealm, { can_use_agents_group: { new: idOf('role:moderators') } })
  await form.getByText('Administrators do not let this account use agents.').waitFor()
  expect(await agents.isDisabled()).toBe(true)
  const settings = await story.open('olive', { path: '/#organization/organization-permissions' })
  await settings
    .getByRole('group', { name: 'Use agents, and let programs in' })
    .getByText(/moderators/i)
    .first()
    .waitFor()
})
