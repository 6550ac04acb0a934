import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test } from 'vitest'
import { type Drafting, useDraft } from './use-draft.ts'

afterEach(() => render(null, document.body))

/** Draws a control whose saved value is `a`, and whose server answers when the test says so. */
async function given() {
  const asked: string[] = []
  const answers: ((isDone: boolean) => void)[] = []
  const drafting: { current?: Drafting<string> } = {}
  const onSave = (value: string) => {
    asked.push(value)
    return new Promise<boolean>((resolve) => void answers.push(resolve))
  }
  function Control({ saved }: { readonly saved: string }) {
    drafting.current = useDraft(saved, onSave)
    return <output>{drafting.current.value}</output>
  }
  const draw = (saved: string) => act(() => render(<Control saved={saved} />, document.body))
  await draw('a')
  return {
    asked,
    draw,
    choose: (value: string) => act(() => void drafting.current!.choose(value)),
    answer: (isDone: boolean) => act(async () => answers.shift()!(isDone)),
    shown: () => document.querySelector('output')!.textContent,
  }
}

test('the first value that is chosen again while another one is on its way is saved after that one', async () => {
  const { asked, draw, choose, answer, shown } = await given()
  await choose('b')
  await choose('a')
  expect([asked, shown()]).toEqual([['b'], 'a'])
  await answer(true)
  await expect.poll(() => asked).toEqual(['b', 'a'])
  expect(shown()).toBe('a')
  await draw('b')
  expect(shown()).toBe('a')
  await answer(true)
  await draw('a')
  expect(shown()).toBe('a')
})

test('a value that is saved already is not sent, and a refused one is given up', async () => {
  const { asked, choose, answer, shown } = await given()
  await choose('a')
  expect(asked).toEqual([])
  await choose('b')
  await answer(false)
  expect([asked, shown()]).toEqual([['b'], 'a'])
})
