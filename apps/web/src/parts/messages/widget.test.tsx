import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test } from 'vitest'
import type { Reader } from './reader.ts'
import type { Poll, Todo } from './widget-state.ts'
import { Widget } from './widget.tsx'

afterEach(() => render(null, document.body))

const todo: Todo = {
  kind: 'todo',
  title: 'Print',
  ownTasks: 0,
  tasks: [{ key: '0,canned', text: 'paper', description: 'A4', isDone: false }],
}
const poll: Poll = {
  kind: 'poll',
  question: 'Which grey?',
  ownOptions: 0,
  options: [{ key: 'canned,0', text: 'warm', voterIds: [8] }],
}

/** Draws a widget for its author. `isTaken`: whether the server takes steps. Returns the steps that were taken. */
async function draw(widget: Poll | Todo, isTaken: boolean, isSpectator = false) {
  const steps: unknown[] = []
  const reader = { userId: 7, isSpectator, nameOf: () => 'Iris' } as unknown as Reader
  const onStep = (step: unknown) => {
    steps.push(step)
    return Promise.resolve(isTaken)
  }
  await act(() =>
    render(<Widget id="widget" isAuthor={!isSpectator} {...{ widget, reader, onStep }} />, document.body),
  )
  return steps
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
const field = (selector: string) => document.querySelector<HTMLInputElement>(selector)!

/** Does something, and waits until its answer was drawn. */
const after = (deed: () => void) =>
  act(async () => {
    deed()
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  })

/** Writes into the field of a form, and sends it. */
async function send(text: string): Promise<void> {
  const input = field('.widget-form input')
  await after(() => {
    input.value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await after(() => input.form!.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })))
}

test('a tick that the server refuses is taken back, and one that it takes stays', async () => {
  const steps = await draw(todo, false)
  await after(() => find('[type=checkbox]').click())
  expect(steps).toEqual([{ type: 'strike', key: '0,canned' }])
  expect(field('[type=checkbox]').checked).toBe(false)
  await draw(todo, true)
  await after(() => find('[type=checkbox]').click())
  expect(field('[type=checkbox]').checked).toBe(true)
})

test('a task or an option that is refused stays in its field', async () => {
  for (const widget of [todo, poll]) {
    await draw(widget, false)
    await send('ink')
    expect(field('.widget-form input').value).toBe('ink')
    await draw(widget, true)
    await send('ink')
    expect(field('.widget-form input').value).toBe('')
    render(null, document.body)
  }
})

test('a question that is refused stays in its field', async () => {
  await draw(poll, false)
  await after(() => find('.widget-title button').click())
  await send('Which grey, really?')
  expect(field('.widget-form input').value).toBe('Which grey, really?')
})

test('without an account, polls and lists can only be read', async () => {
  const steps = [...(await draw(poll, true, true))]
  expect(find('.poll-vote').hasAttribute('disabled')).toBe(true)
  expect(document.querySelectorAll('input, form').length).toBe(0)
  steps.push(...(await draw(todo, true, true)))
  expect(field('[type=checkbox]').disabled).toBe(true)
  expect(document.querySelectorAll('form').length).toBe(0)
  expect(steps).toEqual([])
})
