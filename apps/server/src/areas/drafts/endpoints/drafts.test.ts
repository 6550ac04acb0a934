import { createDrafts } from '@tagma/contract/endpoints/drafts/create-drafts.ts'
import { deleteDraft } from '@tagma/contract/endpoints/drafts/delete-draft.ts'
import { editDraft } from '@tagma/contract/endpoints/drafts/edit-draft.ts'
import { getDrafts } from '@tagma/contract/endpoints/drafts/get-drafts.ts'
import { limits } from '@tagma/contract/limits.ts'
import type { NewDraft } from '@tagma/contract/objects/draft.ts'
import { expect, test } from 'vitest'
import { deleteAllDrafts } from '#areas/drafts/delete-drafts.ts'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const unaddressed: NewDraft = { type: '', to: [], topic: '', content: 'For nobody yet' }

test('creating, editing and deleting a draft reaches only the author’s other clients', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const toChannel: NewDraft = {
    type: 'stream',
    to: [channel.id],
    topic: 'colors',
    content: 'Warm',
    timestamp: 1000,
  }
  const toOtto: NewDraft = {
    type: 'private',
    to: [otto.id],
    topic: 'ignored',
    content: 'Hi',
    timestamp: 3000.7,
  }

  let ids: number[] = []
  const added = await converge(t, [iris, otto], async () => {
    ids = (await t.as(iris).call(createDrafts, { drafts: [toChannel, toOtto, unaddressed] })).ids
  })
  expect(ids).toHaveLength(3)
  expect(added.get(iris.id)).toMatchObject([
    { type: 'drafts', op: 'add', drafts: [{ id: ids[0], topic: 'colors' }, {}, {}] },
  ])
  expect(added.get(otto.id)).toEqual([])
  const { count, drafts } = await t.as(iris).call(getDrafts, {})
  expect(count).toBe(3)
  expect(drafts.map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]])
  expect(drafts[1]).toEqual({ id: ids[1], ...toOtto, to: [otto.id], topic: '', timestamp: 3000 })
  expect(drafts[0]?.timestamp).toBe(Math.floor(t.clock.now() / 1000))

  const draft_id = ids[0] ?? 0
  await converge(t, [iris, otto], () =>
    t.as(iris).call(editDraft, {
      draft_id,
      draft: { ...toChannel, to: [channel.id], content: 'Cold', timestamp: 9e9 },
    }),
  )
  expect((await t.as(iris).call(getDrafts, {})).drafts[0]).toMatchObject({ id: draft_id, content: 'Cold' })
  await converge(t, [iris, otto], () => t.as(iris).call(deleteDraft, { draft_id }))
  expect((await t.as(iris).call(getDrafts, {})).count).toBe(2)
})

test('nothing is saved when one of several drafts is invalid', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const refused = await t.as(iris).refusal(createDrafts, {
    drafts: [unaddressed, { type: 'stream', to: [], topic: 'x', content: 'y' }],
  })
  expect(refused.message).toBe('Must specify exactly 1 channel ID for channel messages')
  expect((await t.as(iris).call(getDrafts, {})).count).toBe(0)
  expect((await t.as(iris).call(createDrafts, {})).ids).toEqual([])
})

test.each([
  [{ type: 'stream', to: [1, 2], topic: '', content: '' }, /exactly 1 channel/],
  [{ type: 'stream', to: [77], topic: '', content: '' }, /Invalid channel ID/],
  [{ type: 'private', to: [77], topic: '', content: '' }, /Invalid user ID 77/],
  [{ type: '', to: [77], topic: '', content: '' }, /without an address/],
  [{ type: '', to: [], topic: 'a\0b', content: '' }, /topic.*null bytes/],
  [{ type: '', to: [], topic: '', content: 'a\0b' }, /content.*null bytes/],
  [{ type: '', to: [], topic: 'x'.repeat(61), content: '' }, /topic.*too long/],
  [{ type: '', to: [], topic: '', content: 'x'.repeat(limits.maxDraftLength + 1) }, /content.*too long/],
  [{ type: 'fax', to: [], topic: '', content: '' }, /type.*must be one of/],
  [{ type: '', to: 'everybody', topic: '', content: '' }, /to.*not a list/],
] as const)('draft %# is refused', async (draft, reason) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const refused = await t.as(iris).refusal(createDrafts, { drafts: [draft as never] })
  expect(refused.code).toBe('BAD_REQUEST')
  expect(refused.message).toMatch(reason)
})

test('only its author sees a draft, and a channel that the author may not read is refused', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const secret = await t.given.channel([otto], { name: 'secret', invite_only: true })
  const [draft_id = 0] = (await t.as(iris).call(createDrafts, { drafts: [unaddressed] })).ids
  for (const refused of [
    await t.as(otto).refusal(editDraft, { draft_id, draft: unaddressed }),
    await t.as(otto).refusal(deleteDraft, { draft_id }),
  ]) {
    expect(refused).toMatchObject({ status: 404, code: 'BAD_REQUEST', message: 'Draft does not exist' })
  }
  const toSecret: NewDraft = { type: 'stream', to: [secret.id], topic: '', content: '' }
  const refused = await t.as(iris).refusal(editDraft, { draft_id, draft: toSecret })
  expect(refused.message).toBe('Invalid channel ID')
})

test('deleting all drafts tells the author’s clients of each', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  for (const user of [iris, otto])
    await t.as(user).call(createDrafts, {
      drafts: [unaddressed, unaddressed],
    })
  const record = t.directory.users.get(iris.id)
  if (!record) throw new Error('iris is not there')
  const received = await converge(t, [iris, otto], () =>
    t.app.services.data.transact(t.organizationId, (tx) => deleteAllDrafts(tx, record)),
  )
  expect(received.get(iris.id)).toHaveLength(2)
  expect((await t.as(otto).call(getDrafts, {})).count).toBe(2)
})
