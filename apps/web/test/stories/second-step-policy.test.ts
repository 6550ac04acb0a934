import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeOf } from '#test/code-of.ts'
import { accessibilityProblems, phone, stage, widths } from '#test/story.ts'

const story = stage()

/** Asks one person for a second step. */
const ask = (id: number, days: number) =>
  story.world.people.olive.call(updateRealm, {
    second_factor_required_group: { new: { direct_members: [id], direct_subgroups: [] } },
    second_factor_grace_days: days,
  })

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'asks you for a second step' })

test.each(widths)('%s, an owner says who needs a second step, and from when', async (_, size) => {
  const { olive } = story.world.people
  const page = await story.open('olive', { path: '/#organization/auth-methods', ...size })
  const group = page.getByRole('group', { name: 'Who needs a second step', exact: true })
  const name = size === phone ? 'Otto Lindqvist' : 'Mia Sato'
  await group.getByRole('combobox').fill(name)
  await page.getByRole('option', { name }).click()
  await group.getByRole('button', { name: 'Save', exact: true }).click()
  await group.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' })
  const days = page.getByLabel('Days until it is needed')
  await days.fill(size === phone ? '14' : '30')
  await days.press('Tab')
  await expect
    .poll(
      async () =>
        (await olive.call(registerQueue, { fetch_event_types: ['realm'] })).realm_second_factor_grace_days,
    )
    .toBe(size === phone ? 14 : 30)
  expect(await accessibilityProblems(page, 'main')).toEqual([])
})

test('an owner who signed in long ago proves first who they are, and the change goes on', async () => {
  const { olive } = story.world.people
  const page = await story.open('olive', { path: '/#organization/auth-methods' })
  story.expectComplaint(/40[13]/)
  // Nobody waits a quarter of an hour here: the next answer is that the session is too old.
  await page.route(
    '**/json/realm',
    (route) =>
      route.fulfill({
        status: 403,
        json: { result: 'error', msg: 'Prove it.', code: 'STEP_UP_REQUIRED', ways: ['password'] },
      }),
    { times: 2 },
  )
  const days = page.getByLabel('Days until it is needed')
  await days.fill('21')
  await days.press('Tab')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  // Whoever gives it up reads why nothing was changed.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Prove it.').waitFor()
  await days.fill('22')
  await days.press('Tab')
  await dialog.getByLabel('Your password').fill(olive.password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(
      async () =>
        (await olive.call(registerQueue, { fetch_event_types: ['realm'] })).realm_second_factor_grace_days,
    )
    .toBe(22)
})

test('a member reads until when they may go on without, and sets a second step up before', async () => {
  const { mia } = story.world.people
  await ask(mia.id, 7)
  const page = await story.open('mia', { path: '/#inbox' })
  await notice(page).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await notice(page).getByRole('button', { name: 'Later' }).click()
  await notice(page).waitFor({ state: 'detached' })
  await page.reload()
  await notice(page).getByRole('link', { name: 'Set it up' }).click()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(mia.password)
  await page.keyboard.press('Enter')
  await dialog.getByRole('img', { name: 'Picture to scan with the app' }).waitFor()
  await page.keyboard.type(codeOf((await dialog.locator('.factor-secret').textContent()) ?? ''))
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'I have kept them' }).press('Enter')
  await page.goto(`${new URL(page.url()).origin}/#inbox`)
  await notice(page).waitFor({ state: 'detached' })
})

test.each(widths)('%s, after the time of grace the sign-in sets one up, with keys alone', async (_, size) => {
  const { gus, otto } = story.world.people
  const person = size === phone ? gus : otto
  await ask(person.id, 0)
  const page = await story.openSignedOut({ path: '/login/', ...size })
  await page.getByLabel('Email address').fill(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Set up a second step' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  // The field of the code has the focus.
  await page.keyboard.type('abcd')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This code is wrong').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.type(codeOf((await page.locator('code').textContent()) ?? ''))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'I have kept them: sign in' }).press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
})
