import { createSavedSnippet } from '@tagma/contract/endpoints/snippets/create-saved-snippet.ts'
import { deleteSavedSnippet } from '@tagma/contract/endpoints/snippets/delete-saved-snippet.ts'
import { editSavedSnippet } from '@tagma/contract/endpoints/snippets/edit-saved-snippet.ts'
import { getSavedSnippets } from '@tagma/contract/endpoints/snippets/get-saved-snippets.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('creating, editing and deleting a snippet reaches only the author’s other clients', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const observers = [iris, otto]
  let id = 0
  const added = await converge(t, observers, async () => {
    id = (await t.as(iris).call(createSavedSnippet, { title: ' Hi ', content: 'Hello' })).saved_snippet_id
  })
  const snippet = { id, title: 'Hi', content: 'Hello', date_created: Math.floor(t.clock.now() / 1000) }
  expect(added.get(iris.id)).toMatchObject([{ type: 'saved_snippets', op: 'add', saved_snippet: snippet }])
  expect(added.get(otto.id)).toEqual([])
  await converge(t, observers, () =>
    t.as(iris).call(editSavedSnippet, { saved_snippet_id: id, content: 'Bye' }),
  )
  expect(await t.as(iris).call(getSavedSnippets, {})).toEqual({
    saved_snippets: [{ ...snippet, content: 'Bye' }],
  })
  expect(await t.as(otto).call(getSavedSnippets, {})).toEqual({ saved_snippets: [] })
  await converge(t, observers, () => t.as(iris).call(deleteSavedSnippet, { saved_snippet_id: id }))
  expect(await t.as(iris).call(getSavedSnippets, {})).toEqual({ saved_snippets: [] })
})

test.each([
  [{ title: '', content: 'x' }, /title cannot be blank/],
  [{ title: ' ', content: 'x' }, /title cannot be blank/],
  [{ title: 'x', content: '' }, /content cannot be blank/],
  [{ title: 'x'.repeat(61), content: 'x' }, /title is too long/],
  [{ title: 'x', content: 'x'.repeat(10_001) }, /content is too long/],
  [{ title: 'x\0', content: 'x' }, /title must not contain null bytes/],
])('snippet %# is refused', async (snippet, reason) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const refused = await t.as(iris).refusal(createSavedSnippet, snippet)
  expect(refused).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringMatching(reason) })
  const { saved_snippet_id } = await t.as(iris).call(createSavedSnippet, { title: 'x', content: 'x' })
  expect((await t.as(iris).refusal(editSavedSnippet, { saved_snippet_id, ...snippet })).message).toMatch(
    reason,
  )
})

test('only its author sees a snippet, and an empty change is refused', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { saved_snippet_id } = await t.as(iris).call(createSavedSnippet, { title: 'x', content: 'x' })
  expect(await t.as(otto).refusal(editSavedSnippet, { saved_snippet_id, title: 'y' })).toMatchObject({
    status: 404,
  })
  expect(await t.as(otto).refusal(deleteSavedSnippet, { saved_snippet_id })).toMatchObject({ status: 404 })
  expect((await t.as(iris).refusal(editSavedSnippet, { saved_snippet_id })).message).toMatch(/No new data/)
})
