import { getStreams } from '@tagma/contract/endpoints/channels/get-streams.ts'
import { getSubscribers } from '@tagma/contract/endpoints/channels/get-subscribers.ts'
import { expect, test } from 'vitest'
import { accessibilityProblems, stage } from '#test/story.ts'

const story = stage()

const channelNamed = async (name: string) => {
  const { streams } = await story.world.people.olive.call(getStreams, { include_all: true })
  return streams.find((channel) => channel.name === name)
}

test('a channel is created with its people, and opens', async () => {
  const page = await story.open('olive', { path: '/#channels/available' })
  await page.getByRole('main').getByRole('link', { name: 'New channel' }).click()
  await page.getByRole('heading', { level: 1, name: 'New channel' }).waitFor()
  await page.getByLabel('Name').fill('printing')
  await page.getByLabel('What it is for').fill('Paper and ink')
  await page.getByLabel('Private, without earlier messages').check()
  await page.getByLabel('Folder').selectOption('Product')
  await page.getByRole('combobox', { name: 'People in it' }).fill('#square')
  await page.getByRole('option', { name: '#square' }).click()
  await page.getByText('5 people').waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 2, name: 'printing' }).waitFor()
  const made = await channelNamed('printing')
  expect(made).toMatchObject({
    description: 'Paper and ink',
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const { subscribers } = await story.world.people.olive.call(getSubscribers, {
    stream_id: made?.stream_id ?? 0,
  })
  expect(subscribers.length).toBe(5)
})

test('a name that is taken leads to the channel that has it', async () => {
  const page = await story.open('iris', { path: '/#channels/new' })
  story.expectComplaint(/4\d\d|Failed to load/)
  await page.getByLabel('Name').fill('design')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Open it' }).click()
  await page.getByRole('heading', { level: 2, name: 'design' }).waitFor()
  expect(page.url()).toContain(`#topics/channel/${story.world.channels.design}`)
})

test('a channel is left from its list, and Undo joins it again', async () => {
  const page = await story.open('mia', { path: `/#topics/channel/${story.world.channels.engine}-engine` })
  const isIn = async () => {
    const { subscribers } = await story.world.people.olive.call(getSubscribers, {
      stream_id: story.world.channels.engine,
    })
    return subscribers.includes(story.world.people.mia.id)
  }
  await page.getByRole('button', { name: 'Channel actions' }).click()
  await page.getByRole('menuitem', { name: 'Leave' }).click()
  await page.getByText('You left engine').waitFor()
  await expect.poll(isIn).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(isIn).toBe(true)
})

test('an administrator deletes a topic; others are told who may', async () => {
  for (const text of ['One', 'Two'])
    await story.world.send('iris', { channel: 'design', topic: 'junk' }, text)
  const path = `/#narrow/channel/${story.world.channels.design}-design/topic/junk`
  const member = await story.open('iris', { path })
  await member.getByRole('button', { name: 'Conversation actions' }).click()
  const entry = member.getByRole('menuitem', { name: 'Delete topic' })
  expect(await entry.textContent()).toContain('Only administrators may delete a topic.')
  const page = await story.open('olive', { path })
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete topic' }).click()
  const question = page.getByRole('dialog', { name: 'Delete junk?' })
  // The server takes a part of a large topic at a time, and is asked again.
  const answers = [{ complete: false }, undefined]
  let letGo = () => {}
  const seen = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/delete_topic', async (route) => {
    const answer = answers.shift()
    if (answer) return route.fulfill({ json: { result: 'success', msg: '', ...answer } })
    await seen
    await route.fallback()
  })
  await question.getByRole('button', { name: 'Delete topic' }).click()
  await question.getByRole('status').getByText('1 part is done').waitFor()
  expect(await question.getByRole('progressbar').getAttribute('max')).toBe('2')
  letGo()
  await page.getByText('junk is deleted').waitFor()
  await expect.poll(() => member.getByRole('article').count()).toBe(0)
})
