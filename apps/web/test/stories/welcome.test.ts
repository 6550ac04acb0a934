import { expect, test } from 'vitest'
import { accessibilityProblems, stage, viewports } from '#test/story.ts'
import { noOwner, noWorld } from '#test/world.ts'

// An organization from its first minute: one story, as it begins only once.

const story = stage(noOwner, noWorld)
const permissions = ['clipboard-read', 'clipboard-write']
const owner = { email: 'olive@example.com', password: 'correct horse battery' }

test('the first owner writes, invites and makes channels on the first screen; a newcomer joins and answers', async () => {
  const path = /\/setup\/\S+/.exec(story.server.output())?.[0]
  const olive = await story.openSignedOut({ path: path ?? 'no link was printed', permissions })
  await olive.getByLabel('Name of the organization').fill('Analytical Engine')
  await olive.getByLabel('Your name').fill('Olive Hart')
  await olive.getByLabel('Your email address').fill(owner.email)
  await olive.locator('input[name=password]').fill(owner.password)
  await olive.getByRole('button', { name: 'Become the owner' }).click()
  await olive.getByRole('heading', { level: 1, name: 'Analytical Engine is ready' }).waitFor()
  expect(await accessibilityProblems(olive, 'main')).toEqual([])
  await olive.setViewportSize(viewports.phone)
  await olive.getByRole('heading', { level: 1, name: 'Analytical Engine is ready' }).waitFor()
  expect(await olive.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await olive.setViewportSize(viewports.desk)

  await olive.getByText('Bring your team along from another chat').click()
  await olive.getByRole('combobox', { name: 'Your team is now at' }).selectOption('Microsoft Teams')
  await olive.getByRole('button', { name: 'Copy the command that looks' }).click()
  await expect
    .poll(() => olive.evaluate(() => navigator.clipboard.readText()))
    .toBe(`tagma import teams-export.zip --owner ${owner.email} --name 'Analytical Engine' --dry-run`)
  const guide = olive.getByRole('link', { name: /what the guide says of Microsoft Teams/ })
  expect(await guide.getAttribute('href')).toBe('/help/from-teams')
  expect(await accessibilityProblems(olive, 'main')).toEqual([])

  const message = olive.getByRole('region', { name: 'Write the first message' })
  await message.getByRole('textbox').fill('Hello')
  await olive.keyboard.press('Control+Enter')
  await message.getByRole('status').getByText('Your first message is sent.').waitFor()

  const people = olive.getByRole('region', { name: 'Bring people' })
  await people.getByRole('button', { name: 'Copy link' }).click()
  const link = await people.getByRole('textbox', { name: 'Invitation link' }).inputValue()
  expect(link).toContain(`${story.server.url}/join/`)
  await expect.poll(() => olive.evaluate(() => navigator.clipboard.readText())).toBe(link)

  const channels = olive.getByRole('region', { name: 'Make channels' })
  await channels.getByRole('textbox', { name: 'Name of channel 2' }).fill('ideas')
  await channels.getByRole('button', { name: 'Make 3 channels' }).click()
  await channels.getByRole('status').getByText('Your channels are in the list of places.').waitFor()
  const places = olive.getByRole('navigation', { name: 'Places' })
  for (const name of ['announcements', 'ideas', 'projects']) await places.getByText(name).waitFor()

  // On another device the steps that were taken are gone, too.
  const second = await story.openSignedOut({ path: '/login/', viewport: viewports.phone })
  await second.getByLabel('Email address').fill(owner.email)
  await second.getByLabel('Password', { exact: true }).fill(owner.password)
  await second.getByRole('button', { name: 'Sign in', exact: true }).click()
  await second.getByRole('region', { name: 'Bring people' }).waitFor()
  expect(await second.getByRole('region', { name: /Write the first|Make channels/ }).count()).toBe(0)

  const mia = await story.openSignedOut({ path: new URL(link).pathname })
  await mia.getByLabel('Your name').fill('Mia Sato')
  await mia.getByLabel('Email address').fill('mia@example.com')
  await mia.locator('input[name=password]').fill(owner.password)
  await mia.getByRole('button', { name: 'Join' }).click()
  const list = mia.getByRole('region', { name: 'Conversations' })
  await list.getByText('Each row is a conversation with a title.').waitFor()
  await list.getByRole('button', { name: 'Got it' }).click()
  await list.getByRole('link', { name: /Welcome Bot/ }).waitFor()
  const placesOfMia = mia.getByRole('navigation', { name: 'Places' })
  // Channels made on the first screen are for everybody.
  for (const name of ['announcements', 'ideas', 'projects']) await placesOfMia.getByText(name).waitFor()
  await placesOfMia.getByText('general').click()
  await list.getByRole('link', { name: /hello/ }).click()
  await mia.getByRole('article').filter({ hasText: 'Hello' }).waitFor()
  await mia.getByRole('textbox', { name: /Message/ }).fill('I am Mia.')
  await mia.keyboard.press('Control+Enter')

  await places.getByText('general').click()
  await olive.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: /hello/ }).click()
  await olive.getByRole('article').filter({ hasText: 'I am Mia.' }).waitFor()
})
