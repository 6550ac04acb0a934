import { addAlertWords } from '@tagma/contract/endpoints/alert-words/add-alert-words.ts'
import { removeAlertWords } from '@tagma/contract/endpoints/alert-words/remove-alert-words.ts'
import { createDrafts } from '@tagma/contract/endpoints/drafts/create-drafts.ts'
import { deleteDraft } from '@tagma/contract/endpoints/drafts/delete-draft.ts'
import { editDraft } from '@tagma/contract/endpoints/drafts/edit-draft.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { deleteTopic } from '@tagma/contract/endpoints/messages/delete-topic.ts'
import { markAllAsRead } from '@tagma/contract/endpoints/messages/mark-all-as-read.ts'
import { markStreamAsRead } from '@tagma/contract/endpoints/messages/mark-stream-as-read.ts'
import { markTopicAsRead } from '@tagma/contract/endpoints/messages/mark-topic-as-read.ts'
import { setTypingStatusForMessageEdit } from '@tagma/contract/endpoints/messages/set-typing-status-for-message-edit.ts'
import { setTypingStatus } from '@tagma/contract/endpoints/messages/set-typing-status.ts'
import { updateMessageFlagsForNarrow } from '@tagma/contract/endpoints/messages/update-message-flags-for-narrow.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { removeReaction } from '@tagma/contract/endpoints/reactions/remove-reaction.ts'
import { createMessageReminder } from '@tagma/contract/endpoints/scheduled/create-message-reminder.ts'
import { createScheduledMessage } from '@tagma/contract/endpoints/scheduled/create-scheduled-message.ts'
import { deleteReminder } from '@tagma/contract/endpoints/scheduled/delete-reminder.ts'
import { deleteScheduledMessage } from '@tagma/contract/endpoints/scheduled/delete-scheduled-message.ts'
import { updateScheduledMessage } from '@tagma/contract/endpoints/scheduled/update-scheduled-message.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { createSavedSnippet } from '@tagma/contract/endpoints/snippets/create-saved-snippet.ts'
import { deleteSavedSnippet } from '@tagma/contract/endpoints/snippets/delete-saved-snippet.ts'
import { editSavedSnippet } from '@tagma/contract/endpoints/snippets/edit-saved-snippet.ts'
import { sendSubmessage } from '@tagma/contract/endpoints/submessages/send-submessage.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import { expect, test } from 'vitest'
import { scheduledMessagesJob } from '#areas/scheduled/scheduled-messages-job.ts'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

// A long day of three people and a stranger. After each step every client knows what a fresh one would learn.
test('events tell every change of messages to the people concerned, and nothing to others', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris, otto, stranger } = await t.given.members('iris', 'otto', 'stranger')
  const design = await t.given.channel([owner, iris, otto], { name: 'design', invite_only: true })
  const archive = await t.given.channel([owner, otto], { name: 'archive', invite_only: true })
  const observers = [owner, iris, otto, stranger]
  const step = async (action: () => Promise<unknown>) => {
    const received = await converge(t, observers, action)
    expect([String(action), received.get(stranger.id)]).toEqual([String(action), []])
    return received
  }
  const said = async (content: string, topic = 'colors') => {
    let id = 0
    await step(async () => void (id = await t.given.message(iris, design, { topic, content })))
    return id
  }
  const later = () => Math.floor(t.clock.now() / 1000) + 600
  const as = { owner: t.as(owner), iris: t.as(iris), otto: t.as(otto) }

  await step(() => as.otto.call(addAlertWords, { alert_words: ['teal', 'mauve'] }))
  const first = await said('Teal, @**otto**, or @**all**?')
  const second = await said('/poll Which?\nteal\nmauve')
  const third = await said('Neither', '')
  await step(() => t.given.message(otto, [iris], { content: 'Between us: teal' }))
  await step(() =>
    as.otto.call(updateUserTopic, { stream_id: design.id, topic: 'colors', visibility_policy: 3 }),
  )

  await step(() => as.iris.call(updateMessage, { message_id: first, content: 'Teal, or grey?' }))
  await step(() => as.iris.call(updateMessage, { message_id: first, content: 'Mauve, @**otto**!' }))
  const vote = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
  await step(() => as.otto.call(sendSubmessage, { message_id: second, msg_type: 'widget', content: vote }))
  await step(() => as.otto.call(addReaction, { message_id: first, emoji_name: 'tada' }))
  await step(() => as.otto.call(removeReaction, { message_id: first, emoji_name: 'tada' }))

  for (const flag of ['read', 'starred', 'collapsed'] as const) {
    await step(() => as.otto.call(updateMessageFlags, { messages: [first, third], op: 'add', flag }))
    await step(() => as.otto.call(updateMessageFlags, { messages: [first], op: 'remove', flag }))
  }
  const window = { anchor: 'oldest' as const, num_before: 0, num_after: 100, narrow: [] }
  await step(() => as.otto.call(updateMessageFlagsForNarrow, { ...window, op: 'add', flag: 'starred' }))
  await step(() => as.otto.call(updateMessageFlagsForNarrow, { ...window, op: 'remove', flag: 'starred' }))
  await step(() => as.otto.call(markTopicAsRead, { stream_id: design.id, topic_name: 'colors' }))
  await said('Hm')
  await step(() => as.otto.call(markStreamAsRead, { stream_id: design.id }))
  await said('Hm?')
  await step(() => as.otto.call(markAllAsRead, {}))
  await said('Hm!')

  await step(() => as.iris.call(setTypingStatus, { type: 'direct', op: 'start', to: [otto.id] }))
  await step(() =>
    as.iris.call(setTypingStatus, { type: 'channel', op: 'start', stream_id: design.id, topic: 'x' }),
  )
  await step(() => as.iris.call(setTypingStatusForMessageEdit, { message_id: first, op: 'start' }))

  const move = (message_id: number, change: object) =>
    as.owner.call(updateMessage, { message_id, send_notification_to_old_thread: true, ...change })
  await step(() => move(first, { topic: 'shades', propagate_mode: 'change_all' }))
  await step(() => move(second, { topic: 'polls', propagate_mode: 'change_one' }))
  await step(() => move(first, { topic: '✔ shades', propagate_mode: 'change_all' }))
  await step(() => move(first, { topic: '', propagate_mode: 'change_all' }))
  // Iris may not read them in that channel.
  const gone = await step(() => move(second, { stream_id: archive.id, propagate_mode: 'change_all' }))
  expect(gone.get(iris.id)?.map(({ type }) => type)).toContain('delete_message')
  await step(() => move(second, { stream_id: design.id, topic: 'polls', propagate_mode: 'change_one' }))

  let draft = 0
  await step(async () => {
    const drafts = [{ type: 'stream' as const, to: [design.id], topic: 'colors', content: 'Ochre' }]
    draft = (await as.iris.call(createDrafts, { drafts })).ids[0] ?? 0
  })
  const changed = { type: 'private' as const, to: [otto.id], topic: '', content: 'Ochre?' }
  await step(() => as.iris.call(editDraft, { draft_id: draft, draft: changed }))
  await step(() => as.iris.call(deleteDraft, { draft_id: draft }))
  await as.iris.call(createDrafts, { drafts: [changed] })
  await step(() => as.iris.call(updateSettings, { enable_drafts_synchronization: false }))
  let snippet = 0
  await step(async () => {
    snippet = (await as.iris.call(createSavedSnippet, { title: 'hi', content: 'Hello' })).saved_snippet_id
  })
  await step(() => as.iris.call(editSavedSnippet, { saved_snippet_id: snippet, title: 'hey' }))
  await step(() => as.iris.call(deleteSavedSnippet, { saved_snippet_id: snippet }))

  const scheduled: number[] = []
  const schedule = async () => {
    const { scheduled_message_id } = await as.iris.call(createScheduledMessage, {
      type: 'channel',
      to: design.id,
      topic: 'colors',
      content: 'Ochre, @**otto**',
      scheduled_delivery_timestamp: later(),
    })
    scheduled.push(scheduled_message_id)
  }
  await step(schedule)
  await step(schedule)
  const [keep = 0, drop = 0] = scheduled
  await step(() => as.iris.call(updateScheduledMessage, { scheduled_message_id: keep, content: 'Ochre!' }))
  await step(() => as.iris.call(deleteScheduledMessage, { scheduled_message_id: drop }))
  const reminders: number[] = []
  const remind = async () => {
    const at = { message_id: third, scheduled_delivery_timestamp: later(), note: 'Look' }
    reminders.push((await as.otto.call(createMessageReminder, at)).reminder_id)
  }
  await step(remind)
  await step(remind)
  await step(() => as.otto.call(deleteReminder, { reminder_id: reminders[0] ?? 0 }))
  t.clock.advance({ minutes: 11 })
  await step(() => scheduledMessagesJob.run(t.app.services, t.organizationId))

  await step(() => as.otto.call(removeAlertWords, { alert_words: ['teal'] }))
  await step(() => as.owner.call(deleteMessage, { message_id: third }))
  await step(() => as.owner.call(deleteTopic, { stream_id: design.id, topic_name: 'colors' }))
})
