import { organizationPages } from '@tagma/contract/address.ts'
import { addRealmDomain } from '@tagma/contract/endpoints/domains/add-realm-domain.ts'
import { getRealmDomains } from '@tagma/contract/endpoints/domains/get-realm-domains.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, schemes, stage, widths } from '#test/story.ts'

const story = stage()

const pages = [
  ['organization-profile', 'Organization: Profile'],
  ['organization-settings', 'Organization: Settings'],
  ['auth-methods', 'Organization: Joining'],
] as const

const openPage = (who: 'olive' | 'mia', page: string, options: Parameters<typeof story.open>[1] = {}) =>
  story.open(who, { path: `/#organization/${page}`, ...options })

/** All pages of the organization, with their names. */
const titles: Readonly<Record<(typeof organizationPages)[number], string>> = {
  'organization-profile': 'Organization: Profile',
  'organization-settings': 'Organization: Settings',
  'organization-permissions': 'Organization: Permissions',
  'auth-methods': 'Organization: Joining',
  'users/active': 'Organization: People',
  'users/deactivated': 'Organization: Deactivated',
  'users/invitations': 'Organization: Invitations',
  bots: 'Organization: Bots',
  'default-channels-list': 'Organization: Default channels',
  'organization-level-user-defaults': 'Organization: Settings of newcomers',
  'profile-field-settings': 'Organization: Profile fields',
  'emoji-settings': 'Organization: Emoji',
  'linkifier-settings': 'Organization: Linkifiers',
  'playground-settings': 'Organization: Code playgrounds',
  'data-exports-admin': 'Organization: Data exports',
  'audit-log': 'Organization: Audit log',
}

/** Returns the names of the controls that can be used, without searches. */
const openControls = (page: Page) =>
  page
    .locator('.settings-inner')
    .evaluate((element) =>
      [...element.querySelectorAll<HTMLInputElement>('input, select, textarea, button')]
        .filter((each) => !each.disabled && !each.readOnly && !each.hidden && each.type !== 'search')
        .map((each) => each.textContent || each.name || each.type),
    )

test('34. Rights: a member reads every page, changes nothing, and reads who may', async () => {
  const page = await story.open('mia', { path: '/#inbox' })
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  const open: Record<string, string[]> = {}
  for (const name of organizationPages) {
    await page.evaluate((hash) => {
      location.hash = hash
    }, `#organization/${name}`)
    await page.getByRole('heading', { level: 1, name: titles[name] }).waitFor()
    await page
      .getByText(
        /(may change this|may deactivate all|Administrators see|Only administrators see|Only owners read|administrators change them)/,
      )
      .first()
      .waitFor({ state: 'attached' })
    open[name] = await openControls(page)
  }
  // Buttons for everybody: search, invite, add emoji and bots, play a sound.
  expect(open).toEqual({
    ...Object.fromEntries(organizationPages.map((name) => [name, []])),
    'emoji-settings': ['Choose pictures'],
    'organization-level-user-defaults': ['Play'],
    bots: ['New bot'],
  })
  await expect(story.world.people.mia.call(updateRealm, { enable_read_receipts: false })).rejects.toThrow(
    'administrator',
  )
})

test('a setting is changed in one browser, seen in another, and taken back by Undo', async () => {
  const [page, other] = await Promise.all([
    openPage('olive', 'organization-settings'),
    openPage('mia', 'organization-settings'),
  ])
  const inOther = other.getByRole('switch', { name: 'People see who has read a message' })
  const chosen = () =>
    other.getByLabel('Own messages can be edited for').locator('option:checked').textContent()
  await inOther.waitFor()
  expect(await inOther.isChecked()).toBe(true)
  await page.getByRole('switch', { name: 'People see who has read a message' }).click()
  await expect.poll(() => inOther.isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => inOther.isChecked()).toBe(true)
  await page.getByLabel('Own messages can be edited for').selectOption('Without an end')
  await expect.poll(chosen).toBe('Without an end')
  await page.getByLabel('Own messages can be edited for').selectOption('1 hour')
  await expect.poll(chosen).toBe('1 hour')
  await page.getByLabel('Messages are kept for').selectOption('30 days')
  const kept = other.getByLabel('Messages are kept for').locator('option:checked')
  await expect.poll(() => kept.textContent()).toBe('30 days')
  await page.getByLabel('Reports of messages go to').selectOption('secret')
  const reports = other.getByLabel('Reports of messages go to').locator('option:checked')
  await expect.poll(() => reports.textContent()).toBe('A channel that you cannot see')
})

test('each limit of time takes another time that is typed, and has no end if one wants', async () => {
  const [page, other] = await Promise.all([
    openPage('olive', 'organization-settings'),
    openPage('mia', 'organization-settings'),
  ])
  const limits = [
    'message_content_edit_limit_seconds',
    'message_content_delete_limit_seconds',
    'move_messages_within_stream_limit_seconds',
    'move_messages_between_streams_limit_seconds',
  ] as const
  const row = (where: Page, name: string) => where.locator(`[data-setting="${name}"]`)
  const chosen = (name: string) => row(other, name).locator('option:checked').textContent()
  for (const [at, name] of limits.entries()) {
    const select = row(page, name).getByRole('combobox')
    await select.selectOption('Other time…')
    const field = row(page, name).getByRole('spinbutton', { name: 'Other time, in minutes' })
    await field.fill(String(45 + at))
    await field.press('Enter')
    await expect.poll(() => chosen(name)).toBe(`${45 + at} minutes`)
    await field.waitFor({ state: 'detached' })
    expect(await select.evaluate((element) => element === document.activeElement)).toBe(true)
    await select.selectOption('Without an end')
    await expect.poll(() => chosen(name)).toBe('Without an end')
  }
  const days = row(page, 'message_retention_days')
  await days.getByRole('combobox').selectOption('Other time…')
  await days.getByRole('spinbutton', { name: 'Other time, in days' }).fill('45')
  await page.keyboard.press('Tab')
  await expect.poll(() => chosen('message_retention_days')).toBe('45 days')
})

test('a time that does not fit or is refused stays in its field, with the reason', async () => {
  const page = await openPage('olive', 'organization-settings', { viewport: { width: 320, height: 640 } })
  story.expectComplaint(/400/)
  const row = page.locator('[data-setting="message_content_edit_limit_seconds"]')
  await row.getByRole('combobox').selectOption('Other time…')
  const field = row.getByRole('spinbutton')
  await field.fill('1.5')
  await row.getByRole('alert').filter({ hasText: 'A whole number from 1 to 5256000.' }).waitFor()
  await page.route('**/json/realm', (route) =>
    route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not now.' } }),
  )
  await field.fill('90')
  await field.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Not now.' }).waitFor()
  expect(await field.inputValue()).toBe('90')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.unroute('**/json/realm')
  await field.fill('91')
  await field.press('Enter')
  await expect.poll(() => row.locator('option:checked').textContent()).toBe('91 minutes')
})

test.each(widths)('the name is saved by a button, and refused texts stay: %s', async (_size, options) => {
  const [page, other] = await Promise.all([
    openPage('olive', 'organization-profile', options),
    openPage('mia', 'organization-profile'),
  ])
  story.expectComplaint(/400/)
  const name = page.getByLabel('Name', { exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await name.waitFor()
  const before = await name.inputValue()
  expect(await save.isDisabled()).toBe(true)
  await page.route('**/json/realm', (route) =>
    route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not now.' } }),
  )
  await name.fill('Difference Engine')
  await save.click()
  await page.getByRole('alert').filter({ hasText: 'Not now.' }).waitFor()
  expect(await name.inputValue()).toBe('Difference Engine')
  await page.unroute('**/json/realm')
  await save.click()
  await page.getByRole('status').filter({ hasText: 'Saved: Name and description' }).waitFor()
  const shown = other.getByLabel('Name', { exact: true })
  const undo = page.getByRole('button', { name: 'Undo' })
  // The offer stays while it has the focus.
  await undo.focus()
  await expect.poll(() => shown.inputValue()).toBe('Difference Engine')
  await undo.click()
  await expect.poll(() => shown.inputValue()).toBe(before)
})

test('a text that is being typed stays when somebody else changes it', async () => {
  const page = await openPage('olive', 'organization-settings')
  const field = page.locator('[data-setting] input[type="text"]:not([readonly])').first()
  await field.waitFor()
  const setting = await field.evaluate(
    (element) => element.closest<HTMLElement>('[data-setting]')!.dataset['setting']!,
  )
  const change = (value: string) => story.world.people.olive.call(updateRealm, { [setting]: value })
  await change('first')
  await expect.poll(() => field.inputValue()).toBe('first')
  await field.pressSequentially('mine')
  const typed = await field.inputValue()
  await change('theirs')
  const other = await openPage('mia', 'organization-settings')
  await expect.poll(() => other.locator(`[data-setting="${setting}"] input`).inputValue()).toBe('theirs')
  expect(await field.inputValue()).toBe(typed)
  await field.press('Enter')
  await expect.poll(() => other.locator(`[data-setting="${setting}"] input`).inputValue()).toBe(typed)
})

test('the menu of the organization leads to its pages, by keys alone', async () => {
  const page = await story.open('olive', { path: '/#inbox' })
  await page.getByRole('button', { name: /^Analytical Engine/ }).press('Enter')
  const entry = page.getByRole('menuitem', { name: 'Organization settings' })
  await entry.waitFor()
  await entry.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Organization: Profile' }).waitFor()
  await page
    .getByRole('navigation', { name: 'Pages of the organization' })
    .getByText('Joining')
    .press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Organization: Joining' }).waitFor()
  const address = page.url()
  expect(address).toContain('#organization/auth-methods')
  await page.goto('/#keyboard-shortcuts')
  const guide = page
    .getByRole('region', { name: 'Guide' })
    .getByRole('link', { name: 'Running an organization' })
  expect(await guide.getAttribute('href')).toBe('/help/running-an-organization')
})

test('domains are added, opened to subdomains and removed; a wrong one says why', async () => {
  await story.world.people.olive.call(addRealmDomain, { domain: 'first.example', allow_subdomains: false })
  const page = await openPage('olive', 'auth-methods')
  story.expectComplaint(/400/)
  const list = page.getByRole('list', { name: 'Domains' })
  await list.getByText('first.example').waitFor()
  const field = page.getByRole('textbox', { name: 'Domain', exact: true })
  await field.fill('nowhere')
  await field.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'at least one dot' }).waitFor()
  expect(await field.inputValue()).toBe('nowhere')
  await field.fill('second.example')
  await field.press('Enter')
  await list.getByText('second.example').waitFor()
  await page.getByRole('checkbox', { name: 'Subdomains of second.example too' }).check()
  await page.getByRole('button', { name: 'Remove first.example' }).click()
  const known = async () => (await story.world.people.olive.call(getRealmDomains, {})).domains
  await expect.poll(known).toEqual([{ domain: 'second.example', allow_subdomains: true }])
})

test.each(schemes)('the pages have no faults on a phone, in %s', async (colorScheme) => {
  const page = await openPage('olive', 'organization-settings', { ...phone, colorScheme })
  for (const [address, title] of pages) {
    await page.goto(`/#organization/${address}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await accessibilityProblems(page, 'main')).toEqual([])
    const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect(await page.evaluate(isWide)).toBe(false)
  }
})
