import { expect, test } from 'vitest'
import { type Asker, RememberedAnswers } from './remembered-answers.ts'

const callAt = (position: number, callerId = 1, organizationId = 1) => ({
  caller: { id: callerId },
  directory: { position, organization: { id: organizationId } },
})

function counting(answers: RememberedAnswers) {
  let made = 0
  const ask = async (call: Asker, question: string, size = 1) =>
    (await answers.answer(call, question, async () => ({ made: ++made, more: 'x'.repeat(size) }))).text
  return { ask, made: () => made }
}

test('what is asked a second time is kept until the log grows, for the one who asked', async () => {
  const { ask, made } = counting(new RememberedAnswers())
  expect(await ask(callAt(5), 'a')).toBe('"made":1,"more":"x"')
  expect(await ask(callAt(5), 'a')).toBe('"made":2,"more":"x"')
  expect(await ask(callAt(5), 'a')).toBe('"made":2,"more":"x"')
  expect(await ask(callAt(5), 'b')).toContain('"made":3')
  expect(await ask(callAt(5, 2), 'a')).toContain('"made":4')
  expect(await ask(callAt(5, 1, 2), 'a')).toContain('"made":5')
  expect(await ask(callAt(5), 'a')).toContain('"made":2')
  expect(await ask(callAt(6), 'a')).toContain('"made":6')
  expect(await ask(callAt(6), 'a')).toContain('"made":7')
  expect(await ask(callAt(6), 'a')).toContain('"made":7')
  expect(made()).toBe(7)
})

test('what was asked longest ago makes room', async () => {
  const { ask } = counting(new RememberedAnswers())
  for (const question of ['a', 'a', 'b', 'b', 'c', 'c']) await ask(callAt(1), question, 3 * 2 ** 20)
  expect(await ask(callAt(1), 'c')).toContain('"made":6')
  expect(await ask(callAt(1), 'b')).toContain('"made":4')
  expect(await ask(callAt(1), 'a')).toContain('"made":7')
})

test('where several processes write, what they wrote before it was heard of here is asked for', async () => {
  let newest = 1
  const answers = new RememberedAnswers({ of: async () => newest })
  const { ask, made } = counting(answers)
  await ask(callAt(1), 'a')
  await ask(callAt(1), 'a')
  expect(await ask(callAt(1), 'a')).toContain('"made":2')
  newest = 2
  expect(await ask(callAt(1), 'a')).toContain('"made":3')
  expect(await ask(callAt(2), 'a')).toContain('"made":4')
  expect(await ask(callAt(2), 'a')).toContain('"made":5')
  expect(await ask(callAt(2), 'a')).toContain('"made":5')

  const lagging = () => answers.answer(callAt(1), 'b', async () => ({ at: made() }), { mayLag: true })
  await lagging()
  await lagging()
  await ask(callAt(1), 'c')
  expect((await lagging()).text).toBe('"at":5')
})
