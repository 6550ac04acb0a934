import type { Args } from '@tagma/contract/define.ts'
import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { getStreamById } from '@tagma/contract/endpoints/channels/get-stream-by-id.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { updateUserGroup } from '@tagma/contract/endpoints/groups/update-user-group.ts'
import { expect, test } from 'vitest'
import { accessibilityProblems, sizes, stage } from '#test/story.ts'

// Two people change the same setting of a channel or group. Each sees what the other saved, and no text is lost unseen.

const story = stage()

let made = 0

async function channelOf(description: string): Promise<number> {
  const { id } = await story.world.people.olive.call(createChannel, {
    name: `two editors ${++made}`,
    description,
    subscribers: [story.world.people.olive.id],
  })
  return id
}

const descriptionOf = async (id: number) =>
  (await story.world.people.olive.call(getStreamById, { stream_id: id })).stream.description

const change = (id: number, values: Partial<Args<typeof updateStream>>) =>
  story.world.people.olive.call(updateStream, { ...values, stream_id: id })

test.each(sizes)(
  'a description that somebody else saved stands beside the writer’s own, %s',
  async (_, size) => {
    const id = await channelOf('As it was')
    const page = await story.open('olive', { path: `/#channels/${id}/x/general`, ...size })
    const field = page.getByRole('textbox', { name: 'What it is for' })
    await field.fill('Mine')
    await change(id, { description: 'Theirs, which is longer' })
    const panel = page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile.' })
    await panel.getByText('Theirs, which is longer').waitFor()
    await panel.getByRole('definition').filter({ hasText: 'Mine' }).waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await descriptionOf(id)).toBe('Theirs, which is longer')
    await panel.getByRole('button', { name: 'Keep theirs' }).click()
    await panel.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('Theirs, which is longer')
    await field.fill('Mine again')
    await change(id, { description: 'Theirs again' })
    await panel.getByRole('button', { name: 'Save yours' }).click()
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => descriptionOf(id)).toBe('Mine again')
    expect(await field.inputValue()).toBe('Mine again')
  },
)

test('a description that somebody saved a moment earlier is shown after it was replaced, and can be brought back', async () => {
  const id = await channelOf('As it was')
  const page = await story.open('olive', { path: `/#channels/${id}/x/general` })
  await page.getByRole('textbox', { name: 'What it is for' }).fill('Mine')
  await page.route('**/json/streams/*', async (route) => {
    await change(id, { description: 'Theirs' })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const panel = page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile.' })
  await panel.getByText('Theirs').first().waitFor()
  expect(await descriptionOf(id)).toBe('Mine')
  await page.unroute('**/json/streams/*')
  await panel.getByRole('button', { name: 'Keep theirs' }).click()
  await expect.poll(() => descriptionOf(id)).toBe('Theirs')
  await panel.waitFor({ state: 'detached' })
})

test('a choice that somebody else made in the meantime stands beside the reader’s own', async () => {
  const id = await channelOf('')
  const page = await story.open('olive', { path: `/#channels/${id}/x/general` })
  await page.getByLabel('Private, without earlier messages').check()
  await change(id, { is_private: true, history_public_to_subscribers: true })
  const panel = page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile.' })
  await panel.getByRole('button', { name: 'Keep theirs' }).click()
  await expect.poll(() => page.getByRole('radio', { name: /^Private Only/ }).isChecked()).toBe(true)
  const policy = page.getByRole('combobox', { name: 'Topics', exact: true })
  await policy.focus()
  const before = await policy.inputValue()
  await change(id, { topics_policy: 'disable_empty_topic' })
  await expect.poll(() => policy.inputValue()).not.toBe(before)
  await policy.selectOption({ value: 'allow_empty_topic' })
  await panel.getByRole('button', { name: 'Save yours' }).click()
  await panel.waitFor({ state: 'detached' })
  await expect
    .poll(
      async () =>
        (await story.world.people.olive.call(getStreamById, { stream_id: id })).stream.topics_policy,
    )
    .toBe('allow_empty_topic')
})

test('a group’s name that somebody else saved stands beside the writer’s own', async () => {
  const { olive } = story.world.people
  const { group_id: id } = await olive.call(createUserGroup, {
    name: 'sailors',
    description: '',
    members: [olive.id],
  })
  const page = await story.open('olive', { path: `/#groups/${id}/x/general` })
  const field = page.getByRole('textbox', { name: 'Name' })
  await field.fill('rowers')
  await olive.call(updateUserGroup, { user_group_id: id, name: 'divers' })
  const panel = page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile.' })
  await panel.getByText('divers').waitFor()
  // Leaving the field saves nothing until the writer has chosen.
  await field.press('Tab')
  const nameOf = async () =>
    (await olive.call(getUserGroups, {})).user_groups.find((group) => group.id === id)?.name
  expect(await nameOf()).toBe('divers')
  await panel.getByRole('button', { name: 'Save yours' }).click()
  await expect.poll(nameOf).toBe('rowers')
  await panel.waitFor({ state: 'detached' })
})
