import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { expect, test } from 'vitest'
import { articleOf, encoded, headingOf, inTopics, rowOf } from '#test/in-topics.ts'
import { phone, stage } from '#test/story.ts'
import type { PersonName } from '#test/world.ts'

const story = stage()
const { send, open, messagesOf } = inTopics(story)

test.each([
  ['at a desk', {}],
  ['on a phone', phone],
] as const)(
  '%s, a topic is resolved and opened again; only its followers have its notice as unread',
  async (_, size) => {
    const topic = size === phone ? 'touch screen' : 'screen'
    const { otto, mia } = story.world.people
    const { design } = story.world.channels
    await otto.call(updateUserTopic, {
      stream_id: design,
      topic,
      visibility_policy: visibilityPolicies.inherit,
    })
    await send('iris', topic, 'Is it warm enough?')
    await mia.call(updateUserTopic, {
      stream_id: design,
      topic,
      visibility_policy: visibilityPolicies.followed,
    })
    /** The unread notices of a topic of somebody. */
    const unreadNotices = async (name: PersonName, of: string) =>
      (await messagesOf(name, of)).filter(
        ({ flags, content }) => !flags.includes('read') && content.includes('marked'),
      ).length
    const list = { path: `/#topics/channel/${design}-design` }
    const [plain, follower] = [await story.open('otto', list), await story.open('mia', list)]
    for (const page of [plain, follower]) await rowOf(page, new RegExp(`^${topic}.*1 unread`)).waitFor()
    const page = await open('iris', topic, size)
    const turn = async (entry: string) => {
      if (size === phone) {
        await page.getByRole('button', { name: 'Conversation actions' }).click()
        await page.getByRole('menuitem', { name: entry }).click()
      } else {
        await articleOf(page, 'Is it warm enough?').focus()
        await page.keyboard.press('Shift+X')
      }
    }
    await turn('Resolve')
    await headingOf(page, `✔ ${topic}`).waitFor()
    await expect.poll(() => new URL(page.url()).hash).toContain(`/topic/${encoded(`✔ ${topic}`)}`)
    await articleOf(page, 'marked this topic as resolved').waitFor()
    // It stays where it is for a day.
    await rowOf(follower, new RegExp(`${topic}.*2 unread`)).waitFor()
    await rowOf(plain, new RegExp(`${topic}.*1 unread`)).waitFor()
    expect(await unreadNotices('mia', `✔ ${topic}`)).toBe(1)
    expect(await unreadNotices('otto', `✔ ${topic}`)).toBe(0)
    await turn('Open again')
    await headingOf(page, topic).waitFor()
    await expect.poll(() => new URL(page.url()).hash).not.toContain(encoded('✔'))
    await rowOf(plain, new RegExp(`^${topic}.*1 unread`)).waitFor()
    await rowOf(follower, new RegExp(`^${topic}.*3 unread`)).waitFor()
    expect(await unreadNotices('otto', topic)).toBe(0)
  },
)
